// The page's side of the worker that learns.

import { startWorkerOf } from '../engine/scripts.js';
import { WorkerClient } from '../engine/requests.js';

/** @import { Question, Report } from './protocol.js' */
/** @import { WorkerLike } from '../engine/types.js' */

/** How long the download of script and package may take, in milliseconds. */
const LOAD_MS = 30_000;
/**
 * If one of several workers dies, the others wait for it forever, without a report. Ticks are counted, not
 * time, because a page that slept has missed reports as well.
 */
const WATCH = { tickMs: 2000, ticks: 5 };

const startLearnWorker = () => startWorkerOf(new URL('./worker.js', import.meta.url), 'afterstate-learn');

export class LearnerClient extends WorkerClient {
  /**
   * @param {{ workers?: number, makeWorker?: () => WorkerLike, onBroken?: (reason: Error) => void }}
   *   [options]
   */
  constructor({ workers = 1, makeWorker = startLearnWorker, onBroken } = {}) {
    super({ makeWorker, helloMs: LOAD_MS, onBroken });
    this.ready = this.hello.then(() =>
      this.request({ ask: 'start', workers }, { ms: LOAD_MS, what: 'its start' }),
    );
    this.ready.catch(() => {});
    this.workers = workers;
    /** Ends the learning. @type {AbortController | null} */
    this.stopping = null;
  }

  /** @param {Question} question @returns {Promise<any>} */
  async ask(question) {
    await this.ready;
    return this.request(question);
  }

  /**
   * Learns until `pause`.
   * @param {number | null} slowFrom see `Question`
   * @param {(report: Report) => void} onReport
   * @returns {Promise<void>} resolves after the last report
   */
  async learn(slowFrom, onReport) {
    await this.ready;
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    const watch = this.watchReports();
    try {
      const onProgress = (/** @type {Report} */ report) => {
        watch.seen();
        onReport(report);
      };
      onReport(await this.request({ ask: 'learn', slowFrom }, { signal, onProgress }));
    } finally {
      watch.end();
    }
  }

  /** Gives the workers up when reports stay away. */
  watchReports() {
    let missed = 0;
    const tick = () => {
      if (++missed >= WATCH.ticks) this.broke('one of its workers ended without an error message');
    };
    const timer = this.workers > 1 ? setInterval(tick, WATCH.tickMs) : undefined;
    return { seen: () => void (missed = 0), end: () => clearInterval(timer) };
  }

  pause() {
    this.stopping?.abort();
  }
}
