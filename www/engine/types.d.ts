// The types of the engine: questions and outcomes as the page sees them, the requests to the engine's worker, and the
// messages that carry requests to any worker (requests.js).

import type {
  Grade,
  Judgment,
  LevelEstimate,
  Outlook,
  PeopleForecast,
  PlayedMove,
  Evaluation as Evaluated,
  EvaluationLimits,
  Report as Searched,
  SearchLimits,
} from '../pkg/afterstate.js';

// ---- searches ----

/** The direction of a move: 0 up, 1 right, 2 down, 3 left. */
export type Direction = number;

/**
 * How the engine uses the machine, strongest first. `shared`: a worker with several threads on shared memory. `single`: a
 * worker with one thread.
 */
export type TierName = 'shared' | 'single';

/** When a search ends; src/wasm/solver.rs describes each limit. */
export type Limits = SearchLimits;

/** A board as it is sent to WebAssembly: ranks row by row (0 = empty), and its size. */
export type Position = { ranks: Uint8Array; rows: number; cols: number };

/** The AI that made a report. */
export type Author = {
  kind: 'engine' | 'strategy';
  /** The strategy or the engine's network; empty for the built-in heuristic. */
  name: string;
  /** The unit of the values, or empty. */
  unit: string;
  tier: TierName | null;
  /** Why a strategy chose its move, if its values are not the reason. */
  note: string;
  /** The possible moves, if a strategy does not rate them. */
  possible: boolean[] | null;
};

/**
 * What the moves give away, by direction: the loss in percent of the rest of the game, and its grade; and what the AI still
 * makes of the board, null without a calibrated network, on a nearly lost board, and with a 65536 tile.
 */
export type Judged = {
  losses: (number | null)[];
  grades: (Grade | null)[];
  outlook: Outlook | null;
  /** The same for people, where their judge is loaded. */
  people?: (PeopleMove | null)[];
};

/**
 * What a move gives away for a person. `even`: little depended on the move; `loss`: in percent of the rest of a person's game;
 * `cost`: in points, of a move that is criticized; `disputed`: the judge and the AI disagree, so that it does not count.
 */
export type PeopleMove = { grade: Grade | 'even'; loss: number; cost: number; disputed: boolean };

/**
 * What the AI says of a board: the one type of answer, for the engine made in client.js. A strategy has no `ply` and `nodes`
 * (0). `stopped`: of a search, whether a limit ended it. `judged`: of a comparison by a network; without it the values have no
 * unit that means anything to a player. Every number about a board that the player sees comes from `judged`.
 */
export type Report = Pick<Result, 'best' | 'values' | 'line' | 'ply' | 'nodes' | 'timeMs' | 'threads'> & {
  by: Author;
  stopped?: boolean;
  judged?: Judged;
};

/** What a search finds. */
export type Result = Searched;
/**
 * The worker's evaluation of a board: all moves are searched to the same depth. `people`: what the judge of people's moves says
 * of it, if its file is read.
 */
export type Evaluation = Evaluated & { people?: Judgment | null };

/** A trained network as the site lists it (networks.js): its name, and the address and size of its file. */
export type Network = {
  id: string;
  name: string;
  url: string;
  bytes: number;
  /** The file itself, for callers that have it; then `url` only identifies the network. */
  content?: Uint8Array<ArrayBuffer>;
  /** The file's hash in hexadecimal; checked if it is given. */
  sha256?: string;
  /** Reads the file of a network that learned in this browser. The page's own rule never chooses it. */
  read?: () => Promise<Uint8Array<ArrayBuffer>>;
};

// ---- the engine as the page sees it (client.js) ----

export type Question = {
  position: Position;
  limits: Limits;
  /** The possible moves, by direction. */
  possible?: boolean[];
  /** Whether moves are compared: then all are searched to the same depth, and the report tells what each gives away. */
  compare?: boolean;
  /** Whether no player waits for the answer: it downloads no more than the smallest network. */
  quiet?: boolean;
  /** Whether the report has to have grades for people, so that their judge is loaded. */
  judge?: boolean;
  /** Whether it waits for the network that is being loaded, however long that takes: else a comparison waits a while. */
  waits?: boolean;
  /** An id of the game, for strategies with memory or randomness. */
  game?: bigint;
};

/** `signal`: aborted when the answer is no longer needed. Nothing else drops a question, except the end of its workers. */
export type Asking = { signal?: AbortSignal };

/** What can be asked about a board: the AI of a page, or an engine. */
export type Askable = { ask(question: Question, options?: Asking): Promise<Outcome> };

/** The outcome of a question whose answer is no longer needed. */
export type Dropped = { kind: 'dropped' };
/** How a question ended. `failed`: there is no answer; `message` gives the reason. */
export type Outcome = { kind: 'answer'; report: Report } | Dropped | { kind: 'failed'; message: string };

export type State = 'idle' | 'starting' | 'ready' | 'thinking' | 'unavailable';
/** `share`: while it starts, of its package that is downloaded. */
export type Status = { state: State; tier: TierName | null; threads: number; share?: number };

/**
 * The state of the requested network. `ready`: searches use it (null: they use the built-in heuristic). `failed`:
 * `message` gives the reason, and searches keep using the previous evaluator; `missing`: its file could not be downloaded.
 */
export type LoadStatus =
  | { kind: 'fetching' | 'reading'; network: Network; share: number }
  | { kind: 'ready'; network: Network | null }
  | { kind: 'failed'; network: Network; message: string; missing?: boolean };

/**
 * What the browser reports about the connection and the device (Network Information, Device Memory, User-Agent Client
 * Hints); may be empty.
 */
