// Loads a catalog and translates the texts of the document with it.

import { t, useCatalog } from './text.js';

/** @type {Record<string, URL>} */
const CATALOGS = {
  de: new URL('./de.json', import.meta.url),
  es: new URL('./es.json', import.meta.url),
  fr: new URL('./fr.json', import.meta.url),
  pt: new URL('./pt.json', import.meta.url),
  ja: new URL('./ja.json', import.meta.url),
  zh: new URL('./zh.json', import.meta.url),
  ar: new URL('./ar.json', import.meta.url),
};
/** The languages by their own names. */
export const NAMES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português', ja: '日本語', zh: '简体中文', ar: 'العربية' };
/** Languages that are written from right to left. */
const LEFTWARD = ['ar'];
/** The page waits for its texts, but not longer than this (ms). */
const PATIENCE_MS = 5000;
/** The attributes that a player reads or hears. */
const ATTRIBUTES = ['aria-label', 'title', 'placeholder'];
/** Elements without texts of their own, or whose texts are the same in every language. */
const SILENT = ['SCRIPT', 'STYLE', 'CODE', 'PRE', 'TEXTAREA', 'svg'];

/** @param {string} language @returns {Promise<void>} rejects if it cannot be loaded */
export async function load(language) {
  const address = CATALOGS[language];
  if (!address) throw new Error(`there is no catalog of ${language}`);
  const response = await fetch(address, { credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status}`);
  useCatalog(language, await response.json());
  const page = document.documentElement;
  page.lang = language;
  page.dir = LEFTWARD.includes(language) ? 'rtl' : 'ltr';
  translate(page);
}

/**
 * The text of an element as a key of the catalogs: the elements within are `<0>`, `<1>` and so on, so that a translation
 * can put them elsewhere. Empty if it has no words of its own.
 * @param {Element} element @returns {string}
 */
export function keyOf(element) {
  let children = 0;
  const parts = Array.from(element.childNodes, ({ nodeType, textContent }) => (nodeType === 1 ? `<${children++}>` : nodeType === 3 ? textContent : ''));
  const key = parts.join('').replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(key) ? key : '';
}

/** Calls back with every text of an element and of those within. @param {Element} element @param {(key: string, put: (said: string) => void) => void} see */
export function eachText(element, see) {
  if (SILENT.includes(element.tagName)) return;
  for (const name of ATTRIBUTES) {
    const text = element.getAttribute(name);
    if (text) see(text, (said) => element.setAttribute(name, said));
  }
  const children = Array.from(element.children);
  const key = keyOf(element);
  if (key) see(key, (said) => element.replaceChildren(...said.split(/<(\d+)>/).map((part, at) => (at % 2 ? children[Number(part)] ?? '' : part))));
  for (const child of children) eachText(child, see);
}

/** @param {Element} element */
export function translate(element) {
  eachText(element, (key, put) => {
    const said = t(key);
    if (said !== key) put(said);
  });
}
