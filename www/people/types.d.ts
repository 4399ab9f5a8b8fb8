// What the worker of www/people is asked, and its answers.

import type { Position } from '../engine/types.js';
import type { Grade, Judgment, LevelEstimate, PeopleForecast, PlayedMove } from '../pkg/afterstate.js';

/** The file of the judge and the forecast, as the site lists it. */
export type PeopleFile = { url: string; bytes: number };

/** A whole game: all its boards and scores, and the move made on each board but the last. */
export type WholeGame = {
  isOver: boolean;
  rows: number;
  cols: number;
  boards: Uint8Array;
  scores: Float64Array;
  directions: Uint8Array;
};

/** What the judge says of a move of a game. `cost`: in points. */
export type PeopleMove = { grade: Grade; loss: number; cost: number; matters: boolean };

/**
 * What the judge says of a game. `points`: by board, what a player with such moves makes of the game; empty if the moves
 * are too few to know.
 */
export type JudgedGame = { moves: (PeopleMove | null)[]; points: number[] };

export type PeopleQuestion =
  /** Reads the file; the answer is its checksum. */
  | { ask: 'start'; file: PeopleFile }
  /** The judge's opinion of a board: a `Judgment`, or null. */
  | { ask: 'judge'; position: Position }
  | { ask: 'game'; game: WholeGame }
  /** What counts of these moves for the level of their player. */
  | { ask: 'observe'; moves: { ranks: Uint8Array; direction: number }[] }
  /** The level of the player of these moves, oldest first, and of finished games with these scores, or null. */
  | { ask: 'level'; played: PlayedMove[]; scores: number[] }
  /** What a player of a level makes of a board with a score: a `RangedForecast`, or null. */
  | { ask: 'forecast'; position: Position; score: number; level: LevelEstimate };

/** A forecast; players at both ends of the range of levels make `low` and `high` points. */
export type RangedForecast = PeopleForecast & { low: number; high: number };

export type { Judgment, LevelEstimate, PeopleForecast, PlayedMove };
