// The requests to the worker that learns, and its reports. engine/requests.js sends them. The first request,
// `start { workers }`, loads the package.

import type { Pattern } from '../pkg-learn/afterstate.js';
import type { Tally } from './curve.js';

/** What a network is made with. */
export type Settings = {
  /** The tuples, by the name that `afterstate train --network` has for them. */
  network: string;
  /** Temporal coherence (each number has a rate of its own), or plain temporal differences. */
  method: 'tc' | 'td';
  rate: number;
  seed: number;
  /** How many workers learn on one table. With several, the seed no longer decides the network. */
  workers: number;
  /** Whether the first seconds are slow, so that one sees it begin. It changes no result. */
  slowStart: boolean;
};

/** A game that is played to be seen. */
export type Watched = { ranks: Uint8Array; score: number; over: boolean };

/** What happened since the last report. */
export type Report = {
  seconds: number;
  tally: Tally;
  watched: Watched | null;
  /** Null: as before. */
  patterns: Pattern[] | null;
};

export type Question =
  /** A network that knows nothing. */
  | { ask: 'make'; settings: Settings }
  /** A learner as it was saved, to go on exactly where it was. */
  | { ask: 'restore'; state: Uint8Array }
  /** A learner that starts with the weights of a network's file. */
  | { ask: 'open'; file: Uint8Array; settings: Settings }
  /** Learns until it is canceled. Progress and answer are reports. `slowFrom`: the seconds of a slow start so far; null: at full speed. */
  | { ask: 'learn'; slowFrom: number | null }
  /** The network's file. */
  | { ask: 'export'; about: string }
  /** Everything that `restore` needs; null if it is more than this many bytes. */
  | { ask: 'save'; most: number };