export type Surroundings = {
  connection?: { saveData?: boolean; effectiveType?: string; downlink?: number };
  deviceMemory?: number;
  userAgent?: string;
  userAgentData?: { mobile: boolean };
  maxTouchPoints?: number;
};

/**
 * How long each stage may take, in milliseconds. The script and the package are downloaded. On an idle machine a browser
 * starts the threads in a tenth of a second and reads a network in two seconds.
 */
export type Deadlines = { hello: number; load: number; threads: number; grace: number; use: number };

// ---- requests to the engine's worker, in this order ----

/** Load the package, with threads or without. */
export type LoadQuestion = {
  ask: 'load';
  shared: boolean;
  /** Four shared bytes into which the worker writes 1, which proves that memory is shared. */
  probe?: SharedArrayBuffer;
  /** The compiled package or its address, instead of the default one. */
  module?: unknown;
};

/** Start the threads and make a solver. */
export type StartQuestion = { ask: 'start'; threads: number; tableBytes: number };
/** The answer. `memory` and `stopFlag` (the byte offset of an Int32 in it): with shared memory only. */
export type Ready = { threads: number; memory?: SharedArrayBuffer; stopFlag?: number };

/** Search one board; the answer is a `Result`, or null if the search was canceled. */
export type SearchQuestion = { ask: 'search'; position: Position; limits: Limits };

/** Evaluate one board; the answer is an evaluation. */
export type EvaluateQuestion = { ask: 'evaluate'; position: Position; limits: EvaluationLimits };

/**
 * Get a network's file from the cache or by download, and keep its bytes for `use`. Searches continue meanwhile.
 * `others`: the addresses of the site's other networks; other cached files are from older versions and are deleted.
 */
export type FetchQuestion = { ask: 'fetch'; network: Network; others: string[] };

/**
 * Switch to this network, which was fetched before, or to the built-in heuristic if `network` is null. The answer has a
 * `stopFlag` as in `Ready`: each solver has its own.
 */
export type UseQuestion = { ask: 'use'; network: Network | null };

/** Read the file of the judge and the forecast for people. The answer is its checksum. */
export type ReadPeopleQuestion = { ask: 'people'; file: PeopleFile };

export type WorkerQuestion =
  | LoadQuestion
  | StartQuestion
  | SearchQuestion
  | EvaluateQuestion
  | FetchQuestion
  | UseQuestion
  | ReadPeopleQuestion
  | PeopleQuestion;

// ---- about people (people.js), once the file is read ----

/** The file of the judge and the forecast, as the site lists it. */
export type PeopleFile = { url: string; bytes: number };

/** A whole game, as `Replay` has it: all its boards and scores, and the move made on each board but the last. */
export type WholeGame = {
  endsStuck: boolean;
  rows: number;
  cols: number;
  boards: Uint8Array;
  scores: Float64Array;
  directions: Uint8Array;
};

/** What a player with the moves of this game makes of each of its boards. */
export type PointsQuestion = { ask: 'points'; game: WholeGame };
/** What a player of a level makes of a board with a score. */
export type ForecastQuestion = { ask: 'forecast'; position: Position; score: number; level: LevelEstimate };

export type PeopleQuestion =
  | PointsQuestion
  | ForecastQuestion
  /** What counts of these moves on 4x4 boards for the level of their player. */
  | { ask: 'observe'; moves: { ranks: Uint8Array; direction: number }[] }
  /** The level of the player of these moves, oldest first, and of finished games with these scores. */
  | { ask: 'level'; played: PlayedMove[]; scores: number[] };

/** The answers; null where nothing can be said. */
export type PeopleAnswers = {
  /** By board; empty if the moves are too few to know. */
  points: number[];
  forecast: RangedForecast | null;
  /** Null for moves without a choice. */
  observe: (PlayedMove | null)[];
  level: LevelEstimate | null;
};

/** A forecast; players at both ends of the range of levels make `low` and `high` points. */
export type RangedForecast = PeopleForecast & { low: number; high: number };

export type { Judgment, LevelEstimate, PlayedMove };

/** The progress of `fetch` (in bytes) and `use` (up to 1). */
export type Stage = { stage: 'fetching' | 'reading'; done: number; total: number };

// ---- messages ----

/** The part of a Worker that is used here. */
export type WorkerLike = {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
  onmessageerror: (() => void) | null;
};

export type ToWorker =
  { type: 'afterstate-request'; id: number; question: any } | { type: 'afterstate-cancel'; id: number };

export type FromWorker =
  /**
   * The worker's script runs. `nested`: it can start workers itself. `lock`: the name of a lock that it holds while it
   * lives, so that its death is noticed even if the browser does not report it.
   */
  | { type: 'afterstate-hello'; nested: boolean; lock: string | null }
  | { type: 'afterstate-answer' | 'afterstate-progress'; id: number; value: any }
  /** This request has no answer, but the worker can still be used. */
  | { type: 'afterstate-refused'; id: number; message: string }
  /** The worker can no longer be used. */
  | { type: 'afterstate-broken'; message: string };

export type RequestOptions = {
  /** How long the answer may take, from the request or its last progress. */
  ms?: number;
  /** Names the request in the error. */
  what?: string;
  signal?: AbortSignal;
  onProgress?: (value: any) => void;
};

/** What loading a network has come to. `using`: the network in use after another could not be loaded. */
export type NetworkStatus =
  | Exclude<LoadStatus, { kind: 'failed' }>
  | (Extract<LoadStatus, { kind: 'failed' }> & { using: Network | null });
