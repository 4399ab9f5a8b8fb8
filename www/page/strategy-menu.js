// The menu of the catalog's strategies in the AI's panel. Loaded when it is first opened.

import { ENGINE } from '../advisor/boards.js';
import { t } from '../text/text.js';
import { make } from '../view/element.js';
import { element } from '../view/page.js';
import { StrategyForm } from '../view/strategy-form.js';
import { loadStyle } from '../view/style.js';

/** @import { Advisor } from '../advisor/advisor.js' */
/** @import { Strategy } from '../players/protocol.js' */
/** @import { AiPanel } from './ai-panel.js' */

export class StrategyMenu {
  /** @param {AiPanel} ai @param {Advisor} advisor @returns {Promise<StrategyMenu>} rejects if it cannot be loaded */
  static async load(ai, advisor) {
    const [catalog] = await Promise.all([
      advisor.strategist.catalog(),
      loadStyle(new URL('../style/strategy.css', import.meta.url)),
    ]);
    return new StrategyMenu(ai, advisor, catalog);
  }

  /** @param {AiPanel} ai @param {Advisor} advisor @param {Strategy[]} catalog */
  constructor(ai, advisor, catalog) {
    this.ai = ai;
    this.advisor = advisor;
    const details = element('strategies');
    this.summary = /** @type {HTMLElement} */ (details.querySelector('summary'));
    this.offer = this.summary.textContent ?? '';
    /** The size that the menu was last updated for. */
    this.size = '';
    this.problem = make('p', { class: 'problem', role: 'alert' });
    const box = make('div', { class: 'strategy' });
    this.form = new StrategyForm(box, catalog, {
      name: 'player',
      label: 'AI',
      none: 'Default (best for this board)',
      onChange: () => void this.choose(),
    });
    details.querySelector('#strategy-place')?.replaceChildren(box, this.problem);
    this.fit();
    if (advisor.strategy === ENGINE) return;
    this.form.choose(advisor.strategy);
    this.showChoice();
    void this.check(this.form.text);
  }

  showChoice() {
    const { strategy } = this.form;
    this.summary.textContent = strategy ? t('{name} plays', { name: strategy.name }) : this.offer;
  }

  /** Disables the strategies that do not play the current size. */
  fit() {
    const { rows, cols } = this.ai.page.session;
    const size = `${rows}x${cols}`;
    if (this.size === size) return;
    this.size = size;
    this.form.allowOnly(rows, cols);
  }

  choose() {
    const { form, advisor } = this;
    const strategy = form.text;
    advisor.choose(strategy || ENGINE);
    this.showChoice();
    this.ai.strategyChosen(form.strategy?.name ?? null, strategy);
    this.problem.textContent = '';
    return this.check(strategy);
  }

  /** Shows the crate's message about invalid settings. @param {string} strategy */
  async check(strategy) {
    const {
      form,
      advisor,
      ai: {
        page: { session },
      },
    } = this;
    if (strategy === '') return;
    try {
      await advisor.strategist.check(strategy, session);
    } catch (error) {
      if (form.text === strategy && error instanceof Error) this.problem.textContent = `${error.message}.`;
    }
  }
}
