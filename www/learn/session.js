// What the page does: starts the worker that learns, and passes its reports to the state. ./keeping.js keeps
// what was learned. It does not use the document.

import { messageOf } from '../shared/error.js';
import { every } from '../shared/paced.js';
import { t, translatable } from '../shared/text.js';
import { Keeping, RUN } from './keeping.js';
import { LearnerClient } from './learner-client.js';
import { readRun } from './record.js';
import { workersOf } from './settings.js';
import {
  change,
  explain,
  failed,
  newRun,
  paused,
  progressed,
  starting,
  unsaved,
  wouldLose,
} from './state.js';

/** @import { Bytes, NetworkInfo } from '../ai/learned-networks.js' */
/** @import { Ownership } from '../game/owner.js' */
/** @import { KeepingOptions } from './keeping.js' */
/** @import { Question } from './protocol.js' */
/** @import { Run } from './state.js' */

/** The time between two savings of a run, in milliseconds. */
const SAVE_EVERY_MS = 30_000;

export class Session {
  /**
   * @param {KeepingOptions & {
   *   onMade: (rank: number) => void, maxWorkers?: number,
   *   makeClient?: (onBroken: (reason: Error) => void, workers: number) => LearnerClient
   * }} options `onMade`: a large tile was made for the first time; `maxWorkers`: as many can share memory
   */
  constructor({
    onMade,
    maxWorkers = 1,
    makeClient = (onBroken, workers) => new LearnerClient({ onBroken, workers }),
    ...options
  }) {
    this.state = options.state;
    this.notify = options.notify;
    this.onMade = onMade;
    this.maxWorkers = maxWorkers;
    this.makeClient = makeClient;
    /** @type {LearnerClient | null} */
    this.client = null;
    this.keeping = new Keeping(options, () => this.client);
    /** The learners that are being made, oldest first. @type {AbortController[]} */
    this.coming = [];
    /** Ends with the last report of the learner, and never rejects. @type {Promise<void>} */
    this.learned = Promise.resolve();
    /** The taking up of a run that was left, while it is under way. @type {Promise<void> | null} */
    this.beginning = null;
    /** What waits until the run belongs to this tab. */
    this.gained = () => {};
  }

  /** Whose the run is has changed. @param {Ownership} status */
  owned(status) {
    const begun = this.begin();
    if (status === 'mine') void begun.then(() => this.gained());
    if (status !== 'elsewhere') return;
    this.client?.pause();
    paused(this.state);
    explain(this.state, t('Your run is open in another tab. You can continue it here.'));
  }

  /** Lists the networks, and takes up the run that was left, or that another tab has continued. */
  begin() {
    this.beginning ??= this.takeUpLeft().finally(() => {
      this.beginning = null;
    });
    return this.beginning;
  }

  async takeUpLeft() {
    const { keeping, state } = this;
    const { left: before } = keeping;
    await keeping.list();
    if (keeping.owner.status === 'elsewhere') return;
    explain(state, '');
    const { left } = keeping;
    if (!left || (this.client && left.saved === before?.saved)) return;
    // Only a run that is too large to be saved by itself has more than was saved before another tab had it.
    if (wouldLose(state)) this.ask(translatable('Go on anyway'), () => void this.takeUp(left));
    else await this.takeUp(left);
  }

  /** Starts or goes on. */
  async start() {
    const { keeping, state } = this;
    // Some browsers take long to say what was left.
    const first = state.value.phase === 'empty';
    if (first) starting(state, null);
    await this.ownRun();
    if (first && !this.client) this.reset();
    const { phase } = state.value;
    if (phase === 'paused') return this.learn();
    if (phase === 'starting' || phase === 'learning') return;
    // What can't be taken up now may be later.
    if (keeping.left) return this.askToStartOver();
    const settings = {
      ...state.value.settings,
      workers: workersOf(state.value.settings, this.maxWorkers),
    };
    starting(state, newRun(settings));
    try {
      if (!(await this.become({ ask: 'make', settings }, newRun(settings)))) return;
    } catch (error) {
      this.fail(error);
      return;
    }
    await this.learn();
  }

  /** Takes the run over if another tab has it, and takes up what was left. */
  async ownRun() {
    const { owner } = this.keeping;
    if (owner.status !== 'elsewhere') return this.begin();
    const gained = new Promise((resolve) => {
      this.gained = () => resolve(undefined);
    });
    void owner.ask(RUN, { steal: true });
    await gained;
  }

