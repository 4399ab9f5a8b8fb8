// The types that several files of the Lab use.

/** What to play. */
export type SetUp = {
  strategies: string[];
  rows: number;
  cols: number;
  games: number;
  /** The first one. */
  seed: number;
  /** Whether a game ends when 2048 is made. */
  endAt2048: boolean;
  /** Whether half of the new tiles are 4s. */
  evenSpawns: boolean;
};
/** The numbers of a setup, as its fields are called. */
export type NumberName = 'rows' | 'cols' | 'games' | 'seed';

/** How the games of a table were played. */
export type Played = Pick<SetUp, 'rows' | 'cols' | 'evenSpawns'> & { endAt2048: boolean | 'unknown' };

/** The games of one strategy: how many ended, the seconds they took in total, and how many are left. */
export type Tally = { ended: number; seconds: number; left: number };

/** A figure of a paper by its name in the results, such as `mean_score`; shares are from 0 to 1. */
export type Figures = Record<string, number>;
export type Preset = {
  name: string;
  /** What to know when comparing. */
  note: string;
  board: [rows: number, cols: number];
  games: number;
  endAt2048?: boolean;
  /** The strategies with the paper's figures. */
  rows: [strategy: string, figures: Figures][];
};
export type Group = { paper: string; presets: Preset[] };

export type TreeNode = {
  tiles: number[];
  heuristic: number;
  value: number;
  /** M player node (value: maximum of the children), C chance node (value: average), L leaf (value: heuristic). */
  kind: 'M' | 'C' | 'L';
  children: TreeNode[];
  /** The direction that leads here. */
  move: string | null;
  /** The new tile that leads here; its probability is known only if the parent has all children. */
  spawn: { cell: number; tile: number; chance: number | null } | null;
  /** The first child with its parent's value. */
  best: boolean;
};
