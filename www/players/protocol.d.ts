// The requests to a worker of strategies: to play games, to collect games and compute their statistics, or to rate
// positions. engine/requests.js sends them. The first request, `start`, loads the package; its answer is the compiled
// package for the next worker.

import type { GameRecord, GameSet } from '../pkg-papers/afterstate.js';

/** A strategy's text form and the board and end of its games. */
export type GameSetup = {
  strategy: string;
  rows: number;
  cols: number;
  /** The rank of the tile that ends a game. */
  endAt?: number;
};

/** A setting of a strategy: crates/papers/src/players/describe.rs. */
export type Parameter = {
  id: string;
  /** A name that links may still use. */
  label: string;
  sentence: string;
  accepts: string;
  type: 'whole' | 'real' | 'choice' | 'switch';
  default: number | string | boolean;
  least?: number;
  most?: number;
  among?: string[];
};

export type Strategy = {
  id: string;
  name: string;
  document: string;
  section: string;
  sentence: string;
  boards: {
    text: string;
    /** Null for every board. */
    sizes: [number, number][] | null;
  };
  /** The unit of the values of moves (crates/papers/src/strategy/mod.rs names them). */
  unit: string;
  parameters: Parameter[];
};

export type Question =
  /** The list of strategies. */
  | { ask: 'catalog' }
  /** Whether a strategy plays this board; the answer is its text form. */
  | ({ ask: 'check' } & GameSetup)
  /** One game. */
  | ({ ask: 'play'; seed: number } & GameSetup)
  /** One game from a position. */
  | ({ ask: 'play-on'; seed: number; ranks: Uint8Array } & GameSetup)
  /** How a strategy rates a position; `game`: an id of the game, for strategies with memory or randomness. */
  | { ask: 'choose'; strategy: string; rows: number; cols: number; ranks: Uint8Array; game: bigint }
  /** Solves the board for a strategy that needs it; the progress is the share that is done. */
  | { ask: 'prepare'; strategy: string; rows: number; cols: number }
  /** The search tree of one of Cook's strategies, of at most `most` nodes. */
  | { ask: 'tree'; strategy: string; position: string; most: number }
  /** Checks a tree that was written as text elsewhere. */
  | { ask: 'read-tree'; text: string; most: number }
  /** Replaces all sets and their games by these. */
  | { ask: 'begin'; sets: GameSet[] }
  /** Adds a game to a set. */
  | { ask: 'keep'; set: number; game: GameRecord }
  /** The sets of a file of games. */
  | { ask: 'read'; text: string }
  /** The statistics so far; `shared`: one scale of scores for all sets. */
  | { ask: 'summary'; shared: boolean }
  /** The sets as a file. */
  | { ask: 'write'; format: 'raw' | 'csv' | 'json' | 'markdown' };

/**
 * The statistics of one set, named as in the crate's table (crates/papers/src/experiment/table.rs), and the histogram of its scores:
 * `counts` of games in steps of `step` from 0. `set` is its index.
 */
export type Line = {
  set: number;
  row: Record<string, number | string | null>;
  counts: number[];
  step: number;
};
