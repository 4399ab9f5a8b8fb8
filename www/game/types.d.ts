// The types of the page's state (state.js), for everything that draws or changes it.

import type { Step } from '../pkg-game/afterstate.js';
import type { Lines } from '../ai/lines.js';
import type { Rating } from '../ai/rating.js';
import type { Reason } from '../ai/reasons.js';
import type { Findings } from '../ai/review.js';
import type { Direction, Network, NetworkStatus, Report } from '../engine/types.js';
import type { Outlook } from '../pkg/afterstate.js';
import type { Values } from '../shared/settings.js';
import type { Store } from '../shared/store.js';
import type { Change } from './play.js';
import type { Position } from './position.js';
import type { PlayedGame, Players, Records, Scored } from './record.js';
import type { Replay } from './replay.js';
import type { Rival } from './rivals.js';
import type { GameClass } from './session.js';
import type { KeptGame } from './waiting.js';

// ---- the game ----

/** The game on the board: another object after each change. */
export type BoardState = {
  /** The last change. */
  change: Change;
  rows: number;
  cols: number;
  seed: bigint;
  ranks: Uint8Array;
  /** Of the largest tile now on the board. */
  maxRank: number;
  score: number;
  moves: number;
  /** `won`: 2048 was made, and moves are refused until the player goes on. */
  status: 'playing' | 'won' | 'over';
  /** The possible moves, by direction. */
  possible: boolean[];
  /** Whether none is possible on the board. The status may say something else. */
  isOver: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether undo would bring back the game before this one. */
  undoesNewGame: boolean;
};

/** A move: where its tiles went, and the board before the new tile. */
export type Slide = {
  moves: Pick<Step['moves'][number], 'from' | 'to' | 'rank' | 'merged'>[];
  after: Uint8Array;
};

/** A game from elsewhere that is repeated here move by move. */
export type FollowedGame = {
  kind: 'on';
  /** The move whose new tile is to come. */
  pending: 'none' | { direction: Direction; slide: Slide };
  /** The move that was completed last: undo takes it back. */
  last: 'none' | Direction;
  /** What just happened, for the player. */
  note: FollowNote;
};
export type FollowNote =
  | { kind: 'start' | 'tap-first' | 'occupied' }
  | { kind: 'moved'; direction: Direction }
  | { kind: 'placed'; cell: number; rank: number };
export type Follow = { kind: 'off' } | FollowedGame;

/**
 * Whether this is the page of the daily board: the board of one UTC day, the same for everybody. `day`: such as 2026-11-24;
 * `seed`: its digits; `tries`: the counted tries that have ended, by day; the first game of a day counts.
 */
export type Daily =
  { kind: 'none' } | { kind: 'daily'; day: string; seed: bigint; tries: Map<string, KeptGame> };

/** A shared game to beat on its tiles. */
export type OpenChallenge = {
  kind: 'on';
  /** The whole game. */
  text: string;
  by: Scored;
  /** The one that it raced, if it did. */
  rival: string | null;
  /** Of the daily board, if it is one. */
  day: string | null;
  rows: number;
  cols: number;
  seed: bigint;
  score: number;
  moves: number;
  /** Its last board. */
  ranks: Uint8Array;
  /** Of its largest tile. */
  rank: number;
};
export type Challenge = { kind: 'none' } | OpenChallenge;
/** A board of a link. */
export type SharedBoard = { kind: 'board'; position: Position; score: number };

/** A rival's game on the daily board. `rank`: of its largest tile. */
export type DailyRival = {
  rival: Rival;
  game:
    | { kind: 'playing' }
    | { kind: 'failed'; text: string }
    | { kind: 'played'; score: number; rank: number; moves: number };
};

// ---- the AI ----

/** What the AI does: `hint` points at the best move, `step` makes it, `autoplay` plays on. */
export type Mode = 'off' | 'hint' | 'step' | 'autoplay';

/**
 * Whether the page has the code of the AI. `off`: the address has turned it off; `failed`: asking loads it again. The frame
 * is `ready` before its first question, which loads it. A race does not load it and stays `loading`. Whether workers run is
 * `engine`.
 */
export type Ai = 'loading' | 'off' | 'failed' | 'ready';

/**
 * What the AI last said about the board, or about the board before its own last move; `past`: about an older one. `hint`:
 * whether to point at the best move on the board. See also `Evaluation` of ../engine.
 */
export type Evaluation =
  { kind: 'none' } | { kind: 'known'; report: Report; hint: boolean } | { kind: 'past'; report: Report };

/**
 * The networks of this site and those that learned in this browser. `status`: how far the network that was requested last
 * is; `used`: the one that answers now, also while another loads. The built-in heuristic is null in `status`, BUILT_IN in
 * `networkChoice`.
 */
export type Networks = {
  all: Network[];
  status: NetworkStatus | { kind: 'none' };
  used: Network | 'built-in';
};

/**
 * Who has spoken last since the board changed: the AI with its evaluation or a sentence about its state, or the coach,
 * whose words stay during the next move so that they can be read.
 */
