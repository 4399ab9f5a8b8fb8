// Which network the engine plays with: what a person chose, what the rule in engine/models.js makes of it here, and how
// far it has been loaded.

import { AUTOMATIC, BUILT_IN, listModels, modelFor } from '../engine/models.js';

/** @import { EngineClient, ModelStatus } from '../engine/client.js' */
/** @import { Surroundings } from '../engine/models.js' */
/** @import { Model } from '../engine/protocol.js' */

/**
 * `instead`: the network that was chosen and is too large for several workers without shared memory; `using`: what plays
 * where a network could not be loaded.
 * @typedef {Extract<ModelStatus, { share: number }> | { kind: 'ready', model: Model | null, instead: Model | null }
 *   | { kind: 'failed', model: Model, message: string, using: Model | null }} NetworkStatus
 */

export class Networks {
  /**
   * @param {{
   *   client: Pick<EngineClient, 'use' | 'warmUp' | 'status' | 'model'>, choice: string, surroundings: Surroundings,
   *   onStatus: (status: NetworkStatus) => void, list?: () => Promise<Model[]>
   * }} options `choice`: AUTOMATIC, BUILT_IN, or the id of a network
   */
  constructor(options) {
    this.options = options;
    this.choice = options.choice;
    /** @type {Model[]} */
    this.models = [];
    /** @type {Promise<Model[]> | null} */
    this.listed = null;
    /** Whether the AI was asked: nothing is loaded before. */
    this.isNeeded = false;
    /** @type {Model | null} what the engine was asked to use last */
    this.requested = null;
    /** @type {Model | null} the last network that was in use, even if its workers were replaced since */
    this.used = null;
  }

  /** @returns {Promise<Model[]>} the networks of this site, fetched once */
  list() {
    this.listed ??= (this.options.list ?? listModels)().then((models) => {
      this.models = models;
      this.update();
      return models;
    });
    return this.listed;
  }

  /** The AI is asked for the first time, or again. */
  needed() {
    if (this.isNeeded) return;
    this.isNeeded = true;
    this.update();
  }

  /** A person chooses: what could not be loaded before is tried again. @param {string} id */
  choose(id) {
    this.choice = id;
    this.isNeeded = true;
    this.requested = null;
    this.request(this.model());
    void this.options.client.warmUp();
  }

  /** Asks the engine for another network, where the rule says so: it started, changed its tier, or has its first network. */
  update() {
    if (!this.isNeeded) return;
    const model = this.model();
    if (model?.url !== this.requested?.url) this.request(model);
  }

  /** What to use, by the rule. @returns {Model | null} */
  model() {
    const { choice, models, used: using, options: { client, surroundings } } = this;
    return modelFor({ choice, models, tier: client.status.tier, using, surroundings });
  }

  /** @param {Model | null} model */
  request(model) {
    this.requested = model;
    this.options.client.use(model, this.models);
  }

  /** @param {ModelStatus} status of the engine */
  engineStatus(status) {
    const { client, onStatus } = this.options;
    if (status.kind === 'failed') onStatus({ ...status, using: client.model });
    else if (status.kind !== 'ready') onStatus(status);
    else {
      const { model } = status;
      const chosen = this.models.find(({ id }) => id === this.choice) ?? null;
      this.used = model ?? this.used;
      onStatus({ kind: 'ready', model, instead: model && chosen?.url !== model.url ? chosen : null });
    }
    if (status.kind === 'ready' || status.kind === 'failed') this.update();
  }

  /** Whether there is a network of this name. @param {string} id @returns {Promise<string[] | null>} null: there is; else the names */
  async unknown(id) {
    if (id === BUILT_IN || id === AUTOMATIC) return null;
    const ids = (await this.list()).map((model) => model.id);
    return ids.includes(id) ? null : [BUILT_IN, AUTOMATIC, ...ids];
  }
}
