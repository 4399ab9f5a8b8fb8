// The buttons of the game, on the page and in the frame: New game, Undo, Redo, Hint, Step, Autoplay and the
// arrows; and the attributes of the root element that style sheets and tests read.

import { openDialog } from '../shared/dialogs.js';
import { MOVE, UNDO, focusBoard, isDisabled, perform } from './acts.js';
import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { fillArrows } from './board-parts.js';
import { writeText } from '../shared/element.js';
import { button, element } from '../shared/page.js';

/** @import { State } from './state.js' */

/** @param {State} state */
export function showControls(state) {
  const [undoButton, autoplay] = [button('undo'), button('autoplay')];
  for (const action of state.actions) {
    const control = document.getElementById(action.name);
    if (!(control instanceof HTMLButtonElement)) continue;
    control.addEventListener('click', () => perform(state, action));
    effect(() => disable(state, control, isDisabled(state, action)));
  }
  fillArrows(element('arrows'), (direction) => void perform(state, MOVE, direction));
  effect(() => {
    const label = t(state.game.value.undoesNewGame ? 'Undo new game' : 'Undo');
    if (undoButton.getAttribute('aria-label') !== label) undoButton.setAttribute('aria-label', label);
  });
  effect(() => {
    button('message-again').hidden = state.final.value;
    button('message-undo').hidden = UNDO.guard?.(state) === false;
  });
  effect(() => writeText(autoplay, state.mode.value === 'autoplay' ? 'Stop' : 'Autoplay'));
  const more = document.getElementById('more');
  more?.addEventListener('click', () => openDialog(state, { name: 'menu' }));
  effect(() => {
    if (state.update.value.kind === 'none') return;
    more?.classList.add('marked');
    more?.setAttribute('aria-label', t('Menu (update available)'));
  });
  const { dataset } = document.documentElement;
  effect(() => {
    const { state: now, tier, threads } = state.engine.value;
    dataset.engine = now === 'ready' || now === 'thinking' ? `${tier} ${threads}` : now;
  });
  effect(() => {
    const { used } = state.networks.value;
    dataset.network = used === 'built-in' ? used : used.id;
  });
  effect(() => {
    dataset.moves = String(state.game.value.moves);
  });
}

/**
 * Disables a button or not. A disabled one would lose the focus of the keyboard, so the board takes it.
 * @param {State} state @param {HTMLButtonElement} control @param {boolean} disabled
 */
function disable(state, control, disabled) {
  const focused = document.activeElement === control;
  control.disabled = disabled;
  if (disabled && focused) untracked(() => focusBoard(state));
}

/** Marks the root element with what the AI does, once it is loaded. @param {State} state */
export function showMode({ mode }) {
  effect(() => {
    document.documentElement.dataset.pilot = mode.value;
  });
}
