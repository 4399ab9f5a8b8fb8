// Creates elements from a name, attributes and children. Texts are translated, and never interpreted as
// markup.

import { t } from './text.js';

/** The attributes that a player reads or hears. */
const SAID = ['aria-label', 'title', 'placeholder', 'label'];

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] true sets an empty one;
 *   false, null and undefined omit it
 * @param {(Node | string)[]} within
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...within) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...within.map((part) => (typeof part === 'string' ? t(part) : part)));
  return element;
}

/**
 * The same for SVG elements.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {(Node | string)[]} within
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, attributes = {}, ...within) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...within);
  return element;
}

/** A drawing of 24 by 24 beside words or a label. @param {string} path */
export function icon(path) {
  return draw(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    draw('path', { d: path }),
  );
}

/** The path of an arrow that points up. */
export const ARROW = 'M12 2 3 12h5v10h8V12h5z';

/**
 * Creates a button.
 * @param {string} label @param {() => void} act
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 */
export function makeButton(label, act, attributes = {}) {
  const button = make('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', act);
  return button;
}

/** Buttons side by side. @param {Node[]} buttons */
export const buttonRow = (...buttons) => make('div', { class: 'dialog-buttons' }, ...buttons);

/**
 * Replaces the rows of a list. If the focus was on a button of one, it is on the same button afterwards, of
 * the same row. A row is known by its `data-id`, or else by its text. If it is gone, the focus goes to
 * `heading`, or else to the row that took its place.
 * @param {HTMLElement} list @param {HTMLElement[]} rows @param {HTMLElement} [heading]
 */
export function replaceRows(list, rows, heading) {
  const { activeElement } = document;
  const before = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = before.findIndex((row) => row.contains(activeElement));
  const buttonsOf = (/** @type {Element | undefined} */ row) => [...(row?.querySelectorAll('button') ?? [])];
  const nth = buttonsOf(before[at]).findIndex((button) => button === activeElement);
  list.replaceChildren(...rows);
  if (nth < 0) return;
  const nameOf = (/** @type {HTMLElement | undefined} */ row) => row?.dataset.id ?? row?.textContent;
  const same = rows.find((row) => nameOf(row) === nameOf(before[at]));
  const buttons = buttonsOf(same ?? (heading ? undefined : rows[Math.min(at, rows.length - 1)]));
  (buttons[nth] ?? buttons[0] ?? heading)?.focus({ preventScroll: heading !== undefined });
}

/**
 * Sets the text of an element and reuses its text node, so that frequent changes leave no garbage.
 * @param {Element} element that contains only text @param {string} english
 */
export function writeText(element, english) {
  const text = t(english);
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}

/**
 * Screen readers skip a repeated sentence, so an invisible character makes it different.
 * @param {HTMLElement} region
 * @param {string} sentence
 */
export function writeAgain(region, sentence) {
  region.textContent = sentence !== '' && region.textContent === sentence ? `${sentence}\u200b` : sentence;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : SAID.includes(name) ? t(String(value)) : String(value));
  }
}
