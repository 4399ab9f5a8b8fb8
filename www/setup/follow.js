// A game from elsewhere, repeated here: the player makes each move, then shows where the new tile appeared
// there. Undo takes back the tile first, then the move.

import { takeOver } from '../ai/acts.js';
import { addGuard } from '../game/acts.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { Follow } from '../game/types.js' */

/** @type {Follow} */
const STARTED = { kind: 'on', pending: 'none', last: 'none', note: { kind: 'start' } };

/** @param {State} state */
export function startFollow(state) {
  takeOver(state);
  const watched = state.follow.value.kind === 'on';
  state.follow.value = STARTED;
  if (!watched) watchBoard(state);
}

/**
 * What is followed belongs to its board: whatever else changes the game (a new one, redo, another size) ends
 * the pending move. `placeTile` and `followUndo` tell theirs after their own change.
 * @param {State} state
 */
function watchBoard(state) {
  const { follow, game } = state;
  let board = game.value;
  const passOn = addGuard(
    state,
    ({ does, name }, direction) => {
      if (does === 'move') return followMove(state, direction);
      if (name === 'hint') return tileIsMissing(state) ? false : 'go on';
      // A move of the AI does not come from elsewhere.
      if (name === 'step' || name === 'autoplay') endFollow(state);
      return name === 'undo' && followUndo(state) ? true : 'go on';
    },
    { first: true },
  );
  const end = effect(() => {
    const now = game.value;
    if (follow.value.kind === 'off') {
      passOn();
      return end();
    }
    const goesOn = now.change.kind === 'board' && now.change.goesOn;
    if (now !== board && !goesOn) untracked(() => (follow.value = STARTED));
    board = now;
  });
}

/** A move whose tile is still to come is taken back. @param {State} state */
export function endFollow({ follow }) {
  if (follow.value.kind === 'on') follow.value = { kind: 'off' };
}

/** @param {State} state @param {Direction} direction @returns {boolean} whether the move is possible */
function followMove({ Game, follow, game }, direction) {
  const now = follow.value;
  if (now.kind === 'off' || tileIsMissing({ follow })) return false;
  const { ranks, rows, cols, status } = game.value;
  if (status !== 'playing') return false;
  const moved = Game.fromPosition(ranks, rows, cols, 0, 0n);
  const step = moved.play(direction);
  const slide = step && { moves: step.moves, after: moved.ranks().with(step.spawn.cell, 0) };
  moved.free();
  if (!slide) return false;
  follow.value = { ...now, pending: { direction, slide }, note: { kind: 'moved', direction } };
  return true;
}

/**
 * Whether the board waits for the tile of the pending move; then the player is told.
 * @param {Pick<State, 'follow'>} state
 */
function tileIsMissing({ follow }) {
  const now = follow.value;
  if (now.kind === 'off' || now.pending === 'none') return false;
  follow.value = { ...now, note: { kind: 'tap-first' } };
  return true;
}

/**
 * The new tile of the pending move appeared here.
 * @param {State} state
 * @param {number} cell
 * @param {number} rank
 */
export function placeTile({ follow, session }, cell, rank) {
  const now = follow.value;
  if (now.kind === 'off' || now.pending === 'none') return;
  const { direction, slide } = now.pending;
  if (slide.after[cell] !== 0) {
    follow.value = { ...now, note: { kind: 'occupied' } };
    return;
  }
  session.move(direction, 'person', { cell, rank });
  follow.value = {
    kind: 'on',
    pending: 'none',
    last: direction,
    note: { kind: 'placed', cell, rank },
  };
}

/**
 * Takes back the last tile or, if it has not been placed yet, the move.
 * @param {State} state
 * @returns {boolean} false: there is none from here
 */
function followUndo(state) {
  const { follow, session } = state;
  const now = follow.value;
  if (now.kind === 'off') return false;
  if (now.pending !== 'none') {
    follow.value = STARTED;
    return true;
  }
  if (now.last === 'none' || !session.undo()) return false;
  followMove(state, now.last);
  return true;
}
