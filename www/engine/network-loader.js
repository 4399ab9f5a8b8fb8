// Loads the requested network into the engine of the client, and again into the one that replaces it.

import { messageOf } from './protocol.js';
import { Refusal } from './requests.js';

/** @import { Engine } from './engine.js' */
/** @import { Model, ModelStatus, Stage } from './types.js' */

/** A network is given up after workers broke this often while loading it. */
const BREAKS = 2;

export class NetworkLoader {
  /**
   * @param {{ engine: () => Engine | null, onModel: (status: ModelStatus) => void, onBroken: (engine: Engine, reason: string) => void }} options
   */
  constructor(options) {
    this.options = options;
    /** @type {Model | null} the requested network; null: the built-in heuristic */
    this.wanted = null;
    /** @type {string[]} the addresses of all networks of the site */
    this.known = [];
    /** Whether the workers are loading the requested network. */
    this.isLoading = false;
    /** Resolves when they no longer are. @type {Promise<void>} */
    this.loading = Promise.resolve();
    /** How often workers broke while they loaded the network. */
    this.breaks = 0;
    /** @type {Model | null} a network that could not be loaded; not tried again until `use` is called */
    this.refused = null;
  }

  /** @param {Model | null} model null: the built-in heuristic @param {Model[]} models all networks of the site */
  use(model, models) {
    const another = model?.url !== this.wanted?.url;
    this.wanted = model;
    this.known = models.map(({ url }) => url);
    this.refused = null;
    const engine = this.options.engine();
    // A repeated request for the same network does not restart its download.
    if (this.isLoading && another) engine?.fetching.abort();
    if (model?.url === engine?.model?.url) this.options.onModel({ kind: 'ready', model });
    void this.load();
  }

  /** Loads the requested network, and then the next one if the choice has changed. Never rejects. */
  load() {
    if (!this.isLoading) this.loading = this.loadWanted();
    return this.loading;
  }

  async loadWanted() {
    this.isLoading = true;
    try {
      for (;;) {
        const engine = this.options.engine();
        const model = this.wanted;
        if (!engine || model?.url === engine.model?.url || (model && model === this.refused)) return;
        await this.loadInto(engine, model);
      }
    } finally {
      this.isLoading = false;
    }
  }

  /** @param {Engine} engine @param {Model | null} model */
  async loadInto(engine, model) {
    const { onModel, onBroken } = this.options;
    const wanted = () => this.options.engine() === engine && this.wanted === model;
    /** @param {Stage} stage */
    const onStage = ({ stage, done, total }) => {
      if (model && wanted()) onModel({ kind: stage, model, share: total > 0 ? done / total : 0 });
    };
    try {
      if (!(await engine.use(model, this.known, onStage, wanted))) return;
      this.breaks = 0;
      onModel({ kind: 'ready', model });
    } catch (error) {
      if (engine.ended && !engine.isBroken) return; // no longer needed
      const isRefused = error instanceof Refusal;
      // Broken workers are replaced and the network is tried again. If that fails too, the network is at fault.
      if (model && (isRefused || ++this.breaks >= BREAKS)) {
        this.refused = model;
        this.breaks = 0;
        if (this.wanted === model) onModel({ kind: 'failed', model, message: messageOf(error) });
      }
      if (!isRefused) onBroken(engine, messageOf(error));
    }
  }
}
