// The state of the page, and nothing beside it: everything that a view draws and an effect follows.
//
// Functions of this folder change it, such as `move(state, 0)` and `notify(state, 'Copied.')`, and leave it valid. Views
// (../view) draw it and effects (../ask, ../storage, ../page) act on it; both subscribe to its signals with `effect` and
// never call each other. Nothing in this folder knows the document or a worker. The frame (../embed) has a state of its
// own, with the same functions and views.

import { batch, computed, signal } from '../vendor/signals-core.js';
import { Session } from '../game/session.js';
import { USUAL } from '../game/speed.js';
import { makeTold } from './notices.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Change, GameClass } from '../game/session.js' */
/** @import { Slide } from '../game/slide.js' */
/** @import { Values } from '../storage/settings.js' */
/** @import { PlayedGame, Records } from '../storage/record.js' */
/** @import { Signal } from '../vendor/signals-core.js' */

/**
 * The game on the board. `revision`: the number of changes so far, to recognize answers about an older board; `change`: the
 * last of them; `best`: the best score of this size; `undoesNewGame`: whether undo would bring back the game before this
 * one; `aided`: whether the AI made moves in it.
 * @typedef {{
 *   revision: number, change: Change, rows: number, cols: number, seed: bigint, ranks: Uint8Array, maxRank: number,
 *   score: number, best: number, moves: number, status: 'playing' | 'won' | 'over', isOver: boolean,
 *   canUndo: boolean, canRedo: boolean, undoesNewGame: boolean, aided: boolean
 * }} BoardState
 */

/** What the AI does. @typedef {'off' | 'hint' | 'step' | 'autoplay'} Mode */

/**
 * What the AI last said about the board, or about the board before its own last move. `hint`: whether to point at the best
 * move on the board.
 * @typedef {{ kind: 'none' } | { kind: 'known', report: Report, hint: boolean }} Evaluation
 */

/**
 * A short notice with at most one action. `about`: what it is about, so that it can be taken away when that has changed.
 * @typedef {{ id: number, text: string, action?: { label: string, act: () => void }, about?: 'undo' }} Notice
 */

/** The dialogs of the page. @typedef {'menu' | 'size' | 'editor' | 'replay' | 'settings' | 'history' | 'daily'} DialogName */

/**
 * The dialog over the page. `game`: the text of the game that the replay shows instead of the current one; `own`: given if
 * the player has played it, with whether the AI made moves in it.
 * @typedef {{ name: 'none' } | { name: DialogName, game?: string, own?: { aided: boolean } }} Dialog
 */

/**
 * A game from elsewhere is repeated here move by move. `pending`: the move whose new tile is still to come, with its slide;
 * `last`: the move that was completed last, and the number of moves after it; `note`: what just happened, for the player.
 * @typedef {{ kind: 'off' } | {
 *   kind: 'on', pending: 'none' | { direction: number, slide: Slide }, last: 'none' | { direction: number, moves: number },
 *   note: { kind: 'start' | 'tap-first' | 'occupied' } | { kind: 'moved', direction: number } | { kind: 'placed', cell: number, rank: number }
 * }} Follow
 */

/**
 * @param {{
 *   Game: GameClass, records: Records, rows: number, cols: number, seed: bigint | null, settings: Values,
 *   seedOfNewGames?: bigint | 'random', onLost?: (played: PlayedGame) => void, now?: () => number
 * }} start the rules, the stored games, the size and the seed of the first game, and the settings; `onLost`: as for a session
 */
export function createState({
  Game,
  records,
  rows,
  cols,
  seed,
  settings,
  seedOfNewGames = 'random',
  onLost,
  now,
}) {
  const state = {
    /** The rules: the class of the WebAssembly package. */
    Game,
    /** Where games and best scores are kept. */
    records,
    seedOfNewGames,

    // ---- the game ----

    /** Whether the game will not survive a reload, because storage is full or blocked. */
    unsaved: signal(false),
    /** Whether moves are final: they cannot be undone, and the AI may not help. */
    final: signal(false),
    /** @type {Signal<Follow>} */
    follow: signal({ kind: 'off' }),
    /** Whether the player may make a move at once; the coach may ask first. @type {(direction: number) => boolean} */
    mayMove: () => true,

    // ---- the AI ----

    /** What the AI was asked to do last; a new object with every request. @type {Signal<{ kind: Mode }>} */
    activity: signal({ kind: 'off' }),
    /** @type {Signal<Evaluation>} */
    evaluation: signal({ kind: 'none' }),
    /** Why the AI gave no answer the last time; empty if it never failed. @type {Signal<{ text: string }>} */
    trouble: signal({ text: '' }),
    /** The position of the speed slider. */
    speed: signal(USUAL),

    // ---- what the player is told ----

    ...makeTold(),
    /** A newer version of the page. @type {Signal<{ kind: 'none' } | { kind: 'ready', act: () => void }>} */
    update: signal({ kind: 'none' }),
    /** @type {Signal<Dialog>} */
    dialog: signal({ name: 'none' }),
    /** Incremented when the board should take the focus. */
    focus: signal(0),

    // ---- how it looks ----

    settings: signal(settings),
    /** Whether the system asks for less motion. */
    calm: signal(false),
  };
  const session = new Session({
    Game,
    records,
    rows,
    cols,
    seed,
    now,
    onChange: (change) => changed(change),
    onLost,
    onUnkept: () => {
      state.unsaved.value = true;
    },
  });
  const game = signal(boardOf(session, { kind: 'board' }));
  /** @param {Change} change */
  function changed(change) {
    const { evaluation } = state;
    batch(() => {
      if (evaluation.value.kind === 'known')
        evaluation.value =
          change.kind === 'step' && change.by === 'engine'
            ? { ...evaluation.value, hint: false }
            : { kind: 'none' };
      game.value = boardOf(session, change);
    });
  }
  return {
    ...state,
    /** The game with its undo history, which the functions in game.js change. */
    session,
    /** The game on the board after the last change. */
    game,
    /** What the AI does now. */
    mode: computed(() => state.activity.value.kind),
    /** Whether to draw without animations. */
    still: computed(() => state.calm.value || state.settings.value.motion === 'reduced'),
  };
}

/** @typedef {ReturnType<typeof createState>} State */

/** @param {Session} session @param {Change} change @returns {BoardState} */
function boardOf(session, change) {
  const { game, revision, best, aided, undoesNewGame } = session;
  return {
    revision,
    change,
    rows: game.rows,
    cols: game.cols,
    seed: game.seed,
    ranks: session.ranks(),
    maxRank: game.maxRank,
    score: game.score,
    best,
    moves: game.moves,
    status: game.status,
    isOver: game.isOver,
    canUndo: session.canUndo,
    canRedo: session.canRedo,
    undoesNewGame,
    aided,
  };
}
