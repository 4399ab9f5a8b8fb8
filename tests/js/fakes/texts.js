// Finds the texts of the site that a player sees: in the code, by the functions that translate them, and in
// the pages.

import { readFile, readdir } from 'node:fs/promises';
import { parseAst } from '@rollup/wasm-node/parseAst';
import { eachText } from '../../../www/shared/load.js';
import { readHtml } from './html.js';

const WWW = new URL('../../../www/', import.meta.url);
/** The pages that are translated so far; the others are English. */
const PAGES = ['about.html', 'embed.html', 'index.html', 'learn.html', 'race.html'];
/** Files whose texts are English: other pages, workers, and what the hosts of an embedded game read. */
const ENGLISH =
  /^(lab\/(?!mount)|players|engine\/worker|embed\/(builder|element|frame-link|messages|options|snippet)|sw)/;

/**
 * Functions whose arguments are texts, with the places of the texts: those of text.js, and those that
 * translate what they show.
 */
const TRANSLATING = {
  t: [0],
  translatable: [0],
  plural: [2],
  make: [2, Infinity],
  makeButton: [0, 0],
  writeText: [1, 1],
  chooser: [0, 0],
  barTable: [0, 0],
  notify: [1, 1],
  say: [1, 1],
  failed: [1, 1],
  aiSays: [1, 1],
  beginGame: [2, 2],
  replaceGame: [2, 2],
  offerUndo: [1, 1],
  offerUpdate: [1, 1],
};
/** Methods that show a text. */
const SHOWING = ['button', 'say', 'show', 'showLine', 'invite', 'keep', 'act', 'beginGame', 'leaveFor'];
/** Properties that hold a text. */
const NAMED = ['aria-label', 'title', 'placeholder', 'label'];

/** @param {any} node @param {(node: any) => void} see */
function eachNode(node, see) {
  if (Array.isArray(node)) for (const item of node) eachNode(item, see);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') eachNode(value, see);
  }
}

/** The texts that a value may be. @param {any} node @returns {string[]} */
function literals(node) {
  if (node?.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(literals);
  if (node?.type === 'LogicalExpression') return literals(node.right);
  return node?.type === 'Literal' && typeof node.value === 'string' && /\p{L}/u.test(node.value)
    ? [node.value]
    : [];
}

/** The texts of a node that are shown. @param {any} node @returns {string[]} */
function textsOf(node) {
  if (node.type === 'Property' && NAMED.includes(node.key.value ?? node.key.name))
    return literals(node.value);
  if (node.type === 'NewExpression' && /Error$/.test(node.callee.name))
    return literals(node.arguments[0]).filter((text) => /^[A-Z].*\.$/s.test(text));
  if (node.type !== 'CallExpression') return [];
  const { callee, arguments: given } = node;
  if (callee.type === 'MemberExpression') {
    return SHOWING.includes(callee.property.name)
      ? given
          .slice(0, 3)
          .flatMap(literals)
          .filter((/** @type {string} */ text) => /^[A-Z]/.test(text))
      : [];
  }
  const [from = -1, to = from] =
    TRANSLATING[
      /** @type {keyof typeof TRANSLATING} */ (
        Object.hasOwn(TRANSLATING, callee.name ?? '') ? callee.name : ''
      )
    ] ?? [];
  return from < 0 ? [] : given.slice(from, to + 1).flatMap(literals);
}

/** All texts with the files that have them; `plurals`: those that depend on a number. */
export async function textsOfSite() {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Set<string>} */
  const plurals = new Set();
  const files = (await readdir(WWW, { recursive: true }))
    .filter((file) => file.endsWith('.js') && !ENGLISH.test(file))
    .sort();
  for (const file of files) {
    eachNode(parseAst(await readFile(new URL(file, WWW), 'utf8')), (node) => {
      for (const text of textsOf(node)) {
        texts.set(text, file);
        if (node.callee?.name === 'plural') plurals.add(text);
      }
    });
  }
  for (const page of PAGES)
    eachText(readHtml(await readFile(new URL(page, WWW), 'utf8')), (key) => texts.set(key, page));
  return { texts, plurals };
}

/** The errors for the player whose text is put together without the catalogs, by file. */
export async function untranslatedErrors() {
  /** @type {string[]} */
  const found = [];
  const files = (await readdir(new URL('game/', WWW))).filter((file) => file.endsWith('.js'));
  for (const file of files.sort())
    eachNode(parseAst(await readFile(new URL(`game/${file}`, WWW), 'utf8')), (node) => {
      if (
        node.type === 'NewExpression' &&
        /Error$/.test(node.callee.name) &&
        node.arguments[0]?.type === 'TemplateLiteral'
      )
        found.push(file);
    });
  return found;
}
