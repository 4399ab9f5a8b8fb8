// Loads a catalog and translates the texts of the document with it.

import { t, useCatalog } from './text.js';

/** @type {Record<string, URL>} */
const CATALOGS = {
  de: new URL('./text/de.json', import.meta.url),
  es: new URL('./text/es.json', import.meta.url),
  fr: new URL('./text/fr.json', import.meta.url),
  pt: new URL('./text/pt.json', import.meta.url),
  ja: new URL('./text/ja.json', import.meta.url),
  zh: new URL('./text/zh.json', import.meta.url),
  ar: new URL('./text/ar.json', import.meta.url),
};
const RIGHT_TO_LEFT = ['ar'];
/**
 * After this time a catalog is given up, in milliseconds: a page should not change its language while it is
 * used.
 */
const TIMEOUT_MS = 5000;
/** The attributes that a player reads or hears. */
const ATTRIBUTES = ['aria-label', 'title', 'placeholder'];
/** Elements without texts of their own, or whose texts are the same in every language. */
const SILENT = ['SCRIPT', 'NOSCRIPT', 'STYLE', 'CODE', 'PRE', 'TEXTAREA', 'svg'];

/** @param {string} language @returns {Promise<void>} rejects if it cannot be loaded */
export async function load(language) {
  const address = CATALOGS[language];
  if (!address) throw new Error(`there is no catalog of ${language}`);
  const response = await fetch(address, {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status}`);
  useCatalog(language, await response.json());
  const page = document.documentElement;
  page.lang = language;
  page.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  translate(page);
}

/**
 * The text of an element as a key of the catalogs: the elements within are `<0>`, `<1>` and so on, so that a
 * translation can put them elsewhere. Empty if it has no words of its own.
 * @param {Element} element @returns {string}
 */
function keyOf(element) {
  let children = 0;
  const parts = Array.from(element.childNodes, ({ nodeType, textContent }) =>
    nodeType === 1 ? `<${children++}>` : nodeType === 3 ? textContent : '',
  );
  const key = parts.join('').replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(key) ? key : '';
}

/**
 * Visits every text of an element and of those within; `put` replaces it.
 * @param {Element} element
 * @param {(key: string, put: (text: string) => void) => void} visit
 */
export function eachText(element, visit) {
  if (SILENT.includes(element.tagName)) return;
  for (const name of ATTRIBUTES) {
    const text = element.getAttribute(name);
    if (text) visit(text, (translated) => element.setAttribute(name, translated));
  }
  const children = Array.from(element.children);
  const key = keyOf(element);
  if (key)
    visit(key, (translated) =>
      element.replaceChildren(
        ...translated.split(/<(\d+)>/).map((part, at) => (at % 2 ? (children[Number(part)] ?? '') : part)),
      ),
    );
  for (const child of children) eachText(child, visit);
}

/** @param {Element} element */
export function translate(element) {
  eachText(element, (key, put) => {
    const translated = t(key);
    if (translated !== key) put(translated);
  });
}
