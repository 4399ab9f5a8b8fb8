// The AI's panel: one line until it is opened, except where there is room beside the board (panel.css).

import { placePanel, togglePanel } from './acts.js';
import { focusBoard } from '../game/acts.js';
import { effect } from '../vendor/signals-core.js';
import { button, element, input } from '../shared/page.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showPanel(state) {
  // As in the style sheets.
  const beside = matchMedia('(width >= 920px) and (height > 520px)');
  const follow = () => placePanel(state, beside.matches);
  beside.addEventListener('change', follow);
  follow();
  const toggle = button('engine-toggle');
  toggle.addEventListener('click', () => togglePanel(state));
  effect(() => {
    const open = state.panelOpen.value;
    toggle.setAttribute('aria-expanded', String(open));
    document.documentElement.dataset.ai = open ? 'open' : 'line';
  });
  // After a list or the slider was changed with the pointer, arrow keys are moves again; for keyboard users
  // the focus stays.
  input('speed').addEventListener('pointerup', () => focusBoard(state));
  const engine = element('engine');
  let byPointer = false;
  for (const event of ['pointerdown', 'keydown'])
    engine.addEventListener(event, () => {
      byPointer = event === 'pointerdown';
    });
  engine.addEventListener('change', ({ target }) => {
    if (byPointer && target instanceof HTMLSelectElement) focusBoard(state);
  });
}
