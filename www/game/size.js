// The sizes of boards that the rules accept (src/rules/grid.rs), with their text form: "3x5" is three rows
// and five columns; and the seeds (src/rules/spawn.rs).

/** @typedef {{ rows: number, cols: number }} Size */

/** The shortest and the longest side. */
export const SIDE = { min: 2, max: 9 };
export const SIDES_IN_WORDS = `${SIDE.min} to ${SIDE.max}`;
/** The size of the original game. @type {Size} */
export const DEFAULT_SIZE = { rows: 4, cols: 4 };

/** @param {unknown} side @returns {side is number} */
export function isSide(side) {
  return Number.isInteger(side) && Number(side) >= SIDE.min && Number(side) <= SIDE.max;
}

/** A seed is a whole number below this, of 64 bits. */
export const SEEDS = 1n << 64n;

/** All accepted lengths of a side, ascending. @returns {number[]} */
export function sides() {
  return Array.from({ length: SIDE.max - SIDE.min + 1 }, (_, place) => SIDE.min + place);
}

/** @param {string} text @returns {Size | null} null if it is not a size */
export function readSize(text) {
  const [, rows = NaN, cols = NaN] = (/^(\d)x(\d)$/.exec(text) ?? []).map(Number);
  return isSide(rows) && isSide(cols) ? { rows, cols } : null;
}
