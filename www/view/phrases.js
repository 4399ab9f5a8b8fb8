// The page's sentences about moves, tiles and searches.
//
// Leaves out elements: every function here takes numbers and gives text.

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Report, TierName } from '../engine/protocol.js' */

/** By direction. */
export const DIRECTIONS = ['Up', 'Right', 'Down', 'Left'];

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const list = new Intl.ListFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** @param {number} cell @param {number} cols @returns {string} */
export function placeInWords(cell, cols) {
  return `row ${Math.floor(cell / cols) + 1} column ${(cell % cols) + 1}`;
}

/** @param {number} rank @param {number} cell @param {number} cols @returns {string} */
export function cellInWords(rank, cell, cols) {
  return `${rank === 0 ? 'empty' : 2 ** rank}, ${placeInWords(cell, cols)}`;
}

/** What a move did: its merges, the score, the new tile. @param {Step} step @param {number} cols @returns {string} */
export function stepInWords(step, cols) {
  /** @type {Map<number, number>} new rank by cell */
  const merged = new Map();
  for (const { to, rank, merged: merges } of step.moves) if (merges) merged.set(to, rank + 1);
  const tiles = [...merged.values()].sort((a, b) => b - a).map((rank) => String(2 ** rank));
  const merges = tiles.length === 0 ? DIRECTIONS[step.direction] : `merged ${list.format(tiles)}`;
  const { cell, rank } = step.spawn;
  return `${merges}, score ${step.score}, new ${2 ** rank} in ${placeInWords(cell, cols)}`;
}

/** @param {TierName | null} tier @param {number} threads @returns {string} */
export function crewInWords(tier, threads) {
  const many = tier === 'shared' ? 'thread' : 'worker';
  return `${threads} ${many}${threads === 1 ? '' : 's'}`;
}

/** What a search did. @param {Report} report @param {TierName | null} tier @param {number} threads @returns {string} */
export function searchInWords(report, tier, threads) {
  const perSecond = report.timeMs > 0 ? (report.nodes / report.timeMs) * 1000 : 0;
  const parts = [
    `${report.ply}-ply`,
    `${whole.format(report.nodes)} nodes`,
    ...(perSecond > 0 ? [`${short.format(perSecond)} nodes/s`] : []),
    report.timeMs < 1000 ? `${whole.format(report.timeMs)} ms` : `${(report.timeMs / 1000).toFixed(2)} s`,
    crewInWords(tier, threads),
  ];
  return parts.join(' · ');
}

/**
 * An estimate, with as many digits as it takes to tell the moves apart.
 * @param {number} value @param {number} [beside] another estimate, for as many digits as that one has
 * @returns {string}
 */
export function valueInWords(value, beside = value) {
  const size = Math.abs(beside);
  const digits = size >= 1000 ? whole.format(value) : value.toFixed(size >= 10 ? 1 : 3);
  return digits.replace('-', '\u2212');
}

/**
 * What the best move has over the next best, from the numbers alone.
 * @param {Pick<Report, 'values' | 'best'>} report @param {string} [unit] of the values, where they have one
 * @param {string} [verb] what a move does with its value: what is said of points expected at the end is not for all points
 * @returns {string} empty where no move is possible
 */
export function whyInWords({ values, best }, unit = '', verb = unit === 'points' ? 'keeps' : 'is worth') {
  const first = best === null ? null : values[best];
  if (best === null || first === null || first === undefined) return '';
  const name = DIRECTIONS[best];
  const others = values
    .map((value, direction) => ({ value, direction }))
    .filter((other) => other.value !== null && other.direction !== best)
    .sort((a, b) => Number(b.value) - Number(a.value));
  const next = others[0];
  if (!next) return `${name} is the only move there is.`;
  const worth = unit === 'probability'
    ? `${name} has a probability of ${valueInWords(first)}`
    : `${name} ${verb} ${valueInWords(first)}${unit === '' ? '' : ` ${unit}`}`;
  const less = valueInWords(first - Number(next.value), first);
  const second = DIRECTIONS[next.direction];
  if (Number(less) === 0) return `${worth}; ${second} is as good.`;
  return `${worth}; the next best, ${second}, ${less} less.`;
}
