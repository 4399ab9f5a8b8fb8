// Starts the page about the AI: a board on which it plays slowly, with what its search finds.

import { siteNetworks } from '../engine/networks.js';
import { BUILT_IN } from '../shared/choices.js';
import { readyEngine } from '../engine/ready.js';
import initialize, { Game } from '../pkg-game/afterstate.js';
import { readNetwork } from '../ai/choice.js';
import { storedSettings } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { loadLanguage } from '../shared/language.js';
import { removeStuckNotice, startPage, stillnessOf } from '../shared/page.js';
import { Live } from './live.js';
import { showLive } from './live-view.js';

/** An engine with one worker and the smallest network of the site. */
async function makeEngine() {
  const networks = await siteNetworks();
  return readyEngine({ network: networks[0], networks });
}

async function main() {
  const store = new Store();
  const { motion, language } = storedSettings(store);
  await Promise.all([
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage(language),
  ]);
  const isStill = stillnessOf(motion);
  // On a phone everything is on one screen.
  if (matchMedia('(max-width: 520px)').matches)
    for (const more of document.querySelectorAll('details')) more.open = false;
  const live = new Live({ Game, makeEngine });
  showLive(live, { isStill });
  removeStuckNotice();
  document.documentElement.dataset.page = 'ready';

  // It plays by itself unless motion is not wanted, or a download.
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  if (!connection?.saveData && readNetwork(store) !== BUILT_IN) void (isStill() ? live.step() : live.play());
  let resumes = false;
  document.addEventListener('visibilitychange', () => {
    const { kind } = live.phase.value;
    if (document.visibilityState === 'hidden') {
      resumes = kind === 'playing' || kind === 'loading';
      if (resumes) live.pause();
    } else if (resumes) void live.play();
  });
}

startPage(main);
