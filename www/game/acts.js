// What the player does with the game. A player's action stops the AI.

import { t } from '../shared/text.js';
import { takeOver } from '../ai/state.js';
import { mayMove } from '../coach/state.js';
import { openDialog } from '../shared/dialogs.js';
import { followMove, followUndo } from '../setup/follow.js';
import { forget, notify, say } from '../shared/notices.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { GameClass } from './session.js' */
/** @import { Players } from './record.js' */
/** @import { State } from './state.js' */

/** @param {State} state @param {Direction} direction @returns {boolean} false: the move is not made */
export function move(state, direction) {
  if (state.paused.value) return false;
  takeOver(state);
  if (state.follow.value.kind === 'on') return followMove(state, direction);
  if (!mayMove(state, direction)) return false;
  const moved = state.session.move(direction, 'person');
  // Whoever cannot see that nothing moved would wait for the next tile.
  if (!moved && state.session.game.status === 'playing') say(state, 'not possible');
  return moved;
}

/** @param {State} state */
export function undo(state) {
  takeOver(state);
  if (state.final.value || followUndo(state)) return;
  if (state.session.undo()) sayUndone(state);
}

/** @param {State} state */
function sayUndone(state) {
  say(state, t('Undone, score {score}', { score: state.game.value.score }));
}

/** @param {State} state */
export function redo(state) {
  takeOver(state);
  if (!state.final.value) state.session.redo();
}

/** Plays on after 2048. @param {State} state */
export function keepGoing(state) {
  state.session.keepGoing();
}

/**
 * Puts another game on the board.
 * @param {State} state
 * @param {InstanceType<GameClass>} game
 * @param {string} notice can undo it
 * @param {Players} [players] who made its moves
 */
export function beginGame(state, game, notice, players) {
  replaceGame(state, () => state.session.begin(game, players), notice, true);
}

/** Starts a game of the same size. @param {State} state */
export function newGame(state) {
  const { challenge, daily, session } = state;
  const given = [daily.value, challenge.value].find(({ kind }) => kind !== 'none');
  const seed = given && 'seed' in given ? given.seed : null;
  replaceGame(state, () => session.newGame(seed), 'New game.', session.moves > 0 || session.canRedo);
}

/**
 * @param {State} state
 * @param {() => () => void} start puts another game on the board, and returns how to restore this one
 * @param {string} notice
 * @param {boolean} undoable whether to offer that
 */
function replaceGame(state, start, notice, undoable) {
  if (!mayReplace(state)) return;
  const takeBack = start();
  if (undoable) offerUndo(state, notice, takeBack);
  else say(state, notice);
  focusBoard(state);
}

/**
 * Whether another game may take the place of the one on the board: not of a daily try, which nothing may end
 * but the player's word. If so, what concerned the old one ends.
 * @param {State} state
 */
function mayReplace(state) {
  if (state.final.value) {
    const action = { label: 'Result', act: () => openDialog(state, { name: 'daily' }) };
    notify(state, 'Finish your daily try first, or end it.', action);
    return false;
  }
  takeOver(state);
  forget(state, 'undo');
  return true;
}

/** @param {State} state @param {string} notice @param {() => void} takeBack restores the game before */
export function offerUndo(state, notice, takeBack) {
  forget(state, 'undo');
  const act = () => {
    takeOver(state);
    takeBack();
    sayUndone(state);
    focusBoard(state);
  };
  notify(state, notice, { label: 'Undo', act }, 'undo');
}

/** Opens the saved game of another size. @param {State} state @param {number} rows @param {number} cols */
export function continueSaved(state, rows, cols) {
  if (!mayReplace(state)) return;
  state.session.open(rows, cols);
  focusBoard(state);
}

/**
 * Shows the best score of another tab.
 * @param {State} state
 * @param {Parameters<State['session']['refreshBests']>[0]} [how]
 */
export function adoptBest({ game, session }, how) {
  session.refreshBests(how);
  game.value = { ...game.value, best: session.best };
}

/** Shows the game and the best score that are stored, after a file was loaded. @param {State} state */
export function showStored({ final, game, session }) {
  session.refresh({ isTry: final.value });
  session.readBests();
  game.value = { ...game.value, best: session.best };
}

/** @param {State} state */
export function focusBoard(state) {
  state.focus.value++;
}
