// The networks' wiring: the choice in the panel, what is remembered of it, and the engine that is told to use one.
//
// Leaves out the rule itself (engine/models.js), fetching (engine/weights.js) and drawing (view/networks.js).

import { AUTOMATIC, BUILT_IN, listModels, modelFor } from '../engine/models.js';
import { loadedInWords, sizeInWords } from '../view/networks.js';

/** @import { EngineClient, ModelNews } from '../engine/client.js' */
/** @import { Model } from '../engine/protocol.js' */
/** @import { NetworkChoice } from '../storage/network-choice.js' */
/** @import { Announcer } from '../view/announcer.js' */
/** @import { NetworksView } from '../view/networks.js' */

export class Networks {
  /**
   * @param {{
   *   client: EngineClient, view: Pick<NetworksView, 'listen' | 'setChoices' | 'tell' | 'showUnit'>,
   *   announcer: Pick<Announcer, 'say'>, choice: Pick<NetworkChoice, 'read' | 'write'>, valuesShown: () => boolean,
   *   listed?: Promise<Model[]>
   * }} options `valuesShown`: whether there are values on show, which keep the unit they came with; `listed`: the networks
   *   of this site, where they have been asked for already
   */
  constructor(options) {
    this.options = options;
    /** @type {Model[]} */
    this.models = [];
    this.chosen = options.choice.read() ?? AUTOMATIC;
    /** Whether anybody wants to know what the AI thinks: before that, nothing is loaded unasked. */
    this.isNeeded = false;
    /** @type {Model | null} what the engine was told last */
    this.told = null;
    /** @type {Model | null} the last network that was in use, be it that its workers were replaced since */
    this.used = null;
    options.view.listen((id) => this.choose(id));
    this.showChoices();
    this.heard({ kind: 'ready', model: null });
    void (options.listed ?? listModels()).then((models) => {
      this.models = models;
      this.showChoices();
      this.choose();
    });
  }

  showChoices() {
    this.options.view.setChoices([
      { id: AUTOMATIC, words: 'Automatic' },
      { id: BUILT_IN, words: 'Built-in' },
      ...this.models.map(({ id, name, bytes }) => ({ id, words: `${name} (${sizeInWords(bytes)})` })),
    ], this.chosen);
  }

  /** The AI is asked for the first time, or again. */
  needed() {
    if (this.isNeeded) return;
    this.isNeeded = true;
    this.choose();
  }

  /** The engine starts, stops, or is in another tier. */
  engineChanged() {
    this.choose();
    this.showUnit();
  }

  /** Tells the engine what to use, where that has changed. @param {string} [id] what a person has just chosen */
  choose(id) {
    const { client, choice } = this.options;
    if (id !== undefined) {
      this.chosen = id;
      choice.write(id);
      this.isNeeded = true;
      // What could not be loaded before is tried again.
      this.told = null;
    }
    if (!this.isNeeded) return;
    const model = modelFor({
      choice: this.chosen, models: this.models, tier: client.status.tier, using: this.used,
      surroundings: /** @type {import('../engine/models.js').Surroundings} */ (navigator),
    });
    if (id === undefined && model?.url === this.told?.url) return;
    this.told = model;
    client.use(model, this.models);
    if (id !== undefined) void client.warmUp();
  }

  /** @param {ModelNews} news */
  heard(news) {
    const { view, announcer, client } = this.options;
    switch (news.kind) {
      case 'fetching':
        view.tell(`Loading ${news.model.name}: ${loadedInWords(news.share * news.model.bytes, news.model.bytes)}`, news.share);
        return;
      case 'reading':
        view.tell(`Unpacking ${news.model.name}`, news.share);
        return;
      case 'failed': {
        const words = `${news.model.name} could not be loaded: ${news.message}. ${client.model?.name ?? 'The built-in engine'} plays on.`;
        view.tell(words);
        announcer.say(words);
        break;
      }
      case 'ready':
        view.tell(this.inUse(news.model));
        this.used = news.model ?? this.used;
        if (news.model) announcer.say(`${news.model.name} plays now`);
        break;
    }
    this.showUnit();
    this.choose();
  }

  showUnit() {
    document.documentElement.dataset.network = this.options.client.model?.id ?? BUILT_IN;
    if (!this.options.valuesShown()) this.nameUnit();
  }

  /** Names the unit of the values that the engine gives now. */
  nameUnit() {
    const { model } = this.options.client;
    this.options.view.showUnit(model ? `Points still to come, as ${model.name} expects them` : 'Relative values: larger is better');
  }

  /** @param {Model | null} model that is in use @returns {string} */
  inUse(model) {
    const chosen = this.models.find(({ id }) => id === this.chosen);
    if (!model) return '';
    if (!chosen || chosen.url === model.url) return `${model.name} plays.`;
    return `${model.name} plays: ${chosen.name} is too large for several workers that share no memory.`;
  }
}
