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

import { AUTOMATIC } from '../engine/protocol.js';
import { batch, computed, signal } from '../vendor/signals-core.js';
import { ALONE, Owner } from './owner.js';
import { own } from './adopt.js';
import { Session } from './session.js';
import { BOARD_ACTIONS } from './acts.js';
import { DEFAULT_SPEED } from './speed.js';
import { forget, makeTold } from '../shared/notices.js';

/** @import { Position } from './position.js' */
/** @import { Direction, Network, NetworkStatus, Report, Status } from '../engine/types.js' */
/** @import { Action, Guard } from './acts.js' */
/** @import { Findings } from '../ai/findings.js' */
/** @import { Rating } from '../ai/rating.js' */
/** @import { Lines } from '../ai/lines.js' */
/** @import { Reason } from '../ai/reasons.js' */
/** @import { Ownership } from './owner.js' */
/** @import { Replay } from './replay.js' */
/** @import { Rival } from './rivals.js' */
/** @import { Change } from './play.js' */
/** @import { GameClass } from './session.js' */
/** @import { Slide } from './slide.js' */
/** @import { Values } from '../shared/settings.js' */
/** @import { PlayedGame, Players, Records, Scored } from './record.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { KeptGame } from './waiting.js' */
/** @import { Judgment } from '../people/types.js' */
/** @import { Outlook } from '../pkg/afterstate.js' */
/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Update } from '../shared/notices.js' */

// ---- the game ----

/**
 * The game on the board.
 * @typedef {object} BoardState
 * @property {number} revision the number of changes so far, to recognize answers about an older board
 * @property {Change} change the last of them
 * @property {number} rows
 * @property {number} cols
 * @property {bigint} seed
 * @property {Uint8Array} ranks
 * @property {number} maxRank of the largest tile now on the board
 * @property {number} score
 * @property {number} best the player's best score on this size, this game included; games that were set up,
 *   repeated from elsewhere or in which the AI made a move do not count, hints do not matter
 * @property {number} moves
 * @property {'playing' | 'won' | 'over'} status `won`: 2048 was made, and moves are refused until the
 *   player goes on
 * @property {boolean} isOver whether the board allows no move, whatever the status
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} undoesNewGame whether undo would bring back the game before this one
 */

/**
 * A game from elsewhere that is repeated here move by move.
 * @typedef {object} FollowedGame
 * @property {'on'} kind
 * @property {'none' | { direction: Direction, slide: Slide }} pending the move whose new tile is to come
 * @property {'none' | Direction} last the move that was completed last: undo takes it back
 * @property {FollowNote} note what just happened, for the player
 */
/**
 * @typedef {{ kind: 'start' | 'tap-first' | 'occupied' } | { kind: 'moved', direction: Direction }
 *   | { kind: 'placed', cell: number, rank: number }} FollowNote
 */
/** @typedef {{ kind: 'off' } | FollowedGame} Follow */

/**
 * Whether this is the page of the daily board: the board of one UTC day, the same for everybody. `day`: such
 * as 2026-11-24; `seed`: its digits; `tries`: the counted tries that have ended, by day; the first game of a
 * day counts.
 * @typedef {{ kind: 'none' } | { kind: 'daily', day: string, seed: bigint, tries: Map<string, KeptGame> }}
 *   Daily
 */

/**
 * A shared game to beat on its tiles. `text`: the whole game; `rival`: the one that it raced, if it did;
 * `day`: of the daily board, if it is one; `ranks`: its last board; `rank`: of its largest tile.
 * @typedef {{ kind: 'on', text: string, by: Scored, rival: string | null, day: string | null,
 *   rows: number, cols: number, seed: bigint, score: number, moves: number, ranks: Uint8Array,
 *   rank: number }} OpenChallenge
 */
/** @typedef {{ kind: 'none' } | OpenChallenge} Challenge */
/** A board of a link. @typedef {{ kind: 'board', position: Position, score: number }} SharedBoard */

/**
 * A rival's game on the daily board. `rank`: of its largest tile.
 * @typedef {{ rival: Rival, game: { kind: 'playing' } | { kind: 'failed', text: string }
 *   | { kind: 'played', score: number, rank: number, moves: number } }} DailyRival
 */

// ---- the AI ----

/**
 * What the AI does: `hint` points at the best move, `step` makes it, `autoplay` plays on.
 * @typedef {'off' | 'hint' | 'step' | 'autoplay'} Mode
 */

/**
 * Whether the page has the code of the AI. `off`: the address has turned it off; `failed`: asking loads it
 * again. The frame is `ready` before its first question, which loads it. A race does not load it and stays
 * `loading`. Whether workers run is `engine`.
 * @typedef {'loading' | 'off' | 'failed' | 'ready'} Ai
 */

