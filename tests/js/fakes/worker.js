// Fake workers of the engine with scripts: quick, slow, crashing or silent, with invented answers. Messages
// arrive in their own tasks, as from a real worker.

import { reportOf as made } from '../../../www/engine/client.js';
import { ANSWER, BROKEN, CANCEL, HELLO, PROGRESS, REFUSED, REQUEST } from '../../../www/engine/requests.js';

/**
 * @import { EvaluateQuestion, Evaluation, FetchQuestion, FromWorker, LoadQuestion, ReadPeopleQuestion,
 *   Report, Result, SearchQuestion, StartQuestion, ToWorker, UseQuestion, WorkerQuestion }
 *   from '../../../www/engine/types.js'
 */

/** A question with the id of its request. @template Q @typedef {Q & { id: number }} WithId */

/**
 * What a fake worker does. The functions replace its answers; without `hello` it never starts. `cancel`:
 * called with the id of a canceled request.
 * @typedef {{
 *   hello?: boolean, nested?: boolean, crashAtStart?: boolean,
 *   load?: (worker: FakeWorker, question: WithId<LoadQuestion>) => void,
 *   start?: (worker: FakeWorker, question: WithId<StartQuestion>) => void,
 *   search?: (worker: FakeWorker, question: WithId<SearchQuestion>) => void,
 *   evaluate?: (worker: FakeWorker, question: WithId<EvaluateQuestion>) => void,
 *   fetch?: (worker: FakeWorker, question: WithId<FetchQuestion>) => void,
 *   use?: (worker: FakeWorker, question: WithId<UseQuestion>) => void,
 *   people?: (worker: FakeWorker, question: WithId<ReadPeopleQuestion>) => void,
 *   cancel?: (worker: FakeWorker, id: number) => void
 * }} Script
 */

export class FakeWorker {
  /** @param {Script} [script] */
  constructor(script = {}) {
    this.script = script;
    this.terminated = false;
    this.shared = false;
    /**
     * The messages to it: questions with their ids, and cancellations.
     * @type {(WithId<WorkerQuestion> | { ask: typeof CANCEL, id: number })[]}
     */
    this.received = [];
    /** @type {((event: { data: FromWorker }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { message?: string }) => void) | null} */
    this.onerror = null;
    /** @type {(() => void) | null} */
    this.onmessageerror = null;
    if (script.crashAtStart) setTimeout(() => this.crash('cannot load'), 0);
    else if (script.hello !== false) this.say({ type: HELLO, nested: script.nested ?? true, lock: null });
  }

  /** @param {ToWorker} message */
  postMessage(message) {
    if (this.terminated) return;
    this.received.push(
      message.type === REQUEST ? { ...message.question, id: message.id } : { ask: CANCEL, id: message.id },
    );
    setTimeout(() => {
      if (this.terminated) return;
      if (message.type === CANCEL) this.script.cancel?.(this, message.id);
      else this.hear({ ...message.question, id: message.id });
    }, 0);
  }

