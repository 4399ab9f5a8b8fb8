// The state of the page: everything that a view draws and an effect follows. The puzzles and a race have a
// state of their own (`makePuzzles`, `createRace`); that of a race has two of this kind, one a board.
//
// What is absent is 'none' or a kind that says what is missing; a text that is absent is ''. Other types have
// null, undefined or NaN.
//
// A board is its ranks row by row: 0 an empty cell, 1 a 2, 11 a 2048. A cell is an index into it. A direction
// is 0 up, 1 right, 2 down, 3 left. "at": the number of moves before a board. A loss is in percent of the
// rest of the game: of the points that the best move still promises. A cost is in points (`KeptGame` calls it
// `loss`). A share is 0 to 1.
//
// The functions of each feature's `state.js` are what the player can do and what effects report. They change
// the state and leave it valid; moves, undo and new games are in `acts.js`. Views draw the state and effects
// act on it; both subscribe to its signals with `effect` and never call each other. The frame (../embed) has
// a state of its own, with the same functions and views.

import { AUTOMATIC } from '../shared/choices.js';
import { computed, effect, signal, untracked } from '../vendor/signals-core.js';
import { ALONE, Owner } from './owner.js';
import { own, watch } from './adopt.js';
import { Session } from './session.js';
import { BOARD_ACTIONS } from './acts.js';
import { DEFAULT_SPEED } from './speed.js';
import { forget, makeTold } from '../shared/notices.js';

/** @import { Status } from '../engine/types.js' */
/** @import { Update } from '../shared/notices.js' */
/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Action, Guard } from './acts.js' */
/** @import { Ownership } from './owner.js' */
/**
 * @import { Ai, BoardState, Challenge, Coach, Daily, DailyRival, Dialog, Evaluation, Follow, Forecast,
 *   KeptGames, Mode, Networks, Review, Speaker, Start, Story, Viewer } from './types.js'
 */

/** @param {Start} start */
function initial(start) {
  const { Game, store, records } = start;
  return {
    /** The rules: the class of the WebAssembly package. */
    Game,
    /** The small records, not those of the history; `records` uses it, too, but not on the daily board. */
    store,
    /** The saved game of each size and the best scores; the daily board has its own. */
    records,

    // ---- the game ----

    /** Whose the board is; 'asking' counts as 'mine'. @type {Signal<Ownership>} */
    owner: signal('mine'),
    /** Whether the last save failed, or nothing is stored here (a race, some frames). */
    unsaved: signal(false),
    /** @type {Signal<Follow>} */
    follow: signal({ kind: 'off' }),
    /** @type {Signal<Daily>} */
    daily: signal(start.daily ?? { kind: 'none' }),
    /** The game to beat, on the page of a challenge. @type {Signal<Challenge>} */
    challenge: signal(start.challenge ?? { kind: 'none' }),
    /** Weakest first. @type {Signal<DailyRival[]>} */
    dailyRivals: signal([]),
    /** What can be done, by keys and buttons (./acts.js). @type {Action[]} */
    actions: [...BOARD_ACTIONS],
    /** What features have to say about it, while they have. @type {Guard[]} */
    guards: [],
    /** What there is to say of the game when it is over. @type {Signal<Story>} */
    story: signal({ kind: 'none' }),
    /** The text that shares the game on the board, if it has one of its own, as the try of the day. */
    toShare: signal(''),
    /** Whether the board takes no moves of the player: on the page of races while no race runs. */
    paused: signal(false),

    // ---- the AI: ../ai/ask.js has the workers, and reports `engine` and `networks` ----

    /** @type {Signal<Ai>} */
    ai: signal(start.ai ?? 'loading'),
    /** How the engine runs. @type {Signal<Status>} */
    engine: signal({ state: 'idle', tier: null, threads: 0 }),
    /** @type {Signal<Networks>} */
    networks: signal({ all: [], status: { kind: 'none' }, used: 'built-in' }),
    /** The network that the player chose: an id, `AUTOMATIC` or `BUILT_IN`. */
    networkChoice: signal(start.network ?? AUTOMATIC),
    /** What the AI does now. @type {Signal<Mode>} */
    mode: signal('off'),
    /** @type {Signal<Evaluation>} */
    evaluation: signal({ kind: 'none' }),
    /** @type {Signal<Forecast>} */
    forecast: signal({ kind: 'none' }),
    /** Why the AI gave no answer last, for the frame; the page shows `sentence`. New with every failure. */
    trouble: signal({ text: '' }),
    /** What the AI says of its state; empty once it has evaluated a board. */
    sentence: signal(''),
    /** @type {Signal<Speaker>} */
    speaker: signal('nobody'),
    /** The position of the slider for the speed of autoplay, 0 to `FASTEST` (./speed.js). */
    speed: signal(DEFAULT_SPEED),
    /** On while the setting is, except where moves are final. @type {Signal<Coach>} */
    coach: signal({ kind: 'off' }),

    // ---- finished games ----

    /** @type {Signal<Viewer>} */
    viewer: signal({ kind: 'none' }),
    /** Moves per second when the viewer plays a game back. */
    playback: signal(6),
    /**
     * The reviews by the text of their games (../ai/review.js makes them): the story of a game and the replay
     * viewer show the same one. @type {Signal<ReadonlyMap<string, Review>>}
     */
    reviews: signal(new Map()),
    /** @type {Signal<KeptGames>} */
    keptGames: signal({ games: 'unread', group: '', listed: 0, asked: false, restore: 'none' }),

    // ---- what the player is told ----

    ...makeTold(),
    /** A newer version of the page. @type {Signal<Update>} */
    update: signal({ kind: 'none' }),
    /** @type {Signal<Dialog>} */
    dialog: signal({ name: 'none' }),
    /** Incremented when the player wants to hear the coach's words again. */
    repeats: signal(0),
    /** Incremented when the board should take the focus. */
    focus: signal(0),

    // ---- how it looks ----

    settings: signal(start.settings),
    /** Whether the system asks for less motion. */
    calm: signal(false),
    /** Whether the AI's panel is open where it is otherwise one line. */
    panelOpen: signal(false),
    /** Whether it is beside the board, where it is always open. */
    panelBeside: signal(false),
  };
}

