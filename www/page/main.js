// Starts the game's page.

import initialize, { Game } from '../pkg-game/afterstate.js';
import { readSettings } from '../storage/settings.js';
import { Store } from '../storage/store.js';
import { loadLanguage } from '../text/text.js';
import { removeStuckNotice, showNoGame } from '../view/page.js';
import { GamePage } from './game-page.js';

async function main() {
  const daily = new URLSearchParams(location.search).has('daily')
    ? import('./daily.js').then(({ loadDaily }) => loadDaily())
    : null;
  await Promise.all([
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage(readSettings(new Store().read('settings')).language),
  ]);
  const page = new GamePage(Game, await daily);
  page.begin();
  removeStuckNotice();
  page.loadRest();
}

main().catch((error) => {
  showNoGame();
  throw error;
});