  /** @param {WithId<WorkerQuestion>} question */
  hear(question) {
    const { script } = this;
    switch (question.ask) {
      case 'load':
        return (script.load ?? loaded)(this, question);
      case 'start':
        return (script.start ?? ready)(this, question);
      case 'search':
        return (script.search ?? answer)(this, question);
      case 'evaluate':
        return (script.evaluate ?? evaluated)(this, question);
      case 'fetch':
        return (script.fetch ?? fetched)(this, question);
      case 'use':
        return (script.use ?? used)(this, question);
      case 'people':
        return (script.people ?? read)(this, question);
      default:
        return this.answer(question.id, question.ask);
    }
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

  /** @param {number} id @param {unknown} value @param {number} [ms] */
  answer(id, value, ms) {
    this.say({ type: ANSWER, id, value }, ms);
  }

  /** @param {number} id @param {unknown} value */
  progress(id, value) {
    this.say({ type: PROGRESS, id, value });
  }

  /** @param {number} id @param {string} message */
  refuse(id, message) {
    this.say({ type: REFUSED, id, message });
  }

  /** Reports that it can no longer be used. @param {string} message */
  broken(message) {
    this.say({ type: BROKEN, message });
  }

  /** @param {string} message */
  crash(message) {
    if (!this.terminated) this.onerror?.({ message });
  }
}

/** @param {FakeWorker} worker @param {WithId<LoadQuestion>} question */
export function loaded(worker, { id, shared, probe }) {
  worker.shared = shared;
  if (probe) Atomics.store(new Int32Array(probe), 0, 1);
  worker.answer(id, null);
}

/** @param {FakeWorker} worker @param {WithId<StartQuestion>} question @param {SharedArrayBuffer} [memory] */
export function ready(worker, { id, threads }, memory = new SharedArrayBuffer(64)) {
  worker.answer(id, worker.shared ? { threads, memory, stopFlag: 8 } : { threads: 1 });
}

/** @param {FakeWorker} worker @param {WithId<FetchQuestion>} question */
export function fetched(worker, { id, network }) {
  worker.progress(id, { stage: 'fetching', done: network.bytes / 2, total: network.bytes });
  worker.answer(id, null);
}

/** @param {FakeWorker} worker @param {{ id: number }} question */
export function used(worker, { id }) {
  worker.progress(id, { stage: 'reading', done: 0.5, total: 1 });
  worker.answer(id, { stopFlag: 16 });
}

/** @param {FakeWorker} worker @param {{ id: number }} question */
function read(worker, { id }) {
  worker.answer(id, 7);
}

/** @param {FakeWorker} worker @param {WithId<SearchQuestion>} question @param {number} [ms] */
export function answer(worker, { id }, ms = 0) {
  worker.answer(id, reportOf(), ms);
}

/** @param {FakeWorker} worker @param {{ id: number }} question @param {number} [ms] */
export function evaluated(worker, { id }, ms = 0) {
  worker.answer(id, evaluationOf(), ms);
}

/**
 * An evaluation in which Right is best, Up loses a quarter and Left is not possible.
 * @returns {Evaluation}
 */
export function evaluationOf() {
  return {
    best: 1,
    moves: [
      { value: 3000, loss: 25, grade: 'blunder' },
      { value: 4000, loss: 0, grade: 'best' },
      { value: 3999, loss: 0.025, grade: 'best' },
      null,
    ],
    outlook: { points: 20_000, tiles: [{ rank: 11, chance: 0.75 }] },
    line: [1, 2],
    ply: 4,
    nodes: 20_000,
    timeMs: 2,
    threads: 1,
  };
}

/**
 * What the page makes of an evaluation.
 * @param {Evaluation} [evaluation]
 * @param {string} [name] of the network; empty for the built-in heuristic
 * @returns {Report}
 */
export const reportAbout = (evaluation = evaluationOf(), name = 'Lite') =>
  made(evaluation, {
    network: name === '' ? null : { id: name, name, url: `https://example.org/${name}.bin`, bytes: 100 },
    tier: 'single',
    threads: 1,
  });

/**
 * A report with values of ten times the direction plus the ply.
 * @param {{ root?: number[], ply?: number, nodes?: number, stopped?: boolean }} [options]
 * @returns {Result & Report} as the worker sends it, and as the page has it
 */
export function reportOf({ root = [0, 1, 2, 3], ply = 2, nodes = 100, stopped = true } = {}) {
  /** @param {number} at */
  const values = (at) =>
    [0, 1, 2, 3].map((direction) => (root.includes(direction) ? direction * 10 + at : null));
  const history = Array.from({ length: ply }, (_, index) => values(index + 1));
  const best = Math.max(...root);
  return {
    values: values(ply),
    best,
    ply,
    nodes,
    tableHits: 1,
    timeMs: 5,
    threads: 1,
    line: [best, 0],
    stopped,
    history,
    by: { kind: 'engine', name: '', unit: '', tier: null, note: '', possible: null },
  };
}
