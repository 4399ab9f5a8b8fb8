// Elements made by script: a name, attributes, and what is within. Text is always text, never markup.

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] true sets an empty one; false, null
 *   and undefined leave it out
 * @param {(Node | string)[]} within
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...within) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...within);
  return element;
}

/**
 * The same for drawings.
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

/**
 * A button that does something.
 * @param {string} label @param {() => void} act
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 */
export function makeButton(label, act, attributes = {}) {
  const button = make('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', act);
  return button;
}

/**
 * Gives an element this text, in the node that it has where it has one: what changes many times a second leaves nothing
 * behind then.
 * @param {Element} element that holds nothing but text @param {string} text
 */
export function writeText(element, text) {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}

/** @param {Element} element @param {Record<string, string | number | boolean | null | undefined>} attributes */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
}
