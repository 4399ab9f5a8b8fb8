// What can be done with the game. An action is one object, which keys, buttons, the menu and the host page
// of an embedded game read alike. `perform` is the one way to it, so what a daily try, a race, a followed
// game, the coach or the AI has to say about it is asked in one place.

import { t, translatable } from '../shared/text.js';
import { notify, say } from '../shared/notices.js';
import { watch } from './adopt.js';

/** @import { GameClass } from './session.js' */
/** @import { Players } from './record.js' */
/** @import { State } from './state.js' */

/**
 * `name`: also the id of its button. `words`: in the menu. `does`: makes a move, takes moves back or makes
 * them again, or replaces the game by another one. `keys`: the names of its keys, as ./input.js reads them,
 * each with its argument. `guard`: whether it can be done now; else its button is disabled, and nothing else
 * does it either. `run`: false: nothing was done.
 * @typedef {{ name: string, words?: string, does?: 'move' | 'back' | 'replace', keys?: Record<string, any>,
 *   guard?: (state: State) => boolean, run: (state: State, argument: any) => unknown }} Action
 */
/**
 * What a feature has to say before an action: 'go on', or whether it was done in the feature's own way.
 * @typedef {(action: Action, argument: any) => boolean | 'go on'} Guard
 */

/** Directions by key, also by letter as in vi, and by the place of WASD on any keyboard. */
const MOVES = {
  ...{ ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 },
  ...{ k: 0, l: 1, j: 2, h: 3 },
  ...{ KeyW: 0, KeyD: 1, KeyS: 2, KeyA: 3 },
};

/** @type {Action} Its argument is a direction. */
export const MOVE = {
  name: 'move',
  does: 'move',
  keys: MOVES,
  run(state, direction) {
    const { session } = state;
    const moved = session.move(direction, 'person');
    // Whoever cannot see that nothing moved would wait for the next tile.
    if (!moved && session.game.status === 'playing') say(state, 'not possible');
    return moved;
  },
};

/** @type {Action} */
export const UNDO = {
  name: 'undo',
  does: 'back',
  keys: { 'Control+z': null },
  guard({ daily, final, follow, game }) {
    const isPending = follow.value.kind === 'on' && follow.value.pending !== 'none';
    // A daily game that is over stays as it is.
    const isResult = daily.value.kind === 'daily' && game.value.status === 'over';
    return !final.value && !isResult && (game.value.canUndo || isPending);
  },
  run(state) {
    if (state.session.undo()) sayUndone(state);
  },
};

/** @type {Action} */
export const REDO = {
  name: 'redo',
  words: translatable('Redo'),
  does: 'back',
  keys: { 'Control+Shift+z': null, 'Control+y': null },
  guard: ({ game }) => game.value.canRedo,
  run: ({ session }) => session.redo(),
};

/** @type {Action} Plays on after 2048. */
export const KEEP_GOING = { name: 'message-go-on', run: ({ session }) => session.keepGoing() };

/** @type {Action} A game of the same size; on a given board, such as the daily one, of the same tiles. */
export const NEW_GAME = {
  name: 'new-game',
  does: 'replace',
  run(state) {
    const { challenge, daily, session } = state;
    const given = [daily.value, challenge.value].find(({ kind }) => kind !== 'none');
    const seed = given && 'seed' in given ? given.seed : null;
    const isUndoable = session.moves > 0 || session.canRedo;
    replace(state, () => session.newGame(seed), translatable('New game.'), isUndoable);
  },
};

/** @type {Action} Its argument is the size whose saved game is opened. */
export const CONTINUE = {
  name: 'continue',
  does: 'replace',
  run(state, { rows, cols }) {
    putHere(state, () => state.session.open(rows, cols));
    focusBoard(state);
  },
};

/** @type {Action} The player wants to hear the coach's last words again. */
const AGAIN = { name: 'again', keys: { c: null }, run: ({ repeats }) => void repeats.value++ };

