// Texts in the language of the player. The English text is the key, so English needs no catalog and loads
// nothing. docs/develop/languages.md explains how to add a text or a language.

/**
 * The translation of each English text; where a number decides, one for each plural of the language.
 * @typedef {Record<string, string | Record<string, string>>} Catalog
 */
/**
 * The values of `{name}`; numbers are formatted for the language.
 * @typedef {Record<string, string | number>} Values
 */

export const LANGUAGES = /** @type {const} */ (['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar']);

/** @type {Catalog} */
let catalog = {};
/** For `Intl`. The digits stay those of the tiles, in Arabic too. */
let locale = 'en';

/** @param {string} code @param {Catalog} texts */
export function useCatalog(code, texts) {
  catalog = texts;
  locale = `${code}-u-nu-latn`;
}

/**
 * The language to use: the player's choice or, without one, the first of the browser's that there is. Some
 * in-app browsers have no list, or not even one language.
 * @param {string} choice @param {readonly string[]} [preferred] @returns {string}
 */
export function languageOf(choice, preferred = navigator.languages ?? [navigator.language ?? '']) {
  const codes = [choice, ...preferred].map((tag) => tag.toLowerCase().split('-', 1)[0]);
  return (
    codes.find((code) => /** @type {readonly (string | undefined)[]} */ (LANGUAGES).includes(code)) ?? 'en'
  );
}

/** @param {string} text English @param {Values} [values] @returns {string} */
export function t(text, values) {
  const translated = catalog[text];
  return filled(typeof translated === 'string' ? translated : text, values);
}

/**
 * A text that depends on a number, `{n}`.
 * @param {number} n
 * @param {string} one English
 * @param {string} many English, the key
 * @param {Values} [values]
 */
export function plural(n, one, many, values) {
  const forms = catalog[many];
  const translated =
    typeof forms === 'object' ? (forms[new Intl.PluralRules(locale).select(n)] ?? forms.other) : undefined;
  return filled(translated ?? (n === 1 ? one : many), { n, ...values });
}

/** @param {number} points */
export const inPoints = (points) => plural(points, '{n} point', '{n} points');
/** @param {number} moves */
export const inMoves = (moves) => plural(moves, '{n} move', '{n} moves');

/** Marks a text that is translated where it is shown. @param {string} text */
export const translatable = (text) => text;

/**
 * A format of `Intl`, made when the language is known: modules ask for theirs before.
 * @template T
 * @param {() => { format(value: T): string }} make
 */
function inLanguage(make) {
  /** @type {Map<string, { format(value: T): string }>} */
  const made = new Map();
  return {
    format(/** @type {T} */ value) {
      const format = made.get(locale) ?? make();
      made.set(locale, format);
      return format.format(value);
    },
  };
}
/** @param {Intl.NumberFormatOptions} [options] */
const numbers = (options) => inLanguage(() => new Intl.NumberFormat(locale, options));
const plain = numbers();
/**
 * A number with separators: 12,345.6. `Intl` is not asked for small whole ones: its first use takes 30 ms on
 * a desktop, in the task that draws the first board.
 * @param {number} n
 */
const separated = (n) => (Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : plain.format(n));
/** A whole number with separators: 12,345. @param {number} n */
export const whole = (n) => separated(Math.round(n));
/** Three digits: 12.3K. */
export const short = numbers({ notation: 'compact', maximumSignificantDigits: 3 }).format;
/** From here on points are counted in thousands. */
const IN_THOUSANDS = 1e4;
/** The number of estimated points, with three digits: 3,840, 12.3K. @param {number} points */
export const about = (points) =>
  points < IN_THOUSANDS ? whole(Number(points.toPrecision(3))) : short(Math.round(points));
const inPercent = numbers({ style: 'percent', maximumFractionDigits: 0 });
const inTenths = numbers({ style: 'percent', maximumFractionDigits: 1 });
const withSign = numbers({ maximumFractionDigits: 0, signDisplay: 'exceptZero' });
/**
 * The sign that `Intl` writes stays on the left of its number in Arabic, too; one that is put before a number
 * does not.
 * @param {string} number
 */
const longMinus = (number) => number.replace('-', '−');
/** Points that are won or lost: +12 or −12. @param {number} points */
export const signed = (points) => longMinus(withSign.format(points));
/** A share as 38%; as 100% only if it is all. @param {number} share */
export const percent = (share) => inPercent.format(share < 1 ? Math.min(share, 0.99) : share);
const notQuiteAll = (/** @type {number} */ share) => (share < 1 ? Math.min(share, 0.999) : share);
/** A share as 38.2%; as 100% only if it is all. @param {number} share */
export const precisePercent = (share) => inTenths.format(notQuiteAll(share));
/** A share that is lost: −38.2%. @param {number} share */
export const lostPercent = (share) => longMinus(inTenths.format(-notQuiteAll(share)));
/** @param {string[]} items */
export const listed = (items) => new Intl.ListFormat(locale).format(items);
/** @param {Intl.DateTimeFormatOptions} options */
export const dates = (options) => inLanguage(() => new Intl.DateTimeFormat(locale, options));

/** @param {string} text @param {Values} [values] */
function filled(text, values) {
  return values
    ? text.replace(/\{(\w+)\}/g, (all, name) => {
        const value = values[name];
        return typeof value === 'number' ? separated(value) : (value ?? all);
      })
    : text;
}