/**
 * What the AI last said about the board, or about the board before its own last move; `past`: about an older
 * one. `hint`: whether to point at the best move on the board. See also `Evaluation` of ../engine.
 * @typedef {{ kind: 'none' } | { kind: 'known', report: Report, hint: boolean }
 *   | { kind: 'past', report: Report }} Evaluation
 */

/**
 * The networks of this site and those that learned in this browser. `status`: how far the network that was
 * requested last is; `used`: the one that answers now, also while another loads. The built-in heuristic is
 * null in `status`, BUILT_IN in `networkChoice`.
 * @typedef {{ all: Network[], status: NetworkStatus | { kind: 'none' }, used: Network | 'built-in' }}
 *   Networks
 */

/**
 * Who has spoken last since the board changed: the AI with its evaluation or a sentence about its state, or
 * the coach, whose words stay during the next move so that they can be read.
 * @typedef {'nobody' | 'evaluation' | 'sentence' | 'coach'} Speaker
 */

/** The line below the board. @typedef {{ kind: 'none' } | { kind: 'known', chances: Outlook }} Forecast */

/**
 * A board that the coach has asked about.
 * @typedef {Pick<BoardState, 'revision' | 'ranks' | 'rows' | 'cols' | 'score'>} CoachedBoard
 */

/**
 * What the coach knows of a board. `judgment`: of the judge of people's moves, if there is one.
 * @typedef {{ board: CoachedBoard, report: Report, judgment?: Judgment | null }} CoachKnows
 */

/**
 * Scores, in points: of the board, expected at the end of the game, and the highest expected in this game.
 * @typedef {{ made: number, end: number, most: number }} ExpectedPoints
 */

/**
 * What the coach says: a rating of the last move, or a warning of a move that is not made yet, on the board
 * of this revision. A criticized move has a reason or, where there is none, the line that the AI expects,
 * beginning with the better move.
 * @typedef {{ kind: 'nothing' }
 *   | { kind: 'rating', rating: Rating, reason: Reason | 'none', line: Direction[] }
 *   | { kind: 'warning', rating: Rating, revision: number }} Said
 */

/**
 * The coach, who rates the player's moves; quick ones may get no rating.
 * @typedef {object} ActiveCoach
 * @property {'on'} kind
 * @property {'nothing' | CoachKnows} known the last board that the AI evaluated for the coach
 * @property {Said} said
 * @property {'unknown' | ExpectedPoints} expected
 */
/** @typedef {{ kind: 'off' } | ActiveCoach} Coach */

// ---- finished games ----

/**
 * A move that decided the game.
 * @typedef {object} Moment
 * @property {number} at the number of moves before it
 * @property {Direction} played
 * @property {Direction} best
 * @property {number} loss what it gave away
 * @property {Uint8Array} board the one before it
 * @property {Uint8Array} worse the board after it, before the new tile
 * @property {Uint8Array} better the board after the best move, before the new tile
 * @property {Reason | 'none'} reason
 * @property {Lines | 'none'} lines how both went on, where there is no reason
 */
/**
 * The review of a finished game; `none`: there are no networks for its size.
 * @typedef {{ kind: 'running' | 'done' } | { kind: 'failed', text: string }
 *   | { kind: 'none' }} StoryReview
 */
/** The first board with a tile: after `at` moves. @typedef {{ rank: number, at: number }} Mark */
/**
 * The story of a finished game.
 * @typedef {object} ToldStory
 * @property {'told'} kind
 * @property {Replay} replay the game
 * @property {Mark[]} marks the first board with each tile from 128 on
 * @property {Findings | 'none'} findings of the review
 * @property {Moment[]} moments
 * @property {StoryReview} review
 */
/** @typedef {{ kind: 'none' } | ToldStory} Story */

/**
 * The game in the replay viewer.
 * @typedef {object} OpenViewer
 * @property {'open'} kind
 * @property {Replay} replay
 * @property {number} at the number of moves before the board that is shown
 * @property {boolean} stepped whether the move before it was played just now, to be drawn as a move
 * @property {boolean} playing whether the game is played back
 * @property {Direction | 'none'} best the best move, to point at
 */
/** @typedef {{ kind: 'none' } | OpenViewer} Viewer */

/**
 * The review of that game; `resting`: not begun, stopped, failed or done; `following`: its story reviews it.
 * `findings`: so far; `note`: what to say instead of a summary, if it is not empty.
 * @typedef {{ kind: 'resting' | 'running' | 'following', findings: Findings | 'none', note: string }} Review
 */

/**
 * The games of the history.
 * @typedef {object} KeptGames
 * @property {KeptGame[] | 'unread'} games the newest first
 * @property {string} group which of them are shown, by size and who made the moves (`groupOf`)
 * @property {boolean} asked "Delete all" was pressed once
 * @property {'none' | (() => Promise<void>)} restore takes back what was deleted last
 */

