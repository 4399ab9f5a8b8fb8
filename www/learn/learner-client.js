// The page's side of the worker that learns.

import { startLearnWorker } from '../engine/scripts.js';
import { WorkerClient } from '../engine/requests.js';

/** @import { Question, Report } from './protocol.js' */
/** @import { WorkerLike } from '../engine/types.js' */

/** How long the download of script and package may take, in milliseconds. */
const LOAD_MS = 30_000;

export class LearnerClient extends WorkerClient {
  /** @param {{ makeWorker?: () => WorkerLike, onBroken?: (reason: Error) => void }} [options] */
  constructor({ makeWorker = startLearnWorker, onBroken } = {}) {
    super({ makeWorker, helloMs: LOAD_MS, onBroken });
    this.ready = this.hello.then(() => this.request({ ask: 'start' }, { ms: LOAD_MS, what: 'its start' }));
    this.ready.catch(() => {});
    /** Ends the learning. @type {AbortController | null} */
    this.stopping = null;
  }

  /** @param {Question} question @returns {Promise<any>} */
  async ask(question) {
    await this.ready;
    return this.request(question);
  }

  /** Learns until `pause`. @param {number | null} slowFrom see `Question` @param {(report: Report) => void} onReport @returns {Promise<void>} resolves after the last report */
  async learn(slowFrom, onReport) {
    await this.ready;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    onReport(await this.request({ ask: 'learn', slowFrom }, { signal, onProgress: onReport }));
  }

  pause() {
    this.stopping?.abort();
  }
}
