// The judge of people's moves, and the forecast for people, in the engine's worker. Their file is loaded with
// the first question that needs it. Without it, or as long as it takes too long, every answer is null.

import { within } from '../shared/wait.js';

/** @import { EngineClient } from './client.js' */
/** @import { Engine } from './engine.js' */
/** @import { PeopleAnswers, PeopleFile, PeopleQuestion, Surroundings } from './types.js' */

/** How long questions wait for the file, from when it began to load (ms). Later they are answered at once. */
const LOADS_WITHIN_MS = 8000;
/** How long an answer may take (ms): the worker may be searching. */
const ANSWERS_WITHIN_MS = 60_000;
/** A file that could not be loaded is tried again after this time (ms). */
const RETRY_MS = 60_000;

/**
 * `find`: the file of the site, or null; `isWanted`: else nothing is loaded and every answer is null
 * @typedef {{ find: () => Promise<PeopleFile | null>, isWanted?: () => boolean,
 *   surroundings?: Surroundings, loadsWithinMs?: number }} PeopleOptions
 */

export class People {
  /** @param {Pick<EngineClient, 'living' | 'warmUp'>} client @param {PeopleOptions} options */
  constructor(client, { find, isWanted, surroundings, loadsWithinMs }) {
    this.client = client;
    this.find = find;
    this.isWanted = isWanted ?? (() => true);
    this.surroundings = surroundings ?? /** @type {Surroundings} */ (globalThis.navigator ?? {});
    this.loadsWithinMs = loadsWithinMs ?? LOADS_WITHIN_MS;
    /** What it says of a player holds for this file alone; 0 as long as there is none. */
    this.checksum = 0;
    /** The engine that has read the file last. @type {Engine | null} */
    this.engine = null;
    /** @type {Promise<Engine | null> | null} */
    this.loading = null;
    /** When the file began to load; -Infinity before the first question. */
    this.began = -Infinity;
    this.retryAt = -Infinity;
  }

  /** Whether it has been asked. */
  get isUsed() {
    return this.began > -Infinity;
  }

  /** Whether the engine of now has read the file. */
  get isLoaded() {
    return this.engine?.ended === false;
  }

  /** Whether the site has the file, and it may be loaded; without loading it. @returns {Promise<boolean>} */
  async isThere() {
    if (!this.isWanted() || this.surroundings.connection?.saveData) return false;
    return (await this.find().catch(() => null)) !== null;
  }

  /**
   * @template {PeopleQuestion} Asked
   * @param {Asked} question about 4x4 boards
   * @returns {Promise<PeopleAnswers[Asked['ask']] | null>} null without an answer; never rejects
   */
  async ask(question) {
    const engine = await this.ready();
    return engine?.worker.request(question, { ms: ANSWERS_WITHIN_MS }).catch(() => null) ?? null;
  }

  /**
   * Loads the file, unless it is loaded, and waits for it, but not for long.
   * @returns {Promise<Engine | null>} null if questions have no answers
   */
  async ready() {
    const loading = this.load();
    const left = this.began + this.loadsWithinMs - performance.now();
    return this.isLoaded ? this.engine : await within(loading, Math.max(0, left), null);
  }

  /** @returns {Promise<Engine | null>} */
  load() {
    if (!this.isWanted()) return Promise.resolve(null);
    if (this.isLoaded) return Promise.resolve(this.engine);
    if (this.loading === null && performance.now() >= this.retryAt) {
      this.began = performance.now();
      this.loading = this.start().finally(() => {
        this.loading = null;
      });
    }
    return this.loading ?? Promise.resolve(null);
  }

  /** @returns {Promise<Engine | null>} */
  async start() {
    const { signal } = this.client.living;
    try {
      const file = this.surroundings.connection?.saveData ? null : await this.find();
      if (signal.aborted) return null;
      const engine = file && (await this.client.warmUp());
      if (engine) {
        this.checksum = await engine.worker.request({ ask: 'people', file });
        this.engine = engine;
        return engine;
      }
    } catch (error) {
      if (signal.aborted) return null;
      console.warn(error);
    }
    this.retryAt = performance.now() + RETRY_MS;
    return null;
  }
}

/** Whether a grade criticizes the move. @param {string | null} grade */
export const isCriticalGrade = (grade) =>
  grade !== null && ['inaccuracy', 'mistake', 'blunder'].includes(grade);
