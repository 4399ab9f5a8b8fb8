// Rates a move by the evaluation of the board before it.

import { isCriticalGrade } from '../engine/people.js';

/** @import { Direction, Report } from '../engine/types.js' */

/**
 * @typedef {'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'even' | 'other'} Grade `even`: little
 *   depended on the move; `other`: the AI cannot tell what the move costs
 */
/**
 * `loss`: in percent of the rest of the game: of a person's where the judge of people's moves graded it, and
 * then `ai` is what the AI would lose; else of the AI's.
 * @typedef {{ grade: Grade, played: Direction, best: Direction, loss: number, ai?: number }} Rating
 */

/** The smallest loss of an inaccuracy, in percent: `Grade::THRESHOLDS` in src/wasm/grade.rs. */
export const INACCURACY_FROM = 4;

/**
 * @param {Pick<Report, 'best' | 'judged'>} report
 * @param {Direction} played
 * @returns {Rating | null} null if the move was not judged
 */
export function rate({ best, judged }, played) {
  if (best === null) return null;
  // Without a network the values have no unit.
  if (!judged) return { grade: 'other', played, best, loss: 0 };
  const [grade, loss] = [judged.grades[played] ?? null, judged.losses[played] ?? null];
  if (grade === null || loss === null) return null;
  const person = judged.people?.[played];
  return person
    ? { grade: person.grade, played, best, loss: person.loss, ai: loss }
    : { grade, played, best, loss };
}

/**
 * Whether a move gets a second, longer look before it has this grade: if it is criticized, or if it is good
 * for a person and the AI's loss is that of an inaccuracy, because then it is said what the AI would gain.
 * @param {{ grade: Grade | null, ai?: number } | null} rating
 */
export const needsLongLook = (rating) =>
  rating !== null &&
  (isCriticalGrade(rating.grade) || (rating.grade === 'good' && (rating.ai ?? 0) >= INACCURACY_FROM));

/** Whether a rating criticizes the move. @param {Rating | null} rating */
export const isCritical = (rating) => rating !== null && isCriticalGrade(rating.grade);
