// The embedded game.

import initialize, { Game } from '../pkg-game/afterstate.js';
import { loadLanguage } from '../shared/language.js';
import { removeStuckNotice, showNotStarted } from '../shared/page.js';
import { FrameGame } from './frame-game.js';

async function main() {
  await Promise.all([
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage('auto'),
  ]);
  new FrameGame(Game).begin();
  removeStuckNotice();
}

main().catch((error) => {
  void showNotStarted();
  throw error;
});
