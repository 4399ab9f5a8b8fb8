// The slider of the AI's speed.

import { FASTEST, speedInWords } from '../game/speed.js';
import { setSpeed } from './acts.js';
import { effect } from '../vendor/signals-core.js';
import { element, input } from '../shared/page.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showSpeed(state) {
  const slider = input('speed');
  slider.max = String(FASTEST);
  slider.addEventListener('input', () => setSpeed(state, Number(slider.value)));
  setSpeed(state, Number(slider.value)); // it may have been moved before this script was loaded
  effect(() => {
    const words = speedInWords(state.speed.value);
    element('speed-words').textContent = words;
    slider.setAttribute('aria-valuetext', words);
  });
}
