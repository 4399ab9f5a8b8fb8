/** The search in a worker, behind promises. */

/** Up 0, Right 1, Down 2, Left 3. */
export type Direction = 0 | 1 | 2 | 3;

/** Anything with the board of a `Game`. */
export interface GameLike {
  readonly rows: number;
  readonly cols: number;
  ranks(): ArrayLike<number>;
}

/** A game, or 16 ranks row by row: 0 for an empty cell, 1 for a tile of 2, 2 for 4, 11 for 2048. */
export type Board = GameLike | ArrayLike<number>;

/** A network's file by its address, as `afterstate/models/lite` exports it. */
export interface NetworkFile {
  /** A name for messages and `engine.network`. */
  id?: string;
  /** Its address; in Node also the path of a file. */
  url: string | URL;
  /** Its size; a file of another size is refused. */
  bytes: number;
  /** Its SHA-256 in hexadecimal. A file with another one is refused. Pages outside of secure contexts cannot check it. */
  sha256?: string;
  content?: undefined;
}

/** A network's file that is in memory already. */
export interface NetworkContent {
  id?: string;
  content: ArrayBuffer | ArrayBufferView;
  sha256?: string;
}

/** Every network's file also has a checksum of its own, which is always checked. */
export type Network = NetworkFile | NetworkContent | ArrayBuffer | ArrayBufferView;

export interface EngineOptions {
  /**
   * How many threads search, 1 to 64. Default: one for each core, at most 8. Without `crossOriginIsolated`, and in Node,
   * there is one.
   */
  threads?: number;
  /** The network to search with. Default: the built-in heuristic. */
  network?: Network | null;
  /** Size of the transposition table in bytes. Default: 4 MiB. */
  tableBytes?: number;
  /** The address of `lib/engine-worker.js`. Default: beside this module. Another origin must allow it (CORS). */
  workerUrl?: string | URL;
  /** The address of `lib/afterstate_bg.wasm`, or the module itself. Default: beside the worker. */
  wasmUrl?: string | URL;
  wasmBytes?: ArrayBuffer | ArrayBufferView | WebAssembly.Module;
  /** The same for `lib/afterstate_threads_bg.wasm`, which several threads need. */
  threadsWasmUrl?: string | URL;
  threadsWasmBytes?: ArrayBuffer | ArrayBufferView | WebAssembly.Module;
  /**
   * Receives a message when another worker replaces one that stopped, which loses no request, and when the network
   * cannot be loaded again, so that the built-in heuristic takes its place.
   */
  onTrouble?: (message: string) => void;
}

export interface SearchOptions {
  /** The most time, in milliseconds. Default: 100 if there is no other limit; `deepen` has no default. */
  timeMs?: number;
  /** The greatest depth in moves of the player, 1 to 30. */
  ply?: number;
  /** The most nodes. */
  nodes?: number;
  /** Whether to find the expected moves. Default: true. */
  line?: boolean;
  /** Ends the search. The promise is then rejected with `signal.reason`. */
  signal?: AbortSignal;
}

export interface SearchResult {
  /** The best move; null if no move is possible. */
  best: Direction | null;
  /** Values by direction; null where no move is possible. With a network: the points still to come. */
  values: (number | null)[];
  /** The depth that was completed. */
  ply: number;
  nodes: number;
  timeMs: number;
  threads: number;
  /** The expected moves with average luck, best first. */
  line: Direction[];
  /** Whether a limit other than `ply` ended the search. */
  stopped: boolean;
}

/**
 * - `bad-board`, `bad-limits`, `bad-network`, `bad-options`: the message states what is accepted
 * - `unavailable`: no worker could be started, or the module could not be loaded
 * - `network-failed`: a network could not be loaded, or its checksum is wrong; the engine plays on as before
 * - `search-failed`: the board cannot be searched, or workers broke three times
 * - `closed`: after `close()`
 */
export type ErrorCode =
  | 'bad-board'
  | 'bad-limits'
  | 'bad-network'
  | 'bad-options'
  | 'unavailable'
  | 'network-failed'
  | 'search-failed'
  | 'closed';

export class AfterstateError extends Error {
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  readonly code: ErrorCode;
}

export interface Engine {
  /** The threads that search. */
  readonly threads: number;
  /** The id of the network in use; null: the built-in heuristic. */
  readonly network: string | null;
  /** Searches a board. Requests are answered one after another. */
  search(board: Board, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Yields the result of 1-ply, 2-ply and so on, each when it is complete, until a limit, 30-ply or `break`. A `Game` may be
   * played on meanwhile: the results are those of its board at the start.
   */
  deepen(board: Board, options?: SearchOptions): AsyncGenerator<SearchResult, void, undefined>;
  /** Searches with another network from now on; null: the built-in heuristic. `onProgress` gets the share, 0 to 1. */
  use(
    network: Network | null,
    options?: { signal?: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<void>;
  /** Ends the workers, which keep a process of Node running. Requests that were not answered are rejected with the code `closed`. */
  close(): void;
}

/** Starts an engine. Rejected with `unavailable` if that is impossible here, or with `network-failed`. */
export function createEngine(options?: EngineOptions): Promise<Engine>;

/** The ranks of a board of tiles, flat or in rows: 0 or null for an empty cell, 2, 4, 8 and so on. */
export function ranksOf(tiles: ArrayLike<number | null> | ArrayLike<ArrayLike<number | null>>): number[];
