/** Importing this module defines `<play-2048>`. */

export interface Hint {
  /** Up 0, Right 1, Down 2, Left 3; null if no move is possible. */
  best: number | null;
  values: (number | null)[];
  ply: number;
}

export interface Play2048State {
  /** The board row by row: 0 for an empty cell, 1 for a tile of 2, 2 for 4. */
  ranks: number[];
  rows: number;
  cols: number;
  score: number;
  best: number;
  moves: number;
  status: 'playing' | 'won' | 'over';
}

export interface Play2048EventMap {
  ready: CustomEvent<Record<string, never>>;
  move: CustomEvent<Play2048State & { direction: number; by: 'person' | 'engine' }>;
  /** The score changed; also after each `ready`. */
  score: CustomEvent<{ score: number; best: number }>;
  /** A move made a 2048 tile. Not fired by a game that already had one when it was loaded: see `status`. */
  win: CustomEvent<{ score: number; moves: number }>;
  /** After a move, no other is possible. Not fired by a game that was over when it was loaded: see `status`. */
  over: CustomEvent<{ score: number; moves: number }>;
  mode: CustomEvent<{ mode: 'off' | 'hint' | 'autoplay' }>;
  /** An attribute or a command was not accepted. */
  refused: CustomEvent<{ about: string; message: string }>;
  /** The game could not be loaded, or is gone. */
  error: CustomEvent<{ message: string }>;
}

/** The events of the element; their names come before those of the DOM. */
type Events = Omit<HTMLElementEventMap, keyof Play2048EventMap> & Play2048EventMap;

/**
 * A game of 2048 with an AI, in a frame. The attribute `site` is the address of a copy of the site: the folder `site/` of
 * this package on your server. Other attributes: size, theme, controls, position, seed, autoplay, speed, engine,
 * network, remember, threads, label, sandboxed.
 */
export class Play2048 extends HTMLElement {
  /** Resolved when the game is there, rejected with the event `error`. */
  readonly ready: Promise<Play2048>;
  readonly score: number;
  /**
   * The reader's best score of this size. Games from a position, and games in which the AI made a move, do not
   * count.
   */
  readonly best: number;
  readonly moves: number;
  readonly status: 'playing' | 'won' | 'over';
  readonly mode: 'off' | 'hint' | 'autoplay';
  readonly ranks: number[] | null;
  setPosition(
    position: string | { ranks: ArrayLike<number>; rows: number; cols: number },
    score?: number,
  ): void;
  newGame(seed?: number | bigint | string): void;
  move(direction: number): void;
  /** Rejected if there is no answer. */
  hint(): Promise<Hint>;
  start(): void;
  stop(): void;
  addEventListener<K extends keyof Events>(
    type: K,
    listener: (this: Play2048, event: Events[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof Events>(
    type: K,
    listener: (this: Play2048, event: Events[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'play-2048': Play2048;
  }
}
