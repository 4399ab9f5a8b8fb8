// Asks the judge of people's moves, and the forecast for people, in a worker of their own. Its file is loaded
// with the first question. Without it, or as long as it takes too long, every answer is null.

import { peopleFile } from '../engine/networks.js';
import { WorkerClient } from '../engine/requests.js';
import { startWorkerOf } from '../engine/scripts.js';
import { within } from '../shared/wait.js';
import { signal } from '../vendor/signals-core.js';

/** @import { Surroundings, WorkerLike } from '../engine/types.js' */
/** @import { PeopleAnswers, PeopleFile, PeopleQuestion } from './types.js' */

/** How long questions wait for the file, from when it began to load (ms). Later they are answered at once. */
const LOADS_WITHIN_MS = 8000;
/** A file that could not be loaded is tried again after this time (ms). */
const RETRY_MS = 60_000;

/**
 * Whether there is a forecast for people: not known before the first question, and `missing` where the site
 * has none or it could not be loaded.
 * @typedef {'unknown' | 'ready' | 'missing'} Known
 */

const startPeopleWorker = () => startWorkerOf(new URL('./worker.js', import.meta.url), 'afterstate-people');

export class People {
  /**
   * @param {{ find?: () => Promise<PeopleFile | null>, makeWorker?: () => WorkerLike,
   *   isWanted?: () => boolean, surroundings?: Surroundings, loadsWithinMs?: number }} [options] `find`: the
   *   file of the site; `isWanted`: else nothing is loaded and every answer is null
   */
  constructor({ find, makeWorker, isWanted, surroundings, loadsWithinMs } = {}) {
    this.find = find ?? peopleFile;
    this.makeWorker = makeWorker ?? startPeopleWorker;
    this.isWanted = isWanted ?? (() => true);
    this.surroundings = surroundings ?? /** @type {Surroundings} */ (globalThis.navigator ?? {});
    this.loadsWithinMs = loadsWithinMs ?? LOADS_WITHIN_MS;
    /** @type {import('../vendor/signals-core.js').Signal<Known>} */
    this.known = signal('unknown');
    /** What it says of a player holds for this file alone; 0 as long as there is none. */
    this.checksum = 0;
    /** @type {WorkerClient | null} */
    this.worker = null;
    /** @type {Promise<WorkerClient | null> | null} */
    this.loading = null;
    /** Aborted when the worker is no longer needed. */
    this.living = new AbortController();
    this.began = 0;
    this.retryAt = 0;
  }

  /** Whether the site has the file, and it may be loaded; without loading it. @returns {Promise<boolean>} */
  async isThere() {
    if (!this.isWanted() || this.surroundings.connection?.saveData) return false;
    return (await this.find().catch(() => null)) !== null;
  }

  /**
   * @template {PeopleQuestion} Asked
   * @param {Asked} question
   * @returns {Promise<PeopleAnswers[Asked['ask']] | null>} null without an answer; never rejects
   */
  async ask(question) {
    const board = 'position' in question ? question.position : 'game' in question ? question.game : null;
    if (!this.isWanted() || (board && !isKnownSize(board))) return null;
    const worker = this.worker ?? (await this.ready());
    return worker?.request(question).catch(() => null) ?? null;
  }

  /**
   * Loads the file, unless it is loaded, and waits for it, but not for long.
   * @returns {Promise<WorkerClient | null>} null if questions have no answers
   */
  async ready() {
    if (!this.isWanted()) return null;
    const loading = this.load();
    const left = this.began + this.loadsWithinMs - performance.now();
    return this.worker ?? (await within(loading, Math.max(0, left), null));
  }

  /** @returns {Promise<WorkerClient | null>} */
  load() {
    if (this.loading === null && performance.now() >= this.retryAt) {
      this.began = performance.now();
      this.loading = this.start();
    }
    return this.loading ?? Promise.resolve(null);
  }

  /** @returns {Promise<WorkerClient | null>} */
  async start() {
    const { signal } = this.living;
    /** @type {WorkerClient | null} */
    let worker = null;
    try {
      const file = this.surroundings.connection?.saveData ? null : await this.find();
      if (file) {
        worker = new WorkerClient({ makeWorker: this.makeWorker, onBroken: () => this.broke() });
        await worker.hello;
        signal.throwIfAborted();
        signal.addEventListener('abort', () => worker?.end());
        this.checksum = await worker.request({ ask: 'start', file });
        signal.throwIfAborted();
        this.worker = worker;
      }
    } catch (error) {
      if (signal.aborted) return null;
      console.warn(error);
      worker?.end();
      this.broke();
    }
    this.known.value = this.worker ? 'ready' : 'missing';
    return this.worker;
  }

  /** The worker cannot be used: a later question tries again. */
  broke() {
    this.worker = null;
    this.loading = null;
    this.retryAt = performance.now() + RETRY_MS;
  }

  /** Ends the worker; the next question starts it again. */
  end() {
    this.living.abort();
    this.living = new AbortController();
    this.worker = null;
    this.loading = null;
  }
}

/** @param {{ rows: number, cols: number }} size of a board */
const isKnownSize = ({ rows, cols }) => rows === 4 && cols === 4;
