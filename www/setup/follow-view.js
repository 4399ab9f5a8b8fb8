// The bar of a followed game, and the taps on the board that place its new tiles: a tap places a 2, a long
// press a 4.

import { endFollow, placeTile } from './follow.js';
import { t, translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { buttonRow, make, makeButton } from '../shared/element.js';
import { element } from '../shared/page.js';
import { cellInWords, directionInWords } from '../shared/phrases.js';

/** @import { State } from '../game/state.js' */
/** @import { FollowNote } from '../game/types.js' */

const LONG_PRESS_MS = 450;
const TAP_PX = 12;
const NOTES = {
  start: translatable(
    'Make the same move here, then tap the cell where the new tile appeared. Press and hold for a 4.',
  ),
  'tap-first': translatable('First tap where the new tile appeared, or press Undo.'),
  occupied: translatable('That cell is not empty.'),
};

/** @param {State} state @param {FollowNote} note */
function noteInWords({ game }, note) {
  if (note.kind === 'moved')
    return t('{move}. Now tap where the new tile appeared.', { move: directionInWords(note.direction) });
  if (note.kind === 'placed')
    return t('Placed {tile}. Wrong cell? Press Undo and tap again.', {
      tile: cellInWords(note.rank, note.cell, game.value.cols),
    });
  return t(NOTES[note.kind]);
}

/** @param {State} state */
export function showFollow(state) {
  const play = element('play');
  const words = make('p', { role: 'status' });
  const four = make('input', { type: 'checkbox' });
  const bar = make(
    'section',
    { class: 'mirror', 'aria-label': 'Get hints for another game' },
    words,
    buttonRow(
      make('label', { class: 'option' }, four, 'New tile is a 4'),
      makeButton('Stop', () => endFollow(state), { 'aria-label': 'Stop hints for another game' }),
    ),
  );
  /** Listens to the board while a game is followed. @type {AbortController | undefined} */
  let listening;
  effect(() => {
    const { value } = state.follow;
    const on = value.kind === 'on';
    document.documentElement.toggleAttribute('data-mirror', on);
    if (on) {
      words.textContent = noteInWords(state, value.note);
      if (value.note.kind === 'placed') four.checked = false;
    }
    if (on === (listening !== undefined)) return;
    listening?.abort();
    listening = on ? new AbortController() : undefined;
    if (listening) {
      play.before(bar);
      listenToCells(state, play, () => (four.checked ? 2 : 1), listening.signal);
    } else bar.remove();
  });
}

/**
 * @param {State} state
 * @param {HTMLElement} play
 * @param {() => number} rankOf the rank of the next tile, unless a long press or a key chooses the other one
 * @param {AbortSignal} signal
 */
function listenToCells(state, play, rankOf, signal) {
  /** @type {{ x: number, y: number, at: number } | null} */
  let pressed = null;
  const cells = () => /** @type {HTMLElement[]} */ ([...play.querySelectorAll('[role=gridcell]')]);
  const place = (/** @type {number} */ cell, /** @type {number} */ rank) => {
    if (cell >= 0) placeTile(state, cell, rank);
  };
  // On the document, because swipes capture the pointer.
  document.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, timeStamp: at, target }) => {
      const onBoard =
        target instanceof Element && play.contains(target) && target.closest('button, .message') === null;
      pressed = onBoard ? { x, y, at } : null;
    },
    { signal },
  );
  document.addEventListener(
    'pointerup',
    ({ clientX, clientY, timeStamp }) => {
      const began = pressed;
      pressed = null;
      if (!began || Math.hypot(clientX - began.x, clientY - began.y) > TAP_PX) return;
      const cell = cells().findIndex((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
      });
      place(cell, timeStamp - began.at >= LONG_PRESS_MS ? 2 : rankOf());
    },
    { signal },
  );
  play.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  play.addEventListener(
    'keydown',
    (event) => {
      const rank = new Map([
        ['Enter', rankOf()],
        [' ', rankOf()],
        ['2', 1],
        ['4', 2],
      ]).get(event.key);
      const cell = cells().indexOf(/** @type {HTMLElement} */ (event.target));
      if (!rank || cell < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      place(cell, rank);
    },
    { signal },
  );
  // A screen reader clicks without a pointer.
  play.addEventListener(
    'click',
    ({ detail, target }) => {
      if (detail === 0) place(cells().indexOf(/** @type {HTMLElement} */ (target)), rankOf());
    },
    { signal },
  );
}
