// The Lab's form: a card for each strategy, the board, the number of games, the first seed, and error
// messages.
//
// The crate checks strategies and boards; `complain` shows its messages.

import { make, makeButton } from '../shared/element.js';
import { button, element, input } from '../shared/page.js';
import { MAX_STRATEGIES, NUMBER_NAMES, setUpFrom } from './link.js';
import { StrategyForm } from './strategy-form.js';

/** @import { Strategy } from '../players/protocol.js' */
/** @import { NumberName, SetUp } from './types.js' */

/** @typedef {{ item: HTMLElement, form: StrategyForm, remove: HTMLButtonElement }} Card */

export class SetUpForm {
  constructor() {
    this.numbers = NUMBER_NAMES.map(input);
    this.add = button('add');
    this.onChange = () => this.complain('', []);
    /** @type {Strategy[]} */
    this.catalog = [];
    /** @type {Card[]} */
    this.cards = [];
    this.made = 0;
    this.add.addEventListener('click', () => {
      const card = this.addCard(this.catalog[0]?.id ?? '');
      card.form.select.focus();
      this.onChange();
    });
    for (const field of [...this.numbers, input('end'), input('even')])
      field.addEventListener('change', this.onChange);
  }

  /** @param {SetUp} setUp @returns {string[]} strategies or settings that are not in the catalog */
  show(setUp) {
    for (const { item } of this.cards) item.remove();
    this.cards = [];
    const strange = setUp.strategies.filter((text) => !this.addCard(text).known);
    for (const name of NUMBER_NAMES) input(name).value = String(setUp[name]);
    input('end').checked = setUp.endAt2048;
    input('even').checked = setUp.evenSpawns;
    this.complain('', []);
    return strange;
  }

  /** The values of the fields. */
  get asked() {
    const texts = Object.fromEntries(this.numbers.map(({ id, value }) => [id, value]));
    return setUpFrom(/** @type {Record<NumberName, string>} */ (texts), {
      strategies: this.cards.map(({ form }) => form.text),
      endAt2048: input('end').checked,
      evenSpawns: input('even').checked,
    });
  }

  /** The setup of the form, or null after showing what is wrong. @returns {SetUp | null} */
  read() {
    const { asked } = this;
    if ('setUp' in asked) return asked.setUp;
    this.complain(asked.problem, [], asked.field === 'strategies' ? this.add : input(asked.field));
    return null;
  }

  /**
   * Shows an error, marks the affected cards, and moves the focus there.
   * @param {string} problem empty: no error @param {number[]} about indices of cards
   * @param {HTMLElement} [field] the affected field, if it is not in a card
   */
  complain(problem, about, field) {
    element('problem').textContent = problem;
    const controls = this.cards.map(({ form }) => form.select);
    const wrong = new Set(field ? [field] : about.map((index) => controls[index]));
    for (const control of [...controls, ...this.numbers]) {
      if (wrong.has(control)) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    }
    if (problem === '') return;
    /** @type {HTMLDetailsElement} */ (element('choose')).open = true;
    (field ?? controls[about[0] ?? 0])?.focus();
  }

  /** @param {string} text */
  addCard(text) {
    const item = make('li', { class: 'card' });
    const form = new StrategyForm(item, this.catalog, {
      name: `card-${++this.made}`,
      label: 'Strategy',
      onChange: this.onChange,
    });
    const known = form.choose(text);
    const remove = makeButton('Remove', () => this.removeCard(card), {
      class: 'quiet',
      'aria-describedby': form.select.id,
    });
    const card = { item, form, remove, known };
    item.append(remove);
    this.cards.push(card);
    element('cards').append(item);
    this.add.disabled = this.cards.length >= MAX_STRATEGIES;
    return card;
  }

  /** @param {Card} card */
  removeCard(card) {
    const index = this.cards.indexOf(card);
    this.cards.splice(index, 1);
    card.item.remove();
    this.add.disabled = false;
    // Keep the focus nearby.
    (this.cards[Math.min(index, this.cards.length - 1)]?.remove ?? this.add).focus();
    this.onChange();
  }
}