  /**
   * Gives a new worker its learner, which then takes the place of the one before it.
   * @param {Question} question @param {Run} run what is shown of it
   * @returns {Promise<boolean>} false: the player has chosen another since. Rejects if it cannot be made; the
   *   one before it then stays
   */
  async become(question, run) {
    // The size of a file's network is not known before it is read, and shared memory is small.
    const workers = question.ask === 'open' ? 1 : workersOf(run.settings, this.maxWorkers);
    const client = this.makeClient((reason) => this.broke(client, reason), workers);
    const one = new AbortController();
    const { signal } = one;
    signal.addEventListener('abort', () => client.end());
    this.coming.push(one);
    try {
      await client.ask(question);
      if (signal.aborted) return false;
      this.drop(this.coming.indexOf(one));
    } catch (error) {
      if (signal.aborted) return false;
      client.end();
      throw error;
    } finally {
      this.coming = this.coming.filter((other) => other !== one);
    }
    this.end();
    this.client = client;
    starting(this.state, run);
    paused(this.state);
    return true;
  }

  /** Learners that are being made are no longer wanted. @param {number} [count] so many, the oldest */
  drop(count = this.coming.length) {
    for (const one of this.coming.splice(0, count)) one.abort();
  }

  /** Learns until it is paused. */
  async learn() {
    const { client, keeping, state } = this;
    const { run } = state.value;
    if (!client || !run || keeping.owner.status === 'elsewhere') return;
    change(state, { phase: 'learning', problem: '' });
    const saveIsDue = every(SAVE_EVERY_MS);
    const learned = client.learn(run.settings.slowStart ? run.seconds : null, (report) => {
      if (this.client !== client) return;
      for (const rank of progressed(state, report)) this.onMade(rank);
      if (saveIsDue()) void keeping.saveRun();
    });
    this.learned = learned.catch((error) => this.broke(client, error));
    await this.learned;
  }

  /** Pauses at once, and saves. */
  async pause() {
    if (!this.client) return;
    this.client.pause();
    paused(this.state);
    await this.learned; // its last report
    await this.keeping.saving; // it may lack what was learned since
    await this.keeping.saveRun();
  }

  /**
   * Gives up the run and its memory.
   * @param {{ agreed?: boolean }} [how] `agreed`: what it has learned may be lost
   */
  async startOver({ agreed = false } = {}) {
    if (!agreed && unsaved(this.state)) return this.askToStartOver();
    this.drop();
    this.end();
    this.reset();
    await this.keeping.forget();
  }

  reset() {
    change(this.state, { phase: 'empty', run: null, problem: '' });
  }

  end() {
    this.client?.end();
    this.client = null;
  }

  /** @param {LearnerClient} client @param {unknown} error */
  broke(client, error) {
    if (this.client !== client) return;
    this.end();
    this.fail(error);
  }

  /** @param {unknown} error */
  fail(error) {
    const message = messageOf(error).replace(/\.$/, '');
    failed(this.state, t('Learning stopped: {message}. What was saved is still there.', { message }));
  }

  /** Asks before what was learned is lost. @param {string} label @param {() => void} act */
  ask(label, act) {
    this.notify(t('What it has learned would be lost. Download it first to keep it.'), { label, act });
  }

  askToStartOver() {
    this.ask(translatable('Start over'), () => void this.startOver({ agreed: true }));
  }

  /** Goes on with the run that was saved. @param {NetworkInfo} info */
  async takeUp(info) {
    const name = t('Your network');
    const run = readRun(info.run);
    const { file = null, state = null } =
      (await this.keeping.storage.filesOf(info.id).catch(() => null)) ?? {};
    if (run && state) await this.replace(name, { ask: 'restore', state }, run);
    else if (run && file) await this.replace(name, { ask: 'open', file, settings: run.settings }, run);
    else this.notify(t('{name} can’t be read.', { name }));
  }

  /**
   * A network from a file, to go on with it.
   * @param {string} name @param {Bytes} file
   * @param {{ agreed?: boolean }} [how] `agreed`: the current run may be lost
   */
  async open(name, file, { agreed = false } = {}) {
    const { keeping, state } = this;
    await this.ownRun();
    await this.pause();
    if (!agreed && (unsaved(state) || (!this.client && keeping.left)))
      return this.ask(translatable('Go on anyway'), () => void this.open(name, file, { agreed: true }));
    const settings = { ...state.value.settings };
    if (!(await this.replace(name, { ask: 'open', file, settings }, newRun(settings)))) return;
    await keeping.forget();
    this.notify(t('{name} was loaded. Continue to let it learn more.', { name }));
  }

  /**
   * Puts another learner in the place of the current one.
   * @param {string} name @param {Question} question @param {Run} run @returns {Promise<boolean>} false: it
   *   cannot be read, or the player has chosen another since
   */
  async replace(name, question, run) {
    try {
      return await this.become(question, run);
    } catch (error) {
      const message = messageOf(error).replace(/\.$/, '');
      this.notify(t('{name} can’t be loaded: {message}.', { name, message }));
      return false;
    }
  }
}
