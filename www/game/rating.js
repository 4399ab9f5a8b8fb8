// Rates a move by its loss compared with the best one, by the AI's values.

/** @import { Report } from '../engine/types.js' */

/** @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'other'} Grade `other`: not the AI's move, and its values have no unit */
/** @typedef {{ grade: Grade, played: number, best: number, loss: number, share: number }} Rating `share`: of the points still to come */

/** Values that differ by a smaller share count as equal, because searches of other depths round differently. */
const SAME = 1e-4;
/**
 * The minimum loss for each grade, as a share of the points still to come. Of 1,411 moves of a player that takes the first
 * possible of left, down, right and up, 30% are best, 18% good, 12% inaccuracies, 29% mistakes and 11% blunders. A player
 * who makes the AI's move 85% of the time gets 90, 5, 1, 2 and 2% (lite network, 3-ply, seeds 100 to 105 and 100 to 101, 2026-11-24).
 */
const GRADES = /** @type {const} */ ([
  ['blunder', 0.1],
  ['mistake', 0.02],
  ['inaccuracy', 0.01],
]);
/** The minimum for the points still to come in this comparison, so that the last moves of a lost game are no blunders. */
const LEAST_TO_COME = 1000;

/** The loss of a move compared with the best. @param {number} best @param {number} got @returns {number} 0 if they count as equal */
export function lossOf(best, got) {
  const loss = best - got;
  return loss < SAME * Math.abs(best) ? 0 : loss;
}

/** @param {number} loss above 0, in points @param {number} toCome the points still expected @returns {Exclude<Grade, 'best' | 'other'>} */
export function gradeOf(loss, toCome) {
  const share = loss / Math.max(toCome, LEAST_TO_COME);
  return GRADES.find(([, least]) => share >= least)?.[0] ?? 'good';
}

/** @param {Pick<Report, 'values' | 'best' | 'by'>} report @param {number} played a direction @returns {Rating | null} null without a value */
export function rate({ values, best, by }, played) {
  if (best === null) return null;
  const [first, got] = [values[best] ?? null, values[played] ?? null];
  if (played !== best && (first === null || got === null || !Number.isFinite(first - got))) return null;
  const loss = played === best || first === null || got === null ? 0 : lossOf(first, got);
  const rating = { played, best, loss, share: 0 };
  if (loss === 0) return { ...rating, grade: 'best' };
  if (by?.unit !== 'points') return { ...rating, grade: 'other' };
  return {
    ...rating,
    share: loss / Math.max(Number(first), LEAST_TO_COME),
    grade: gradeOf(loss, Number(first)),
  };
}