export type Speaker = 'nobody' | 'evaluation' | 'sentence' | 'coach';

/** The line below the board. */
export type Forecast = { kind: 'none' } | { kind: 'known'; chances: Outlook };

/** What the coach knows of a board. */
export type CoachKnows = { board: BoardState; report: Report };

/**
 * What the coach says: a rating of the last move, or a warning of a move that is not made yet on `board`. A criticized move
 * has a reason or, where there is none, the line that the AI expects, beginning with the better move.
 */
export type Said =
  | { kind: 'nothing' }
  | { kind: 'rating'; rating: Rating; reason: Reason | 'none'; line: Direction[] }
  | { kind: 'warning'; rating: Rating; board: BoardState };

/** The coach, who rates the player's moves; quick ones may get no rating. */
export type ActiveCoach = {
  kind: 'on';
  /** The last board that the AI evaluated for the coach. */
  known: 'nothing' | CoachKnows;
  said: Said;
};
export type Coach = { kind: 'off' } | ActiveCoach;

// ---- finished games ----

/** A move that decided the game. */
export type Moment = {
  /** The number of moves before it. */
  at: number;
  played: Direction;
  best: Direction;
  /** What it gave away. */
  loss: number;
  /** The board before it. */
  board: Uint8Array;
  /** The board after it, before the new tile. */
  worse: Uint8Array;
  /** The board after the best move, before the new tile. */
  better: Uint8Array;
  reason: Reason | 'none';
  /** How both went on, where there is no reason. */
  lines: Lines | 'none';
};
/** The first board with a tile: after `at` moves. */
export type Mark = { rank: number; at: number };
/** The story of a finished game. `marks`: the first board with each tile from 128 on. */
export type ToldStory = { kind: 'told'; replay: Replay; marks: Mark[] };
export type Story = { kind: 'none' } | ToldStory;

/** The game in the replay viewer. */
export type OpenViewer = {
  kind: 'open';
  replay: Replay;
  /** The number of moves before the board that is shown. */
  at: number;
  /** Whether the move before it was played just now, to be drawn as a move. */
  stepped: boolean;
  /** Whether the game is played back. */
  playing: boolean;
  /** The best move, to point at. */
  best: Direction | 'none';
};
export type Viewer = { kind: 'none' } | OpenViewer;

/** The review of a game. */
export type Review = {
  kind: 'running' | 'stopped' | 'failed' | 'done';
  /** Whether the player asked for it in the replay viewer, and can stop it there. */
  asked: boolean;
  /** What is known so far. */
  findings: Findings | 'none';
  /** The moves that decided the game, in its order; none of a game of the AI, which does not judge its own moves. */
  moments: Moment[];
  /** What to say instead of a summary, if it is not empty. */
  note: string;
  /** Ends it. */
  stop: () => void;
};

/** The games of the history. */
export type KeptGames = {
  /** The newest first. */
  games: KeptGame[] | 'unread';
  /** Which of them are shown, by size and who made the moves (`groupOf`). */
  group: string;
  /** How many of those have a row, at most. */
  listed: number;
  /** "Delete all" was pressed once. */
  asked: boolean;
  /** Takes back what was deleted last. */
  restore: 'none' | (() => Promise<void>);
};

// ---- what the player is told ----

/**
 * What the replay opens: the game on the board, one of the history, or one from a link or a text. `by`: who made its moves,
 * if the link says it.
 */
export type ReplayChoice =
  | { kind: 'current' }
  | { kind: 'kept'; text: string; players: Players; undone?: boolean }
  | { kind: 'shared'; text: string; by?: Players };
/**
 * What the puzzles open: the last one or the next, a mistake of the player, or a board from a link. `ranks`: as
 * `writeDigits` writes them.
 */
export type PuzzleChoice = { kind: 'any' } | { kind: 'own' } | { kind: 'board'; ranks: string };
export type OpenDialog =
  | { name: 'menu' | 'size' | 'setup' | 'settings' | 'history' | 'daily' }
  | { name: 'challenge'; challenge: OpenChallenge | SharedBoard }
  | { name: 'replay'; shown: ReplayChoice }
  | { name: 'puzzles'; shown: PuzzleChoice };
export type DialogName = OpenDialog['name'];
/** The dialog over the page, at most one. */
export type Dialog = { name: 'none' } | OpenDialog;

/** What the state begins with. */
export type Start = {
  /** The rules. */
  Game: GameClass;
  store: Store;
  records: Records;
  rows: number;
  cols: number;
  /** Of the first game, unless a game of this seed is stored; null: of any seed. */
  seed: bigint | null;
  settings: Values;
  /** The one that the player chose. */
  network?: string;
  ai?: Ai;
  daily?: Daily;
  challenge?: Challenge;
  /** Asked when the board becomes this tab's; true: the page is left, and takes and saves nothing more. */
  leaves?: () => boolean;
  /** Whether other tabs can open this board, so that it needs an owner. */
  shared?: boolean;
  /** Whether the game is one of a race. */
  racing?: boolean;
  /** As for a session. */
  onLost?: (played: PlayedGame) => void;
  onDamaged?: () => void;
};
