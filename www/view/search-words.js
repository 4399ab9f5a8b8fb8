// Sentences about searches: who made one, what its values are, and why a move is the best.

import { numbers, plural, short, t, whole } from '../text/text.js';
import { directionInWords } from './phrases.js';

/** @import { Report, TierName } from '../engine/types.js' */

/** Values of some strategies reach billions; larger values than this are rounded to four digits. */
const LARGE = 1e8;
const compact = numbers({ notation: 'compact', maximumSignificantDigits: 4 });
const fixed = (/** @type {number} */ digits) =>
  numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format;
const tenths = fixed(1);
const thousandths = fixed(3);

/** @param {TierName | null} tier @param {number} threads @returns {string} */
export function threadsInWords(tier, threads) {
  return tier === 'shared'
    ? plural(threads, '{n} thread', '{n} threads')
    : plural(threads, '{n} worker', '{n} workers');
}

/** Names the AI that made a report, and the effort. @param {Report} report @returns {string} */
export function authorInWords(report) {
  const { by, ply, nodes, timeMs, threads } = report;
  const time =
    timeMs > 0 && timeMs < 1
      ? t('under 1 ms')
      : timeMs < 1000
        ? t('{n} ms', { n: Math.round(timeMs) })
        : t('{n} s', { n: Number((timeMs / 1000).toFixed(2)) });
  if (by?.kind === 'strategy') return `${by.name} · ${time}`;
  const perSecond = timeMs > 0 ? (nodes / timeMs) * 1000 : 0;
  return [
    by?.name ? t('{name} network', { name: by.name }) : t('Built-in heuristic'),
    t('{ply}-ply', { ply }),
    t('{nodes} nodes', { nodes }),
    ...(perSecond > 0 ? [t('{rate} nodes/s', { rate: short(perSecond) })] : []),
    time,
    threadsInWords(by?.tier ?? null, threads),
  ].join(' · ');
}

/**
 * Formats an estimate with enough digits to distinguish the moves.
 * @param {number} value @param {number} [beside] another estimate, whose number of digits is used
 * @returns {string}
 */
export function valueInWords(value, beside = value) {
  const size = Math.abs(beside);
  const digits =
    size >= LARGE
      ? compact.format(value)
      : size >= 1000
        ? whole(value)
        : size >= 10
          ? tenths(value)
          : thousandths(value);
  return digits.replace('-', '\u2212');
}

/** Values that differ by less than this share of the best are nearly the same. */
const NEARLY = 0.02;

/**
 * How clearly the best move is ahead of the next best, from 0 (they are equal) to 1 (it is the only one). Half is a lead
 * below which moves are called nearly as good.
 * @param {Pick<Report, 'values' | 'best'>} report @returns {number | null} null where the values are not comparable
 */
export function leadOf({ values, best }) {
  const ranked = ranking(values, best);
  if (!ranked) return null;
  const { first, next } = ranked;
  if (!next) return 1;
  const lead = first - next.value;
  return lead <= 0 ? 0 : lead / (lead + NEARLY * Math.abs(first));
}

/**
 * The value of the best move, and the next best move.
 * @param {(number | null)[]} values @param {number | null} best
 * @returns {{ first: number, next?: { value: number, direction: number } } | null} null if the values are not comparable
 */
function ranking(values, best) {
  const first = best === null ? null : (values[best] ?? null);
  if (first === null || !values.every((value) => value === null || Number.isFinite(value))) return null;
  const others = values.flatMap((value, direction) =>
    value === null || direction === best ? [] : [{ value, direction }],
  );
  return { first, next: others.sort((a, b) => b.value - a.value)[0] };
}

/**
 * Compares the best move with the next best, based only on the values shown.
 * @param {Pick<Report, 'values' | 'best' | 'by'>} report
 * @returns {string} empty if no move is possible or the values are not comparable
 */
export function whyInWords({ values, best, by }) {
  if (by?.note) return t('Reason: {note}.', { note: by.note });
  const ranked = ranking(values, best);
  if (best === null || !ranked) return '';
  const { first, next } = ranked;
  if (!next) return t('{best} is the only possible move.', { best: directionInWords(best) });
  const less = first - next.value;
  const words = valueInWords(-less, first);
  const other = directionInWords(next.direction);
  const comparison = !/[1-9]/.test(words)
    ? t('{other} is just as good.', { other })
    : Math.abs(less) < NEARLY * Math.abs(first)
      ? t('{other} is nearly as good ({less}).', { other, less: words })
      : t('Next best: {other} ({less}).', { other, less: words });
  const said = { best: directionInWords(best), value: valueInWords(first) };
  return `${by?.unit === 'points' ? t('{best} is best ({value} points).', said) : t('{best} is best ({value}).', said)} ${comparison}`;
}
