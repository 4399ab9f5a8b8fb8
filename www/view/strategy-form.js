// A menu of strategies, grouped by document, with what the chosen one does, where it comes from, and its settings.
//
// Leaves out playing it and judging the settings: whoever makes the form reads `text` and is told of every change.

import { byDocument, fromText, playsBoard, sourceInWords, toText } from './catalogue.js';

/** @import { Parameter, Strategy } from './catalogue.js' */

export class StrategyForm {
  /**
   * @param {HTMLElement} place @param {Strategy[]} catalogue
   * @param {{ name: string, label: string, none?: string, onChange: () => void }} options `name` begins the ids of its
   *   elements; `none`: the words of a first choice that is no strategy
   */
  constructor(place, catalogue, options) {
    this.catalogue = catalogue;
    this.options = options;
    this.document = place.ownerDocument;
    /** @type {Map<string, string>} */
    this.settings = new Map();

    const label = this.make('label', 'field-label', options.label);
    this.select = this.make('select');
    this.select.id = `${options.name}-strategy`;
    label.htmlFor = this.select.id;
    if (options.none) this.select.append(new Option(options.none, ''));
    for (const [document, strategies] of byDocument(catalogue)) {
      const group = this.make('optgroup');
      group.label = document;
      group.append(...strategies.map(({ id, name }) => new Option(name, id)));
      this.select.append(group);
    }
    this.sentence = this.make('p', 'strategy-sentence');
    this.sentence.id = `${options.name}-sentence`;
    this.select.setAttribute('aria-describedby', this.sentence.id);
    this.details = this.make('details', 'strategy-settings');
    this.summary = this.make('summary');
    this.fields = this.make('div', 'strategy-fields');
    this.details.append(this.summary, this.fields);
    place.append(label, this.select, this.sentence, this.details);

    this.select.addEventListener('change', () => {
      this.settings.clear();
      this.draw();
      options.onChange();
    });
    this.draw();
  }

  /** @returns {Strategy | undefined} */
  get strategy() {
    return this.catalogue.find(({ id }) => id === this.select.value);
  }

  /** The strategy with its settings as the crate reads them; empty for none. */
  get text() {
    const { strategy } = this;
    return strategy ? toText(strategy, this.settings) : '';
  }

  /** Chooses what a text says. @param {string} text @returns {boolean} false: it names what the catalogue has not */
  choose(text) {
    const { id, settings } = fromText(text);
    const strategy = this.catalogue.find((other) => other.id === id);
    if (!strategy) return false;
    this.select.value = id;
    this.settings = new Map([...settings].filter(([name]) => strategy.parameters.some((parameter) => parameter.id === name)));
    this.draw();
    return this.settings.size === settings.size;
  }

  /** Only what plays a board can be chosen. @param {number} rows @param {number} cols */
  allowOnly(rows, cols) {
    for (const option of this.select.options) {
      const strategy = this.catalogue.find(({ id }) => id === option.value);
      if (strategy) option.disabled = !playsBoard(strategy, rows, cols);
    }
  }

  draw() {
    const { strategy } = this;
    this.sentence.textContent = strategy ? `${strategy.sentence} Plays ${strategy.boards.text}. ` : '';
    if (strategy) this.sentence.append(this.make('cite', '', sourceInWords(strategy)));
    this.sentence.hidden = !strategy;
    this.details.hidden = !strategy || strategy.parameters.length === 0;
    this.fields.replaceChildren(...(strategy?.parameters ?? []).map((parameter) => this.field(parameter)));
    this.drawSummary();
  }

  drawSummary() {
    const changed = this.text.split(':').slice(1).join(':').replaceAll(',', ', ');
    this.summary.textContent = changed === '' ? 'Settings' : `Settings: ${changed}`;
  }

  /** @param {Parameter} parameter */
  field(parameter) {
    const { id, sentence, accepts, type, default: usual } = parameter;
    const field = this.make('div', 'field');
    const label = this.make('label', 'field-label', `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`);
    const hint = this.make('p', 'field-hint', `${sentence} Takes ${accepts}; ${usual} unless changed.`);
    hint.id = `${this.options.name}-${id}-hint`;
    const given = this.settings.get(id) ?? String(usual);
    const input = type === 'choice' || type === 'switch'
      ? this.choice(type === 'switch' ? ['true', 'false'] : parameter.among ?? [], given)
      : this.number(parameter, given);
    input.id = `${this.options.name}-${id}`;
    input.setAttribute('aria-describedby', hint.id);
    label.htmlFor = input.id;
    input.addEventListener('change', () => {
      this.settings.set(id, input.value);
      this.drawSummary();
      this.options.onChange();
    });
    field.append(label, input, hint);
    return field;
  }

  /** @param {string[]} words @param {string} given */
  choice(words, given) {
    const select = this.make('select');
    // What a link asks for is shown even where it is none of the words, so that it can be seen and put right.
    for (const word of words.includes(given) ? words : [...words, given]) {
      select.append(new Option({ true: 'yes', false: 'no' }[word] ?? word, word));
    }
    select.value = given;
    return select;
  }

  /** @param {Parameter} parameter @param {string} given */
  number({ type, least, most }, given) {
    const input = this.make('input');
    input.type = 'number';
    input.min = String(least);
    input.max = String(most);
    input.step = type === 'whole' ? '1' : 'any';
    input.inputMode = (least ?? 0) < 0 ? 'text' : type === 'whole' ? 'numeric' : 'decimal';
    input.value = given;
    return input;
  }

  /**
   * @template {keyof HTMLElementTagNameMap} K
   * @param {K} tag @param {string} [className] @param {string} [text]
   */
  make(tag, className = '', text = '') {
    const made = this.document.createElement(tag);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }
}
