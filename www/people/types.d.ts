// What the worker of www/people is asked, and its answers.

import type { Position } from '../engine/types.js';
import type { Grade, Judgment, LevelEstimate, PeopleForecast, PlayedMove } from '../pkg/afterstate.js';

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

/** What the judge says of a move of a game. `cost`: in points. */
export type PeopleMove = { grade: Grade; loss: number; cost: number; matters: boolean };

/**
 * What the judge says of a game. `points`: by board, what a player with such moves makes of the game; empty if the moves
 * are too few to know.
 */
export type JudgedGame = { moves: (PeopleMove | null)[]; points: number[] };

export type PeopleQuestion =
  /** Reads the file. */
  | { ask: 'start'; file: PeopleFile }
  | { ask: 'judge'; position: Position }
  | { ask: 'game'; game: WholeGame }
  /** What counts of these moves on 4x4 boards for the level of their player. */
  | { ask: 'observe'; moves: { ranks: Uint8Array; direction: number }[] }
  /** The level of the player of these moves, oldest first, and of finished games with these scores. */
  | { ask: 'level'; played: PlayedMove[]; scores: number[] }
  /** What a player of a level makes of a board with a score. */
  | { ask: 'forecast'; position: Position; score: number; level: LevelEstimate };

/** The answers; null where nothing can be said. */
export type PeopleAnswers = {
  /** Its checksum. */
  start: number;
  judge: Judgment | null;
  game: JudgedGame;
  /** Null for moves without a choice. */
  observe: (PlayedMove | null)[];
  level: LevelEstimate | null;
  forecast: RangedForecast | null;
};

/** Who can be asked: the page's `People`. An answer is null as long as the file is not there. */
export type AskablePeople = {
  ask<Asked extends PeopleQuestion>(question: Asked): Promise<PeopleAnswers[Asked['ask']] | null>;
};

/** A forecast; players at both ends of the range of levels make `low` and `high` points. */
export type RangedForecast = PeopleForecast & { low: number; high: number };

export type { Judgment, LevelEstimate, PeopleForecast, PlayedMove };
