// What the page does: starts the worker that learns, passes its reports to the state, and keeps networks. It
// does not use the document.

import { messageOf } from '../engine/protocol.js';
import { UNNAMED } from '../ai/learned-networks.js';
import { t, translatable } from '../shared/text.js';
import { mean } from './curve.js';
import { LearnerClient } from './learner-client.js';
import { readRun, writeRun } from './record.js';
import { workersOf } from './settings.js';
import {
  busy,
  failed,
  holds,
  isNamed,
  kept,
  learning,
  newRun,
  now,
  paused,
  progressed,
  reset,
  starting,
  tooLarge,
  unsaved,
} from './state.js';
import { nextName } from './words.js';

/** @import { Bytes, NetworkInfo } from '../ai/learned-networks.js' */
/** @import { Question } from './protocol.js' */
/** @import { Run, State, observe } from './state.js' */

/** @typedef {ReturnType<typeof observe<State>>} Observed */
/** @typedef {typeof import('../ai/learned-networks.js')} Storage */
/** @typedef {{ label: string, act: () => void }} Action */

/** The time between two savings of a run, in milliseconds. */
const SAVE_EVERY_MS = 30_000;
/** Larger learners (bytes) are only saved when the player asks for it: writing them takes seconds. */
const MAX_SAVED_BYTES = 100e6;

/** Whether two records are the same. @param {NetworkInfo} one @param {NetworkInfo | null} [other] */
const isSame = (one, other) => one.saved === other?.saved && one.moves === other.moves;

/** An id for a network, never used before. */
const newId = () => `learned-${Date.now().toString(36)}`;

export class Session {
  /**
   * @param {{
   *   observed: Observed, storage: Pick<Storage, 'listNetworks' | 'keepNetwork' | 'filesOf'
   *   | 'deleteNetwork'>,
   *   notify: (message: string, action?: Action) => void, onMade: (rank: number) => void,
   *   maxWorkers?: number,
   *   makeClient?: (onBroken: (reason: Error) => void, workers: number) => LearnerClient
   * }} options `onMade`: a large tile was made for the first time; `maxWorkers`: as many can share memory
   */
  constructor({
    observed,
    storage,
    notify,
    onMade,
    maxWorkers = 1,
    makeClient = (onBroken, workers) => new LearnerClient({ onBroken, workers }),
  }) {
    this.observed = observed;
    this.storage = storage;
    this.notify = notify;
    this.onMade = onMade;
    this.maxWorkers = maxWorkers;
    this.makeClient = makeClient;
    /** @type {LearnerClient | null} */
    this.client = null;
    /** Learners are numbered as they are asked for: the last one, and the one that is shown. */
    this.turns = 0;
    this.turn = 0;
    /** Ends with the last report of the learner, and never rejects. @type {Promise<void>} */
    this.learned = Promise.resolve();
    this.savedAt = performance.now();
    /** The saving that is under way; it never rejects. @type {Promise<void> | null} */
    this.saving = null;
    /**
     * The record that the page saves its run in by itself, as it last read or wrote it; undefined before it
     * has looked. Another tab may have replaced it.
     * @type {NetworkInfo | null | undefined}
     */
    this.known = undefined;
    /** The taking up of a run that was left, while it is under way. @type {Promise<void> | null} */
    this.beginning = null;
    /** The reason why runs cannot be saved, told once. */
    this.trouble = '';
  }

  get state() {
    return this.observed.state;
  }

  /** Where the page saves its run by itself. */
  get place() {
    return this.known ?? { id: UNNAMED, name: t('The latest run') };
  }

  /** What is stored there. */
  get stored() {
    return this.state.networks?.find(({ id }) => id === this.place.id);
  }

  /** The same, if this page knows it. */
  get left() {
    const { stored } = this;
    return stored && isSame(stored, this.known) ? stored : undefined;
  }

  /** Lists the networks, and takes up the run that was left, or that another tab has continued. */
  begin() {
    this.beginning ??= this.takeUpLeft().finally(() => {
      this.beginning = null;
    });
    return this.beginning;
  }

  async takeUpLeft() {
    await this.list();
    const { client, stored } = this;
    if (this.known === undefined) this.known = stored ?? null;
    const { known, left } = this;
    const { run, phase } = this.state;
    if (left && !client) await this.takeUp(left, { learn: false, agreed: true });
    if (!stored || left || phase !== 'paused' || !run || !known || !holds(known, run)) return;
    if (!(await this.takeUp(stored, { learn: false, agreed: true }))) return;
    this.known = stored;
    this.notify(t('This is the run that another tab saved last.'));
  }

  async list() {
    const networks = await this.storage.listNetworks().catch((error) => {
      this.tell(messageOf(error));
      return [];
    });
    this.observed.change(kept, networks);
  }

