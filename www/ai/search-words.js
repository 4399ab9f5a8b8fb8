// Sentences about searches: who made one, what its values are, and why a move is the best.

import { lostPercent, percent, plural, short, t } from '../shared/text.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { Direction, Report, TierName } from '../engine/types.js' */
/** @import { Outlook } from '../pkg/afterstate.js' */

/** @param {TierName | null} tier @param {number} threads @returns {string} */
export const threadsInWords = (tier, threads) =>
  tier === 'shared' ? plural(threads, '{n} thread', '{n} threads') : t('1 worker');

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
    plural(nodes, '{n} position', '{n} positions'),
    ...(perSecond > 0 ? [t('{rate} positions/s', { rate: short(perSecond) })] : []),
    time,
    threadsInWords(by?.tier ?? null, threads),
  ].join(' · ');
}

/** A move that loses less, in percent, is just as good: `Grade::Good` begins here. */
const JUST_AS_GOOD = 0.1;

/** @param {number} loss in percent of the rest of the game @returns {string} */
export const lossInWords = (loss) => (loss < JUST_AS_GOOD ? t('best') : lostPercent(loss / 100));

/** The same for a move beside the best one. @param {number} loss @returns {string} */
export const besideInWords = (loss) => (loss < JUST_AS_GOOD ? t('just as good') : lostPercent(loss / 100));

/**
 * Keeps a loss in brackets on the line of the word before it. In Japanese and Chinese no space is between
 * them, but the line may break.
 * @param {string} words
 */
export const withBrackets = (words) => words.replaceAll(' (', '\u00a0(').replaceAll('（', '\u2060（');

/** Chances outside of this are not worth a word. */
const MIN_CHANCE = 0.01;

/**
 * The chances of the next tiles that are not certain, two at most.
 * @param {Outlook} outlook
 * @returns {string} such as: 84% for 2048, 41% for 4096
 */
export function outlookInWords({ tiles }) {
  const open = tiles.filter(({ chance }) => chance >= MIN_CHANCE);
  const unsure = open.filter(({ chance }) => chance < 1 - MIN_CHANCE);
  return (unsure.length > 0 ? unsure : open.slice(-1))
    .slice(0, 2)
    .map(({ rank, chance }) =>
      t('{share} for {tile}', {
        tile: String(2 ** rank),
        share: unsure.length > 0 ? percent(chance) : `>${percent(1 - MIN_CHANCE)}`,
      }),
    )
    .join(', ');
}

/** Values that differ by less than this share of the best are nearly the same. */
const NEARLY = 0.02;

/**
 * The value of the best move, and the next best move.
 * @param {(number | null)[]} values @param {Direction | null} best
 * @returns {{ first: number, next?: { value: number, direction: Direction } } | null} null if the values are
 *   not comparable
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
 * Compares the best move with the next best, based only on what is shown.
 * @param {Partial<Report> & Pick<Report, 'values' | 'best'>} report
 * @returns {string} empty if no move is possible or there is nothing to compare
 */
export function whyInWords({ values, best, by, judged }) {
  if (best !== null && by?.note)
    return `${directionInWords(best)}. ${t('Reason: {note}.', { note: by.note })}`;
  const ranked = ranking(values, best);
  if (best === null || !ranked) return '';
  const first = directionInWords(best);
  if (!ranked.next) return t('{best} is the only possible move.', { best: first });
  const isBest = t('{best} is best.', { best: first });
  const loss = judged?.losses[ranked.next.direction] ?? null;
  if (loss === null) return isBest;
  const parts = { other: directionInWords(ranked.next.direction), less: lossInWords(loss) };
  if (loss < JUST_AS_GOOD) return `${isBest} ${t('{other} is just as good.', parts)}`;
  const next =
    loss < 100 * NEARLY
      ? t('{other} is nearly as good ({less}).', parts)
      : t('Next best: {other} ({less}).', parts);
  return `${isBest} ${withBrackets(next)}`;
}
