// The embedded game.

import initialize, { Game } from '../pkg-game/afterstate.js';
import { loadLanguage } from '../shared/language.js';
import { removeStuckNotice, startPage } from '../shared/page.js';
import { FrameGame } from './frame-game.js';

/** Marks a browser that enlarges small fonts, as shared/early.js does on the other pages. */
function markLeastFont() {
  const { dataset, style } = document.documentElement;
  style.fontSize = '1px';
  if (getComputedStyle(document.documentElement).fontSize !== '1px') dataset.leastFont = '';
  style.fontSize = '';
}

async function main() {
  markLeastFont();
  await Promise.all([
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage('auto'),
  ]);
  new FrameGame(Game).begin();
  removeStuckNotice();
}

startPage(main);