/** The actions of the board; features add theirs to `state.actions`. */
export const BOARD_ACTIONS = [MOVE, UNDO, REDO, NEW_GAME, KEEP_GOING, AGAIN];

/**
 * Whether the button of an action is disabled: another tab has the board, or it cannot be done now.
 * @param {State} state @param {Action} action
 */
export const isDisabled = (state, action) =>
  state.owner.value === 'elsewhere' || action.guard?.(state) === false;

/**
 * @param {State} state
 * @param {Action} action
 * @param {any} [argument]
 * @returns {boolean} whether it was done
 */
export function perform(state, action, argument) {
  // Another game is played here (`putHere`).
  if (state.owner.value === 'elsewhere' && action.does !== 'replace') return false;
  if (action.guard?.(state) === false) return false;
  if (action.does === 'move' && state.paused.value) return false;
  if (action.does === 'back' && state.final.value) return false;
  for (const guard of [...state.guards]) {
    const answer = guard(action, argument);
    if (answer !== 'go on') return answer;
  }
  if (action.does === 'replace' && state.final.value) return false;
  return action.run(state, argument) !== false;
}

/**
 * @param {State} state
 * @param {Guard} guard
 * @param {{ first?: boolean }} [order]
 * @returns {() => void} takes it away
 */
export function addGuard(state, guard, { first = false } = {}) {
  const { guards } = state;
  guards.splice(first ? 0 : guards.length, 0, guard);
  return () => void guards.splice(guards.indexOf(guard), 1);
}

/** The player goes on here with a game that another tab has. @param {State} state */
export function playHere({ ownership, session }) {
  void ownership.ask(session.size, { steal: true });
}

/**
 * Puts another game on the board, and closes the dialog over it.
 * @param {State} state
 * @param {InstanceType<GameClass>} game
 * @param {string} notice can undo it
 * @param {Players} [players] who made its moves
 * @param {boolean} [undone] whether moves of it were undone
 * @returns {boolean} false: the game before has to be finished, and the player is told
 */
export function beginGame(state, game, notice, players, undone) {
  const start = () => state.session.begin(game, players, undone);
  return perform(state, { name: 'begin', does: 'replace', run: () => replace(state, start, notice, true) });
}

/**
 * @param {State} state
 * @param {() => () => void} start puts another game on the board, and returns how to restore this one
 * @param {string} notice
 * @param {boolean} undoable whether to offer that
 */
function replace(state, start, notice, undoable) {
  const takeBack = putHere(state, start);
  const { status, undoesNewGame } = state.game.value;
  // Else the message of a game that is won or over has this very undo.
  if (undoable && (status === 'playing' || !undoesNewGame)) offerUndo(state, notice, takeBack);
  else say(state, notice);
  focusBoard(state);
}

/**
 * What the player begins is played here, also if another tab has its board. The dialog closes first, so that
 * it returns the focus before the page moves it.
 * @template T
 * @param {State} state
 * @param {() => T} start puts another game on the board
 */
function putHere(state, start) {
  const { dialog, owner, ownership, session } = state;
  dialog.value = { name: 'none' };
  // What the other tab has saved last is the game that is replaced.
  if (owner.value === 'elsewhere') watch(session);
  const result = start();
  if (ownership.status !== 'mine') playHere(state);
  return result;
}

/** @param {State} state @param {string} notice @param {() => void} takeBack restores the game before */
function offerUndo(state, notice, takeBack) {
  const run = () => {
    putHere(state, takeBack);
    sayUndone(state);
    focusBoard(state);
  };
  const act = () => void perform(state, { name: 'restore', does: 'replace', run });
  notify(state, notice, { label: 'Undo', act }, 'undo');
}

/** @param {State} state */
function sayUndone(state) {
  say(state, t('Undone, score {score}', { score: state.game.value.score }));
}

/** @param {State} state */
export function focusBoard(state) {
  state.focus.value++;
}
