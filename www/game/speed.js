// The speed of the AI at each position of the speed slider: the time between moves, and how much of it is
// thinking.

import { plural, t } from '../shared/text.js';

/** Milliseconds between moves, slowest first; 0: as fast as possible. */
const BETWEEN_MS = [1200, 900, 650, 450, 320, 250, 150, 100, 60, 30, 0];
/** The shortest search that is worth the round trip to the worker, in milliseconds. */
const MIN_THINKING_MS = 8;
/** The longest search: longer ones hardly play better and keep the player waiting. */
const MAX_THINKING_MS = 500;
/** The share of the time for thinking; the rest is for the round trip and for drawing. */
const THINKING_SHARE = 0.7;

export const FASTEST = BETWEEN_MS.length - 1;
/**
 * The default position of the slider: slow enough to follow each move. Its 4 moves a second are written
 * without `Intl`, which would delay the start.
 */
export const DEFAULT_SPEED = 5;

/**
 * @param {number} place position of the slider, 0 to `FASTEST`
 * @returns {{ betweenMs: number, thinkingMs: number }}
 */
export function timingAt(place) {
  const betweenMs = BETWEEN_MS[Math.min(FASTEST, Math.max(0, Math.round(place)))] ?? 0;
  const thinkingMs = Math.min(
    MAX_THINKING_MS,
    Math.max(MIN_THINKING_MS, Math.round(betweenMs * THINKING_SHARE)),
  );
  return { betweenMs, thinkingMs };
}

/** @param {number} place position of the slider @returns {string} in words */
export function speedInWords(place) {
  const { betweenMs } = timingAt(place);
  if (betweenMs === 0) return t('as fast as possible');
  const perSecond = 1000 / betweenMs;
  const rate = perSecond < 10 ? Number(perSecond.toFixed(1)) : Math.round(perSecond);
  return plural(rate, '{n} move per second', '{n} moves per second');
}
