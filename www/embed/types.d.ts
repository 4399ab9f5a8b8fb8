// The types of the messages between a host page and the embedded game (messages.js), and of the element's events.

import type { Mode as PageMode } from '../game/types.js';
import type { Theme } from '../shared/themes.js';

/** What the AI does; a frame has no button for a single step. */
export type Mode = Exclude<PageMode, 'step'>;

/** A board with its score. */
export type Placed = { ranks: number[]; rows: number; cols: number; score: number };

/** Host to frame. */
export type Command =
  | ({ type: 'position' } & Placed)
  | { type: 'new'; seed: string | null }
  | { type: 'move'; direction: number }
  | { type: 'hint'; id: number }
  | { type: 'start' | 'stop' }
  | { type: 'theme'; theme: Theme }
  | { type: 'speed'; place: number }
  /** Report it, so that the host can check that the game still answers. */
  | { type: 'state' };

export type Table = Placed & { best: number; moves: number; status: 'playing' | 'won' | 'over' };

/** A move and the board after it. */
export type MoveReport = { type: 'move'; direction: number; by: 'person' | 'engine' } & Table;
export type HintReport = { type: 'hint'; id: number } & Hint;
/** An invalid command, with the reason. */
export type RefusedReport = { type: 'refused'; about: string; message: string };
/** Frame to host. `state`: the current board. */
export type FrameReport =
  | ({ type: 'state' } & Table)
  | MoveReport
  | HintReport
  | { type: 'no-hint'; id: number; message: string }
  | { type: 'mode'; mode: Mode }
  /** Whether autoplay starts or continues once the board is visible. */
  | { type: 'waiting'; waiting: boolean }
  | RefusedReport;

/** The AI's values by direction (Up, Right, Down, Left), null for impossible moves. */
export type Hint = { best: number | null; values: (number | null)[]; ply: number };

/** The `detail` of each event. They do not bubble, so they cannot be confused with events of the page. */
export type EventDetails = {
  ready: {};
  move: Omit<MoveReport, 'type'>;
  score: { score: number; best: number };
  win: { score: number; moves: number };
  over: { score: number; moves: number };
  mode: { mode: Mode };
  refused: { about: string; message: string };
  error: { message: string };
};
