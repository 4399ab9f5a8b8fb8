// Keeps what was learned: the run, which the page saves by itself, and networks under names.
//
// The record of the run belongs to one tab (../game/owner.js); only that one writes it.

import { messageOf } from '../engine/protocol.js';
import { UNNAMED } from '../ai/learned-networks.js';
import { ALONE } from '../game/owner.js';
import { t, translatable } from '../shared/text.js';
import { mean } from './curve.js';
import { writeRun } from './record.js';
import { busy, holds, kept, now, tooLarge } from './state.js';

/** @import { Bytes, NetworkInfo } from '../ai/learned-networks.js' */
/** @import { Owning } from '../game/owner.js' */
/** @import { LearnerClient } from './learner-client.js' */
/** @import { Run, State } from './state.js' */

/** @typedef {typeof import('../ai/learned-networks.js')} Storage */
/** @typedef {{ label: string, act: () => void }} Action */

/**
 * `notify`: tells the player; `owner`: of the run’s record.
 * @typedef {{
 *   state: State, storage: Pick<Storage, 'listNetworks' | 'keepNetwork' | 'filesOf' | 'deleteNetwork'>,
 *   notify: (message: string, action?: Action) => void, owner?: Owning
 * }} KeepingOptions
 */

/** What the owner of the run’s record calls it, where a game has its size. */
export const RUN = 'learning';
/** Larger learners (bytes) are only saved when the player asks for it: writing them takes seconds. */
const MAX_SAVED_BYTES = 100e6;

export class Keeping {
  /** @param {KeepingOptions} options @param {() => LearnerClient | null} client which learns */
  constructor({ state, storage, notify, owner = ALONE }, client) {
    this.state = state;
    this.storage = storage;
    this.notify = notify;
    this.owner = owner;
    this.client = client;
    /**
     * The run that is saved, as this page read or wrote it last while it was its own.
     * @type {NetworkInfo | null}
     */
    this.left = null;
    /** The saving that is under way; it never rejects. @type {Promise<void> | null} */
    this.saving = null;
    /** The reason why runs cannot be saved, told once. */
    this.trouble = '';
  }

  async list() {
    const networks = await this.storage.listNetworks().catch((error) => {
      this.tell(messageOf(error));
      return [];
    });
    if (this.owner.status !== 'elsewhere') this.left = networks.find(({ id }) => id === UNNAMED) ?? null;
    kept(this.state, networks);
  }

  /** Shows a trouble of the storage, once. @param {string} message */
  tell(message) {
    if (message !== this.trouble) this.notify(message);
    this.trouble = message;
  }

  /** Saves what the run has learned since, so that a closed tab loses little. Never rejects. */
  async saveRun() {
    const { left, saving } = this;
    const { run } = this.state.value;
    if (!this.client() || !run || run.games === 0 || saving || (left && holds(left, run))) return;
    if (!this.owner.mayWrite(RUN)) return;
    try {
      await this.keep({ id: UNNAMED, name: t('The latest run') }, { withFile: false });
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
    const { owner, state } = this;
    const client = this.client();
    const { run, problem } = state.value;
    if (!client || !run) throw new Error(problem || 'Nothing has been learned yet.');
    const record = writeRun(run); // what is saved has this at least
    /** @type {Bytes | null} */
    const file = withFile ? await this.file(client, run) : null;
    /** @type {Bytes | null} */
    const memory = await client.ask({ ask: 'save', most: MAX_SAVED_BYTES });
    if (!memory) tooLarge(state);
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
    const mayReplace = id === UNNAMED ? () => owner.mayWrite(RUN) : undefined;
    const isKept = await this.storage.keepNetwork(info, { file, state: memory }, mayReplace);
    if (!isKept) owner.refused();
    else if (id === UNNAMED) this.left = info;
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
    busy(this.state, translatable('Saving…'));
    try {
      await this.keep({ id: `learned-${Date.now().toString(36)}`, name }, { withFile: true });
      await this.list();
      this.notify(t('{name} was saved.', { name }));
    } catch (error) {
      this.notify(messageOf(error));
    } finally {
      busy(this.state, '');
    }
  }

  /** Deletes the run that is saved, unless it is another tab's. */
  async forget() {
    await this.saving;
    const { owner, storage } = this;
    await storage.deleteNetwork(UNNAMED, () => owner.mayWrite(RUN)).catch(() => {});
    await this.list();
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
    await this.change(() => storage.deleteNetwork(id));
    if (!files || this.state.value.networks?.some((one) => one.id === id)) return;
    const act = () => void this.change(() => storage.keepNetwork(info, files));
    this.notify(t('{name} was deleted.', { name }), { label: translatable('Undo'), act });
  }

  /** @param {() => Promise<unknown>} act on the networks that are kept; its failure is a notice */
  async change(act) {
    await act().catch((error) => this.notify(messageOf(error)));
    await this.list();
  }
}
