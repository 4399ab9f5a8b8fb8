// The strategies of the catalogue beside the engine: their menu in the panel, and the chosen one asked in the engine's place.
//
// Loaded when the menu is first opened. Leaves out the menu's looks (view/strategy-form.js) and how a strategy is asked
// (strategist.js).

import { Strategist } from './strategist.js';
import { make } from '../view/element.js';
import { StrategyForm } from '../view/strategy-form.js';
import { loadStyle } from '../view/style.js';

/** @import { Outcome, Question } from '../engine/client.js' */
/** @import { Session } from '../game/session.js' */
/** @import { Strategy } from '../view/catalogue.js' */

/** @typedef {{ session: Session, remembered: string, onChoice: (name: string | null, strategy: string) => void, onTrouble: (message: string) => void }} Options
 * `remembered`: the strategy of an earlier visit, or nothing. Told is who plays: a name, and a text for the crate.
 */

/** The words for choosing none. */
const ENGINE = 'The engine (4x4)';

export class Strategies {
  /** @param {HTMLElement} place @param {Options} options @returns {Promise<Strategies>} rejected where it cannot be loaded */
  static async load(place, options) {
    const strategist = new Strategist({ onTrouble: options.onTrouble });
    try {
      const [catalogue] = await Promise.all([
        strategist.catalogue(), loadStyle(new URL('../style/strategy.css', import.meta.url)),
      ]);
      return new Strategies(place, options, strategist, catalogue);
    } catch (error) {
      strategist.end();
      throw error;
    }
  }

  /** @param {HTMLElement} place @param {Options} options @param {Strategist} strategist @param {Strategy[]} catalogue */
  constructor(place, options, strategist, catalogue) {
    this.options = options;
    this.strategist = strategist;
    /** The board that the menu was last fitted to. */
    this.size = '';
    this.problem = make('p', { class: 'problem', role: 'alert' });
    const box = make('div', { class: 'strategy' });
    this.form = new StrategyForm(box, catalogue, { name: 'player', label: 'Who plays', none: ENGINE, onChange: () => void this.choose() });
    place.replaceChildren(box, this.problem);
    this.fit();
    this.form.choose(options.remembered);
    if (this.chosen) void this.choose();
  }

  /** Whether a strategy plays, and not the engine. */
  get chosen() {
    return this.form.text !== '';
  }

  /** Only what plays the board as it is now can be chosen. */
  fit() {
    const { rows, cols } = this.options.session;
    const size = `${rows}x${cols}`;
    if (this.size === size) return;
    this.size = size;
    this.form.allowOnly(rows, cols);
  }

  /** Somebody else plays from now on; the crate says what is wrong with the settings. */
  async choose() {
    const { form, strategist, options: { session, onChoice } } = this;
    strategist.interrupt();
    const strategy = form.text;
    onChoice(form.strategy?.name ?? null, strategy);
    this.problem.textContent = '';
    if (strategy === '') return;
    try {
      await strategist.check(strategy, session);
    } catch (error) {
      if (form.text === strategy && error instanceof Error) this.problem.textContent = `${error.message}.`;
    }
  }

  /** Asks the chosen strategy. @param {Question} question @returns {Promise<Outcome>} never rejected */
  ask(question) {
    const { form, strategist, options: { session } } = this;
    const { name, unit } = form.strategy ?? { name: '', unit: '' };
    return strategist.ask(question, { text: form.text, name, unit, game: session.game.seed });
  }
}
