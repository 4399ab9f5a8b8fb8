// Which features the page has, read from the text of www/features.js.

/** A line of the list: the name of a feature, and its folder. */
export const LINE = /^export \* as (\w+) from '\.\/(\w+)\/mount\.js';\n/gm;

/** @param {string} list the text of www/features.js @returns {string[]} names */
export const featuresIn = (list) => Array.from(list.matchAll(LINE), ([, name = '']) => name);
