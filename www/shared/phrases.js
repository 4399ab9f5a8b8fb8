// Words for moves and tiles.

import { listed, t, translatable } from './text.js';

/** @import { Direction } from '../engine/types.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */

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

/**
 * Describes a move: its merges, the score, the new tile.
 * @param {Step} step
 * @param {number} cols
 * @returns {string}
 */
export function stepInWords(step, cols) {
  /** @type {Map<number, number>} new rank by cell */
  const merged = new Map();
  for (const { to, rank, merged: merges } of step.moves) if (merges) merged.set(to, rank + 1);
  const tiles = [...merged.values()].sort((a, b) => b - a).map((rank) => String(2 ** rank));
  const merges =
    tiles.length === 0 ? directionInWords(step.direction) : t('merged {tiles}', { tiles: listed(tiles) });
  const { cell, rank } = step.spawn;
  return t('{merges}, score {score}, new {tile} in {place}', {
    merges,
    score: step.score,
    tile: String(2 ** rank),
    place: placeInWords(cell, cols),
  });
}
