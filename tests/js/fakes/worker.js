// Workers that a test writes itself: quick, slow, crashing, silent.
//
// Leaves out searching: an answer is a report made up on the spot. Messages arrive in a task of their own, as they do
// from a real worker.

import * as protocol from '../../../www/engine/protocol.js';

/** @import { FetchMessage, FromWorker, Report, SearchMessage, ToWorker, UseMessage } from '../../../www/engine/protocol.js' */

/**
 * What a fake worker does. The functions answer in its place; without `hello` it never says that it runs.
 * @typedef {{
 *   hello?: boolean, nested?: boolean, crashAtStart?: boolean,
 *   start?: (worker: FakeWorker, message: import('../../../www/engine/protocol.js').StartMessage) => void,
 *   search?: (worker: FakeWorker, message: SearchMessage) => void,
 *   fetch?: (worker: FakeWorker, message: FetchMessage) => void,
 *   abort?: (worker: FakeWorker) => void,
 *   use?: (worker: FakeWorker, message: UseMessage) => void
 * }} Script
 */

export class FakeWorker {
  /** @param {Script} [script] */
  constructor(script = {}) {
    this.script = script;
    this.terminated = false;
    /** @type {ToWorker[]} */
    this.heard = [];
    /** @type {((event: { data: FromWorker }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { message?: string }) => void) | null} */
    this.onerror = null;
    /** @type {(() => void) | null} */
    this.onmessageerror = null;
    if (script.crashAtStart) setTimeout(() => this.crash('cannot load'), 0);
    else if (script.hello !== false) this.say({ type: protocol.HELLO, nested: script.nested ?? true });
  }

  /** @param {ToWorker} message */
  postMessage(message) {
    if (this.terminated) return;
    this.heard.push(message);
    setTimeout(() => {
      if (this.terminated) return;
      if (message.type === protocol.START) (this.script.start ?? ready)(this, message);
      if (message.type === protocol.SEARCH) (this.script.search ?? answer)(this, message);
      if (message.type === protocol.FETCH) (this.script.fetch ?? fetched)(this, message);
      if (message.type === protocol.ABORT) this.script.abort?.(this);
      if (message.type === protocol.USE) (this.script.use ?? ((worker) => used(worker)))(this, message);
    }, 0);
  }

  terminate() {
    this.terminated = true;
  }

  /** @param {FromWorker} message @param {number} [ms] */
  say(message, ms = 0) {
    setTimeout(() => {
      if (!this.terminated) this.onmessage?.({ data: message });
    }, ms);
  }

  /** @param {string} message */
  crash(message) {
    if (!this.terminated) this.onerror?.({ message });
  }
}

/** @param {FakeWorker} worker @param {import('../../../www/engine/protocol.js').StartMessage} message */
export function ready(worker, { tier, threads, probe }) {
  if (probe) Atomics.store(new Int32Array(probe), 0, 1);
  worker.say({ type: protocol.LOADED });
  const memory = tier === 'shared' ? new SharedArrayBuffer(64) : undefined;
  worker.say({ type: protocol.READY, threads: tier === 'shared' ? threads : 1, ...(memory && { memory, stopFlag: 8 }), module: 'compiled' });
}

/** @param {FakeWorker} worker @param {FetchMessage} message */
export function fetched(worker, { model, share }) {
  worker.say({ type: protocol.PROGRESS, stage: 'fetching', done: model.bytes / 2, total: model.bytes });
  worker.say({ type: protocol.FETCHED, ...(share && { bytes: Uint8Array.of(1, 2, 3) }) });
}

/** @param {FakeWorker} worker */
export function used(worker) {
  worker.say({ type: protocol.PROGRESS, stage: 'reading', done: 0.5, total: 1 });
  worker.say({ type: protocol.USED, stopFlag: 16 });
}

/** @param {FakeWorker} worker @param {SearchMessage} message @param {number} [ms] */
export function answer(worker, { id, position, root }, ms = 0) {
  worker.say({ type: protocol.ANSWER, id, position, report: reportOf({ root: root ?? [0, 1, 2, 3] }) }, ms);
}

/**
 * A report whose values are ten times the direction plus the ply.
 * @param {{ root?: number[], ply?: number, nodes?: number, stopped?: boolean }} [options]
 * @returns {Report}
 */
export function reportOf({ root = [0, 1, 2, 3], ply = 2, nodes = 100, stopped = true } = {}) {
  /** @param {number} at */
  const values = (at) => [0, 1, 2, 3].map((direction) => (root.includes(direction) ? direction * 10 + at : null));
  const history = Array.from({ length: ply }, (_, index) => values(index + 1));
  const best = Math.max(...root);
  return { values: values(ply), best, ply, nodes, tableHits: 1, timeMs: 5, threads: 1, line: [best, 0], stopped, history };
}
