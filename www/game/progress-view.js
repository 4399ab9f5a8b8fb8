// The line beside the New Game button: the next tile to reach and, if enabled, moves and time.

import { goalOf } from './goal.js';
import { inMoves, t } from '../shared/text.js';
import { computed, effect } from '../vendor/signals-core.js';
import { writeText } from '../shared/element.js';
import { element } from '../shared/page.js';

/** @import { State } from './state.js' */

/** The interval of clock updates, in milliseconds. */
const EVERY_MS = 1000;

/** @param {State} state */
export function showProgress(state) {
  const [goal, count] = [element('goal'), element('count')];
  const drawCount = () => {
    const { moves, playedMs } = state.session;
    const words = inMoves(moves);
    writeText(count, t('{moves}, {time}', { moves: words, time: timeInWords(playedMs) }));
  };
  effect(() => {
    writeText(goal, goalInWords(state.game.value, state.session.players));
  });
  const shown = computed(() => state.settings.value.count);
  effect(() => {
    count.hidden = !shown.value;
    if (!shown.value) return;
    const timer = setInterval(drawCount, EVERY_MS);
    return () => clearInterval(timer);
  });
  effect(() => {
    if (shown.value && state.game.value.moves >= 0) drawCount();
  });
}

/**
 * @param {{ maxRank: number, rows: number, cols: number }} game
 * @param {State['session']['players']} players who made its moves
 */
export function goalInWords({ maxRank, rows, cols }, players) {
  const { rank, reached } = goalOf(maxRank, rows, cols);
  const tile = String(2 ** rank);
  if (!reached) return `${tile}!`;
  return players === 'ai' ? t('The AI made {tile}', { tile }) : t('{tile}: you did it!', { tile });
}

/** Formats a time like a clock: `4:05`, `1:00:09`. @param {number} ms @returns {string} */
export function timeInWords(ms) {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  const text = parts.join(':');
  return hours > 0 ? `${hours}:${text}` : text.replace(/^0/, '');
}
