// Rates a move by the evaluation of the board before it.

/** @import { Direction, Report } from '../engine/types.js' */

/**
 * @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'other'} Grade `other`: not the AI's
 *   move, and the AI cannot tell what it costs
 */
/**
 * `loss`: in percent of the rest of the game.
 * @typedef {{ grade: Grade, played: Direction, best: Direction, loss: number }} Rating
 */

/** The smallest loss of an inaccuracy, in percent: `Grade::THRESHOLDS` in src/wasm/grade.rs. */
export const INACCURACY_FROM = 4;

/**
 * @param {Pick<Report, 'values' | 'best' | 'judged'>} report
 * @param {Direction} played
 * @returns {Rating | null} null if the move was not judged
 */
export function rate({ values, best, judged }, played) {
  if (best === null) return null;
  if (judged) {
    const [grade, loss] = [judged.grades[played] ?? null, judged.losses[played] ?? null];
    return grade === null || loss === null ? null : { grade, played, best, loss };
  }
  const value = values[played] ?? null;
  if (played === best || (value !== null && value === values[best]))
    return { grade: 'best', played, best, loss: 0 };
  return value === null || !Number.isFinite(value) ? null : { grade: 'other', played, best, loss: 0 };
}

/** Whether a rating criticizes the move. @param {Rating | null} rating */
export const isCritical = (rating) =>
  rating !== null && ['inaccuracy', 'mistake', 'blunder'].includes(rating.grade);
