// The elements of one of our HTML pages, as far as www/shared/load.js uses them. Our pages are written out in
// full, so that tags nest.

const VOID = ['meta', 'link', 'input', 'br', 'hr', 'img'];

class FakeText {
  nodeType = 3;
  /** @param {string} textContent */
  constructor(textContent) {
    this.textContent = textContent;
  }
}

class FakeElement {
  nodeType = 1;
  /** @type {(FakeElement | FakeText)[]} */
  childNodes = [];
  /** @param {string} tagName @param {Map<string, string>} attributes */
  constructor(tagName, attributes = new Map()) {
    this.tagName = tagName === 'svg' ? 'svg' : tagName.toUpperCase();
    this.attributes = attributes;
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof FakeElement);
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map(({ textContent }) => textContent).join('');
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {(FakeElement | string)[]} nodes */
  replaceChildren(...nodes) {
    this.childNodes = nodes.map((node) => (typeof node === 'string' ? new FakeText(node) : node));
  }
}

/** @param {string} html @returns {any} the root, which stands for an Element */
export function readHtml(html) {
  const open = [new FakeElement('root')];
  const entities = (/** @type {string} */ text) =>
    text.replace(
      /&(amp|lt|gt|quot);/g,
      (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[/** @type {'amp'} */ (name)],
    );
  for (const [, comment, close, tag, attributes = '', text] of html.matchAll(
    /(<!(?:--[^]*?--|[^>]*)>)|<(\/?)([a-z][a-z0-9]*)((?:\s+[A-Za-z-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/g,
  )) {
    const parent = /** @type {FakeElement} */ (open.at(-1));
    if (comment) continue;
    if (text) parent.childNodes.push(new FakeText(entities(text)));
    else if (close) {
      if (open.pop()?.tagName.toLowerCase() !== tag) throw new Error(`</${tag}> closes another element`);
    } else {
      const pairs = [...attributes.matchAll(/([A-Za-z-]+)(?:="([^"]*)")?/g)].map(
        ([, name = '', value = '']) => /** @type {[string, string]} */ ([name, entities(value)]),
      );
      const element = new FakeElement(tag ?? '', new Map(pairs));
      parent.childNodes.push(element);
      if (!VOID.includes(tag ?? '')) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error('an element is not closed');
  return open[0];
}