  /** Starts or goes on. */
  async start() {
    // Some browsers take long to say what was left.
    const first = this.state.phase === 'empty';
    if (first) this.observed.change(starting, null);
    await this.begin();
    if (first && !this.client) this.observed.change(reset);
    const { phase } = this.state;
    if (phase === 'paused') return this.learn();
    if (phase === 'starting' || phase === 'learning') return;
    // What can't be taken up now may be later.
    if (this.left) return this.askToStartOver();
    const settings = { ...this.state.settings, workers: workersOf(this.state.settings, this.maxWorkers) };
    this.observed.change(starting, newRun(settings));
    try {
      if (!(await this.become({ ask: 'make', settings }, newRun(settings)))) return;
    } catch (error) {
      this.fail(error);
      return;
    }
    await this.learn();
  }

  /**
   * Gives a new worker its learner, which then takes the place of the one before it.
   * @param {Question} question @param {Run} run what is shown of it
   * @returns {Promise<boolean>} false: the player has chosen another since. Rejects if it cannot be made; the
   *   one before it then stays
   */
  async become(question, run) {
    const turn = ++this.turns;
    // The size of a file's network is not known before it is read, and shared memory is small.
    const workers = question.ask === 'open' ? 1 : workersOf(run.settings, this.maxWorkers);
    const client = this.makeClient((reason) => this.broke(client, reason), workers);
    try {
      await client.ask(question);
    } catch (error) {
      client.end();
      if (turn < this.turn) return false;
      throw error;
    }
    if (turn < this.turn) {
      client.end();
      return false;
    }
    this.turn = turn;
    this.end();
    this.client = client;
    if (this.place.id !== UNNAMED) this.known = null;
    this.observed.change(starting, run);
    this.observed.change(paused);
    return true;
  }

  /** Learns until it is paused. */
  async learn() {
    const { client, observed } = this;
    const { run } = this.state;
    if (!client || !run) return;
    observed.change(learning);
    this.savedAt = performance.now();
    const learned = client.learn(run.settings.slowStart ? run.seconds : null, (report) => {
      if (this.client !== client) return;
      for (const rank of observed.change(progressed, report)) this.onMade(rank);
      if (performance.now() - this.savedAt >= SAVE_EVERY_MS) void this.saveUnnamed();
    });
    this.learned = learned.catch((error) => this.broke(client, error));
    await this.learned;
  }

  /** Pauses at once, and saves. */
  async pause() {
    if (!this.client) return;
    this.client.pause();
    this.observed.change(paused);
    await this.learned; // its last report
    await this.saving; // it may lack what was learned since
    await this.saveUnnamed();
  }

  /**
   * Gives up the run and its memory; networks that were saved by name stay.
   * @param {{ agreed?: boolean }} [how] `agreed`: what it has learned may be lost
   */
  async startOver({ agreed = false } = {}) {
    if (!agreed && unsaved(this.state)) return this.askToStartOver();
    this.turn = ++this.turns;
    this.end();
    this.observed.change(reset);
    await this.saving;
    const { known } = this;
    if (known?.id === UNNAMED)
      await this.storage.deleteNetwork(UNNAMED, (stored) => isSame(stored, known)).catch(() => {});
    this.known = null;
    await this.list();
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
    this.observed.change(
      failed,
      t('Learning stopped: {message}. What was saved is still there.', { message }),
    );
  }

  /** Shows a trouble of the storage, once. @param {string} message */
  tell(message) {
    if (message !== this.trouble) this.notify(message);
    this.trouble = message;
  }

  /** Saves what the run has learned since, so that a closed tab loses little. Never rejects. */
  async saveUnnamed() {
    const { client, known, saving } = this;
    const { run } = this.state;
    this.savedAt = performance.now();
    if (!client || !run || run.games === 0 || saving || (known && holds(known, run))) return;
    try {
      await this.keep(this.place, { withFile: false });
    } catch (error) {
      this.tell(messageOf(error));
    }
  }

  /**
   * Saves the run, after a saving that is under way.
   * @param {{ id: string, name: string }} place @param {{ withFile: boolean }} how whether the network's file
   *   is kept, too
   * @returns {Promise<void>} rejects with a message for the player
   */
  async keep(place, how) {
    const stored = this.saving ? this.saving.then(() => this.store(place, how)) : this.store(place, how);
    const saving = stored
      .catch(() => {})
      .then(() => {
        if (this.saving === saving) this.saving = null;
      });
    this.saving = saving;
    await stored;
  }

  /** @param {{ id: string, name: string }} place @param {{ withFile: boolean }} how */
  async store({ id, name }, { withFile }) {
    const { client, known } = this;
    const { run } = this.state;
    if (!client || !run) throw new Error(this.state.problem || 'Nothing has been learned yet.');
    const record = writeRun(run); // what is saved has this at least
    /** @type {Bytes | null} */
    const file = withFile ? await this.file(client, run) : null;
    /** @type {Bytes | null} */
    const memory = await client.ask({ ask: 'save', most: MAX_SAVED_BYTES });
    if (!memory) this.observed.change(tooLarge);
    if (!file && !memory) return;
    /** @type {NetworkInfo} */
    const info = {
      id,
      name,
      saved: Date.now(),
      mean: mean(now(run)),
      moves: run.moves,
      bytes: file?.length ?? 0,
      canContinue: memory !== null,
      run: record,
    };
    const files = { file, state: memory };
    if (withFile) {
      await this.storage.keepNetwork(info, files);
    } else if (await this.storage.keepNetwork(info, files, (stored) => isSame(stored, known))) {
      if (this.place.id === id) this.known = info;
    } else {
      await this.list();
      const { networks } = this.state;
      if (isNamed(networks, record)) return;
      // Another tab saves its run in the same place.
      const beside = { ...info, id: newId(), name: nextName(networks) };
      await this.storage.keepNetwork(beside, files);
      if (this.client === client) this.known = beside;
      this.notify(
        t('Another tab is saving a run too, so this one is saved as {name}.', { name: beside.name }),
      );
    }
    if (this.place.id !== UNNAMED) await this.list(); // the player sees it
  }

