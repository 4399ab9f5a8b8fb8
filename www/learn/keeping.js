// Keeps what was learned: the run, which the page saves by itself, with the file to play with it. Networks
// that an earlier version of the page kept besides are offered as files until the player deletes them.
//
// The record of the run belongs to one tab (../game/owner.js); only that one writes it.

import { messageOf } from '../shared/error.js';
import { UNNAMED } from '../ai/learned-networks.js';
import { ALONE } from '../game/owner.js';
import { t, translatable } from '../shared/text.js';
import { mean } from './curve.js';
import { writeRun } from './record.js';
import { change, now } from './state.js';

/** @import { Bytes, NetworkInfo } from '../ai/learned-networks.js' */
/** @import { Owning } from '../game/owner.js' */
/** @import { LearnerClient } from './learner-client.js' */
/** @import { State } from './state.js' */

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
    change(this.state, { earlier: networks.filter(({ id }) => id !== UNNAMED) });
  }

  /** Shows a trouble of the storage, once. @param {string} message */
  tell(message) {
    if (message !== this.trouble) this.notify(message);
    this.trouble = message;
  }

  /** Saves what the run has learned since, so that a closed tab loses little. Never rejects. */
  async saveRun() {
    const { run } = this.state.value;
    if (!this.client() || !run || run.games === 0 || this.saving || this.left?.moves === run.moves) return;
    if (!this.owner.mayWrite(RUN)) return;
    await this.keep({ withFile: false }).catch((error) => this.tell(messageOf(error)));
  }

  /**
   * Saves the run, after a saving that is under way.
   * @param {{ withFile: boolean }} how whether a file to play with is made, too
   * @returns {Promise<NetworkInfo | null>} null: nothing was saved. Rejects with a message for the player
   */
  async keep(how) {
    const stored = this.saving ? this.saving.then(() => this.store(how)) : this.store(how);
    const saving = stored
      .catch(() => {})
      .then(() => {
        if (this.saving === saving) this.saving = null;
      });
    this.saving = saving;
    return stored;
  }

  /** @param {{ withFile: boolean }} how @returns {Promise<NetworkInfo | null>} as `keep` */
  async store({ withFile }) {
    const { left, owner, state, storage } = this;
    const made = withFile ? await this.makeFile() : null;
    const client = this.client();
    const { run } = state.value;
    if (!client || !run) return null;
    const record = writeRun(run); // what is saved has this at least
    /** @type {Bytes | null} */
    const memory = await client.ask({ ask: 'save', most: MAX_SAVED_BYTES });
    if (!memory) change(state, { saving: 'player' });
    if (!made && !memory) return null;
    // Without a new file, that of this run stays: the game may play with it.
    const file = made?.file ?? (left?.bytes ? (await storage.filesOf(UNNAMED))?.file : null) ?? null;
    const saved = Date.now();
    /** @type {NetworkInfo} */
    const info = {
      id: UNNAMED,
      fileId: made ? `learned-${saved.toString(36)}` : left?.fileId,
      name: t('Learned'),
      saved,
      mean: mean(now(run)),
      moves: record.moves,
      bytes: file?.length ?? 0,
      canContinue: memory !== null,
      run: record,
    };
    const isKept = await storage.keepNetwork(info, { file, state: memory }, () => owner.mayWrite(RUN));
    if (!isKept) {
      owner.refused();
      return null;
    }
    this.left = info;
    if (made) change(state, { taken: made.moves });
    return info;
  }

  /**
   * The network's file of the run, and its moves: what is learned meanwhile is not in it.
   * @returns {Promise<{ file: Bytes, moves: number }>} rejects with a message for the player
   */
  async makeFile() {
    const client = this.client();
    const { run, problem } = this.state.value;
    if (!client || !run) throw new Error(problem || 'Nothing has been learned yet.');
    const { games, moves, seconds } = run;
    const about = `learned in a browser: ${moves} moves, ${games} games from empty boards, ${Math.round(seconds)} s`;
    return { file: await client.ask({ ask: 'export', about }), moves };
  }

  /** Saves the run with its file. @returns {Promise<string | null>} the id to play with; null: it failed */
  async play() {
    const info = await this.whileBusy(() => this.keep({ withFile: true }));
    return info?.fileId ?? null;
  }

  /** The file for the player. @returns {Promise<Bytes | null>} null: it failed */
  async download() {
    const made = await this.whileBusy(() => this.makeFile());
    if (made) change(this.state, { taken: made.moves });
    return made && made.file;
  }

  /**
   * @template T @param {() => Promise<T>} act
   * @returns {Promise<T | null>} null: it failed, which is a notice
   */
  async whileBusy(act) {
    change(this.state, { busy: translatable('Saving…') });
    try {
      return await act();
    } catch (error) {
      this.notify(messageOf(error));
      return null;
    } finally {
      change(this.state, { busy: '' });
    }
  }

  /** Deletes the run that is saved, unless it is another tab's. */
  async forget() {
    await this.saving;
    const { owner, storage } = this;
    await storage.deleteNetwork(UNNAMED, () => owner.mayWrite(RUN)).catch(() => {});
    await this.list();
  }

  /** The file of an earlier network. @param {NetworkInfo} info @returns {Promise<Bytes | null>} */
  async fileOf(info) {
    const files = await this.storage.filesOf(info.id).catch((error) => this.notify(messageOf(error)));
    return files?.file ?? null;
  }

  /** Deletes an earlier network, which the player can undo. @param {NetworkInfo} info */
  async remove(info) {
    const { id, name } = info;
    const { storage } = this;
    const files = await storage.filesOf(id).catch(() => null);
    await this.change(() => storage.deleteNetwork(id));
    if (!files || this.state.value.earlier.some((one) => one.id === id)) return;
    const act = () => void this.change(() => storage.keepNetwork(info, files));
    this.notify(t('{name} was deleted.', { name }), { label: translatable('Undo'), act });
  }

  /** @param {() => Promise<unknown>} act on the networks that are kept; its failure is a notice */
  async change(act) {
    await act().catch((error) => this.notify(messageOf(error)));
    await this.list();
  }
}