/** @param {Start} start */
export function createState(start) {
  const { Game, records, rows, cols, seed, onLost, onDamaged } = start;
  const state = initial(start);
  const ownership = start.shared ? new Owner(records.store, (status) => owned(status)) : ALONE;
  const session = new Session({
    Game,
    records,
    owner: ownership,
    isTry: () => result.final.value,
    rows,
    cols,
    seed,
    endless: start.racing,
    onLost,
    onDamaged,
    onSave: (kept) => {
      state.unsaved.value = !kept;
    },
  });
  const game = session.board;
  // The first effect of the game, so that all others find only what still holds.
  const first = game.value;
  let shown = session.game;
  effect(() => {
    const board = game.value;
    if (board === first) return;
    untracked(() => {
      // What a notice can undo is how the game before came to the board.
      if (session.game !== shown) forget(state, 'undo');
      shown = session.game;
      forgetBoard(state, board);
    });
  });
  /** @param {Ownership} status */
  function owned(status) {
    state.owner.value = status;
    if (status !== 'mine') watch(session);
    else if (!start.leaves?.()) own(session);
  }
  const result = {
    ...state,
    /** Asks for the board and lets go of it (./owner.js). */
    ownership,
    /** The game with its undo history. It sets the signal `game`. */
    session,
    /** The game on the board. */
    game,
    /**
     * The player's best score on this size, this game included; games that were set up, repeated from
     * elsewhere or in which the AI made a move do not count, hints do not matter.
     */
    best: session.bests.own,
    /** Whether moves are final: a race and the counted try of the daily board have no undo and no AI. */
    final: computed(
      () =>
        start.racing === true ||
        (state.daily.value.kind === 'daily' && !state.daily.value.tries.has(state.daily.value.day)),
    ),
    /** Whether to draw without animations. */
    still: computed(() => state.calm.value || state.settings.value.motion === 'reduced'),
  };
  return result;
}

/** @typedef {ReturnType<typeof createState>} State */

/**
 * What was said about the board before its last change no longer holds.
 * @param {ReturnType<typeof initial>} state
 * @param {BoardState} board
 */
function forgetBoard(state, { change, status, moves, canRedo }) {
  const { evaluation, speaker, coach, forecast } = state;
  const { value } = evaluation;
  // The message of a game that is won or over has an undo of its own.
  if (status !== 'playing') forget(state, 'undo');
  // After a move the chances are nearly the same until they are known; another board has others.
  if (change.kind === 'board' && forecast.value.kind === 'known') forecast.value = { kind: 'none' };
  // After a move of the AI the report that chose it stays until the next one.
  if (change.kind === 'step' && change.by === 'engine') {
    if (value.kind === 'known') evaluation.value = { ...value, hint: false };
    return;
  }
  // With a new game the panel is as it was at first; after undo it stays as large as it is.
  const isNew = change.kind === 'board' && moves === 0 && !canRedo;
  if (isNew) evaluation.value = { kind: 'none' };
  else if (value.kind === 'known') evaluation.value = { kind: 'past', report: value.report };
  if (speaker.value !== 'coach' || change.kind !== 'step') speaker.value = 'nobody';
  if (change.kind === 'board' && coach.value.kind === 'on')
    coach.value = { ...coach.value, said: { kind: 'nothing' } };
}
