// The menu of the catalogue's strategies in the AI's panel. Loaded when it is first opened.

import { ENGINE } from '../advisor/boards.js';
import { make } from '../view/element.js';
import { StrategyForm } from '../view/strategy-form.js';
import { loadStyle } from '../view/style.js';

/** @import { Advisor } from '../advisor/advisor.js' */
/** @import { Size } from '../game/size.js' */
/** @import { Strategy } from '../players/protocol.js' */

/**
 * `onChoice`: another AI was chosen, with its name (null for the default) and its text form (empty for the default).
 * @typedef {{ advisor: Advisor, details: HTMLDetailsElement, session: Size, onChoice: (name: string | null, strategy: string) => void }} Options
 */

/** The choice of the default AI. */
export const DEFAULT_AI = 'Default (best for this board)';

export class StrategyMenu {
  /** @param {Options} options @returns {Promise<StrategyMenu>} rejects if it cannot be loaded */
  static async load(options) {
    const [catalogue] = await Promise.all([
      options.advisor.strategist.catalogue(), loadStyle(new URL('../style/strategy.css', import.meta.url)),
    ]);
    return new StrategyMenu(options, catalogue);
  }

  /** @param {Options} options @param {Strategy[]} catalogue */
  constructor(options, catalogue) {
    this.options = options;
    const { details, advisor } = options;
    this.summary = /** @type {HTMLElement} */ (details.querySelector('summary'));
    this.offer = this.summary.textContent ?? '';
    /** The size that the menu was last updated for. */
    this.size = '';
    this.problem = make('p', { class: 'problem', role: 'alert' });
    const box = make('div', { class: 'strategy' });
    this.form = new StrategyForm(box, catalogue, { name: 'player', label: 'Who plays', none: DEFAULT_AI, onChange: () => void this.choose() });
    details.querySelector('#strategy-place')?.replaceChildren(box, this.problem);
    this.fit();
    if (advisor.strategy === ENGINE) return;
    this.form.choose(advisor.strategy);
    this.showChoice();
    void this.check(this.form.text);
  }

  showChoice() {
    const { strategy } = this.form;
    this.summary.textContent = strategy ? `${strategy.name} plays` : this.offer;
  }

  /** Disables the strategies that do not play the current size. */
  fit() {
    const { rows, cols } = this.options.session;
    const size = `${rows}x${cols}`;
    if (this.size === size) return;
    this.size = size;
    this.form.allowOnly(rows, cols);
  }

  choose() {
    const { form, options: { advisor, onChoice } } = this;
    const strategy = form.text;
    advisor.choose(strategy || ENGINE);
    this.showChoice();
    onChoice(form.strategy?.name ?? null, strategy);
    this.problem.textContent = '';
    return this.check(strategy);
  }

  /** Shows the crate's message about invalid settings. @param {string} strategy */
  async check(strategy) {
    const { form, options: { advisor, session } } = this;
    if (strategy === '') return;
    try {
      await advisor.strategist.check(strategy, session);
    } catch (error) {
      if (form.text === strategy && error instanceof Error) this.problem.textContent = `${error.message}.`;
    }
  }
}
