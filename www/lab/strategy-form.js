// A menu of strategies, grouped by document, with the description, source and settings of the chosen one.

import { make } from '../shared/element.js';
import { byDocument, fromText, sourceInWords, toText, unitInWords } from './catalog.js';

/** @import { Parameter, Strategy } from '../players/protocol.js' */

/** The values of a switch, with their labels. @type {Record<string, string>} */
const SWITCH = { true: 'yes', false: 'no' };
/** @param {string} value */
const inWords = (value) => SWITCH[value] ?? value;

export class StrategyForm {
  /**
   * @param {HTMLElement} place @param {Strategy[]} catalog
   * @param {{ name: string, label: string, onChange: () => void }} options `name`: prefix of the ids of its
   *   elements
   */
  constructor(place, catalog, options) {
    this.catalog = catalog;
    this.options = options;
    /** @type {Map<string, string>} */
    this.settings = new Map();

    const [selectId, sentenceId] = [`${options.name}-strategy`, `${options.name}-sentence`];
    this.select = make('select', { id: selectId, 'aria-describedby': sentenceId });
    for (const [label, strategies] of byDocument(catalog)) {
      this.select.append(
        make('optgroup', { label }, ...strategies.map(({ id, name }) => new Option(name, id))),
      );
    }
    this.sentence = make('p', { id: sentenceId, class: 'strategy-sentence' });
    this.summary = make('summary');
    this.fields = make('div', { class: 'strategy-fields' });
    this.details = make('details', { class: 'strategy-settings' }, this.summary, this.fields);
    place.append(
      make('label', { for: selectId, class: 'setting-label' }, options.label),
      this.select,
      this.sentence,
      this.details,
    );

    this.select.addEventListener('change', () => {
      this.settings.clear();
      this.draw();
      options.onChange();
    });
    this.draw();
  }

  get strategy() {
    return this.catalog.find(({ id }) => id === this.select.value);
  }

  /** The text form of the strategy with its settings; empty for none. */
  get text() {
    const { strategy } = this;
    return strategy ? toText(strategy, this.settings) : '';
  }

  /**
   * Selects the strategy of a text form.
   * @param {string} text
   * @returns {boolean} false: it is not in the catalog
   */
  choose(text) {
    const { id, settings } = fromText(text);
    const strategy = this.catalog.find((other) => other.id === id);
    if (!strategy) return false;
    this.select.value = id;
    this.settings = new Map(
      strategy.parameters.flatMap(({ id: name }) => {
        const value = settings.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    this.draw();
    return this.settings.size === settings.size;
  }

  draw() {
    const { strategy } = this;
    this.sentence.hidden = !strategy;
    this.sentence.replaceChildren(
      ...(strategy
        ? [
            `${strategy.sentence} Boards: ${strategy.boards.text}. Values: ${unitInWords(strategy.unit)}. `,
            make('cite', {}, sourceInWords(strategy)),
          ]
        : []),
    );
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
    const { id, label, sentence, accepts, type, default: byDefault } = parameter;
    const name = `${this.options.name}-${id}`;
    const given = this.settings.get(id) ?? String(byDefault);
    const input =
      type === 'choice' || type === 'switch'
        ? makeChoice(type === 'switch' ? Object.keys(SWITCH) : (parameter.among ?? []), given)
        : makeNumber(parameter, given);
    const takes =
      type === 'switch' ? 'Yes or no; ' : `${accepts.charAt(0).toUpperCase()}${accepts.slice(1)}; `;
    input.id = name;
    input.setAttribute('aria-describedby', `${name}-hint`);
    input.addEventListener('change', () => {
      this.settings.set(id, input.value);
      this.drawSummary();
      this.options.onChange();
    });
    return make(
      'div',
      { class: 'setting' },
      make('label', { for: name, class: 'setting-label' }, label),
      input,
      make(
        'p',
        { id: `${name}-hint`, class: 'setting-hint' },
        `${sentence} ${takes}default ${inWords(String(byDefault))}.`,
      ),
    );
  }
}

/** @param {string[]} words @param {string} given */
function makeChoice(words, given) {
  // An invalid word from a link is shown too, so that the user can see and correct it.
  const all = words.includes(given) ? words : [...words, given];
  const select = make('select', {}, ...all.map((word) => new Option(inWords(word), word)));
  select.value = given;
  return select;
}

/** @param {Parameter} parameter @param {string} given */
function makeNumber({ type, least = 0, most }, given) {
  const whole = type === 'whole';
  // Numeric keyboards on phones have no minus key.
  const inputmode = least < 0 ? 'text' : whole ? 'numeric' : 'decimal';
  const input = make('input', { type: 'number', min: least, max: most, step: whole ? 1 : 'any', inputmode });
  input.value = given;
  return input;
}