  /**
   * The network's file of the run.
   * @param {LearnerClient} client @param {Run} run @returns {Promise<Bytes>}
   */
  file(client, run) {
    return client.ask({
      ask: 'export',
      about: `learned in a browser: ${run.moves} moves, ${run.games} games from empty boards, ${Math.round(run.seconds)} s`,
    });
  }

  /** Saves the network under a name. @param {string} name */
  async save(name) {
    await this.takeTime(translatable('Saving…'), async () => {
      await this.keep({ id: newId(), name }, { withFile: true });
      await this.list();
      this.notify(t('{name} was saved.', { name }));
    });
  }

  /**
   * Pauses, and saves the run under a name if no network has it: another takes its place. If that fails, the
   * player is asked.
   * @param {() => void} goOn without it @returns {Promise<boolean>} false: it can't be saved
   */
  async makeRoom(goOn) {
    if (!this.client) await this.begin();
    await this.pause();
    if (unsaved(this.state)) await this.save(nextName(this.state.networks));
    if (!unsaved(this.state) && (this.client || !this.left)) return true;
    this.ask(translatable('Go on anyway'), goOn);
    return false;
  }

  /** Asks before what was learned is lost. @param {string} label @param {() => void} act */
  ask(label, act) {
    this.notify(t('What it has learned would be lost, because it isn’t saved under a name.'), { label, act });
  }

  askToStartOver() {
    this.ask(translatable('Start over'), () => void this.startOver({ agreed: true }));
  }

  /**
   * Goes on with a network that was kept.
   * @param {NetworkInfo} info @param {{ learn?: boolean, agreed?: boolean }} [how] `agreed`: the current run
   *   may be lost
   * @returns {Promise<boolean>} false: the current run stays
   */
  async takeUp(info, { learn = true, agreed = false } = {}) {
    const run = readRun(info.run);
    const { file = null, state = null } = (await this.storage.filesOf(info.id).catch(() => null)) ?? {};
    if (!run || !(state ?? file)) {
      this.notify(t('{name} can’t be read.', { name: info.name }));
      return false;
    }
    if (!agreed && !(await this.makeRoom(() => void this.takeUp(info, { learn, agreed: true }))))
      return false;
    const question = state
      ? /** @type {const} */ ({ ask: 'restore', state })
      : { ask: /** @type {const} */ ('open'), file: /** @type {Bytes} */ (file), settings: run.settings };
    const taken = await this.replace(info.name, question, run);
    if (taken && learn) await this.learn();
    return taken;
  }

  /**
   * A network from a file, to go on with it.
   * @param {string} name @param {Bytes} file
   * @param {{ agreed?: boolean }} [how] `agreed`: the current run may be lost
   */
  async open(name, file, { agreed = false } = {}) {
    if (!agreed && !(await this.makeRoom(() => void this.open(name, file, { agreed: true })))) return;
    const settings = { ...this.state.settings };
    if (await this.replace(name, { ask: 'open', file, settings }, newRun(settings)))
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

  /** The file of a network that was kept. @param {NetworkInfo} info @returns {Promise<Bytes | null>} */
  async fileOf(info) {
    const files = await this.storage.filesOf(info.id).catch((error) => this.notify(messageOf(error)));
    return files?.file ?? null;
  }

  /** Deletes a network, which the player can undo. @param {NetworkInfo} info */
  async remove(info) {
    const { id, name } = info;
    const { storage } = this;
    const files = await storage.filesOf(id).catch(() => null);
    await this.changeKept(() => storage.deleteNetwork(id));
    if (!files || this.state.networks?.some((kept) => kept.id === id)) return;
    const act = () => void this.changeKept(() => storage.keepNetwork(info, files));
    this.notify(t('{name} was deleted.', { name }), { label: translatable('Undo'), act });
  }

  /** @param {() => Promise<unknown>} change to the networks that are kept; its failure is a notice */
  async changeKept(change) {
    await change().catch((error) => this.notify(messageOf(error)));
    await this.list();
  }

  /**
   * Does something that takes a while; its failure is a notice.
   * @param {string} sentence
   * @param {() => Promise<void>} act
   */
  async takeTime(sentence, act) {
    this.observed.change(busy, sentence);
    try {
      await act();
    } catch (error) {
      this.notify(messageOf(error));
    } finally {
      this.observed.change(busy, '');
    }
  }
}