// ---- what the player is told ----

/**
 * What the replay opens: the game on the board, one of the history, or one from a link or a text. `by`: who
 * made its moves, if the link says it.
 * @typedef {{ kind: 'current' } | { kind: 'kept', text: string, players: Players }
 *   | { kind: 'shared', text: string, by?: Players }} ReplayChoice
 */
/**
 * What the puzzles open: the last one or the next, a mistake of the player, or a board from a link. `ranks`:
 * as `writeDigits` writes them.
 * @typedef {{ kind: 'any' } | { kind: 'own' } | { kind: 'board', ranks: string }} PuzzleChoice
 */
/**
 * @typedef {{ name: 'menu' | 'size' | 'setup' | 'settings' | 'history' | 'daily' }
 *   | { name: 'challenge', challenge: OpenChallenge | SharedBoard }
 *   | { name: 'replay', shown: ReplayChoice } | { name: 'puzzles', shown: PuzzleChoice }} OpenDialog
 */
/** @typedef {OpenDialog['name']} DialogName */
/** The dialog over the page, at most one. @typedef {{ name: 'none' } | OpenDialog} Dialog */

/**
 * What the state begins with.
 * @typedef {object} Start
 * @property {GameClass} Game the rules
 * @property {Store} store
 * @property {Records} records
 * @property {number} rows
 * @property {number} cols
 * @property {bigint | null} seed of the first game, unless a game of this seed is stored; null: of any seed
 * @property {Values} settings
 * @property {string} [network] the one that the player chose
 * @property {Ai} [ai]
 * @property {Daily} [daily]
 * @property {Challenge} [challenge]
 * @property {boolean} [shared] whether other tabs can open this board, so that it needs an owner
 * @property {boolean} [racing] whether the game is one of a race
 * @property {(played: PlayedGame) => void} [onLost] as for a session
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
    /** @type {Signal<Review>} */
    review: signal({ kind: 'resting', findings: 'none', note: '' }),
    /** @type {Signal<KeptGames>} */
    keptGames: signal({ games: 'unread', group: '', asked: false, restore: 'none' }),

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
  };
}

/** @param {Start} start */
export function createState(start) {
  const { Game, records, rows, cols, seed, onLost } = start;
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
    onChange: (change) => changed(change),
    onLost,
    onSave: (kept) => {
      state.unsaved.value = !kept;
    },
  });
  const game = signal(boardOf(session, { kind: 'board' }));
  /** @param {Ownership} status */
  function owned(status) {
    state.owner.value = status;
    if (status === 'mine') own(session);
    // What was not saved yet goes to the record or, if it is too late for that, to the history.
    else session.saving.now({ leaving: true });
  }
  /** @param {Change} change */
  function changed(change) {
    // A race goes past 2048 without asking.
    if (start.racing && session.status === 'won') session.game.keepGoing();
    batch(() => {
      forgetBoard(state, change);
      game.value = boardOf(session, change);
      // The end of a game has an undo of its own.
      if (session.status === 'over') forget(state, 'undo');
    });
  }
  const result = {
    ...state,
    /** Asks for the board and lets go of it (./owner.js). */
    ownership,
    /** The game with its undo history. Its changes arrive in the signal `game`. */
    session,
    /** The game on the board after the last change. */
    game,
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

/** The player goes on here with a game that another tab has. @param {State} state */
export function playHere({ ownership, session }) {
  void ownership.ask(session.size, { steal: true });
}

/** @typedef {ReturnType<typeof createState>} State */

/** @param {Session} session @param {Change} change @returns {BoardState} */
function boardOf(session, change) {
  const { game, revision, best, undoesNewGame } = session;
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
  };
}

/**
 * What was said about the board before a change no longer holds.
 * @param {Pick<State, 'evaluation' | 'speaker' | 'coach' | 'forecast'>} state
 * @param {Change} change
 */
function forgetBoard({ evaluation, speaker, coach, forecast }, change) {
  const { value } = evaluation;
  // After a move the chances are nearly the same until they are known; another board has others.
  if (change.kind === 'board' && forecast.value.kind === 'known') forecast.value = { kind: 'none' };
  // After a move of the AI the report that chose it stays until the next one.
  if (change.kind === 'step' && change.by === 'engine') {
    if (value.kind === 'known') evaluation.value = { ...value, hint: false };
    return;
  }
  if (value.kind === 'known') evaluation.value = { kind: 'past', report: value.report };
  if (speaker.value !== 'coach' || change.kind !== 'step') speaker.value = 'nobody';
  if (change.kind === 'board' && coach.value.kind === 'on')
    coach.value = { ...coach.value, said: { kind: 'nothing' }, expected: 'unknown' };
}
