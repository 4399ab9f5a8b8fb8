// Words for moves and tiles.

import { t, translatable } from './text.js';

/** @import { Direction } from '../engine/types.js' */

export const DIRECTIONS = [
  translatable('Up'),
  translatable('Right'),
  translatable('Down'),
  translatable('Left'),
];
/** @param {Direction} direction */
export const directionInWords = (direction) => t(DIRECTIONS[direction] ?? '');

/** @param {number} cell @param {number} cols @returns {string} */
export function placeInWords(cell, cols) {
  return t('row {row} column {column}', { row: Math.floor(cell / cols) + 1, column: (cell % cols) + 1 });
}

/** @param {number} rank @param {number} cell @param {number} cols @returns {string} */
export function cellInWords(rank, cell, cols) {
  return `${rank === 0 ? t('empty') : 2 ** rank}, ${placeInWords(cell, cols)}`;
}
