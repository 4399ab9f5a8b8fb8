// What the page of the daily board shows in place of the goal and, during the counted try, of New game.

import { dayInWords, dayOf } from '../game/daily.js';
import { RIVALS_PLAY, rulesInWords, streakInWords, streakOf } from './tries.js';
import { openDialog } from '../shared/dialogs.js';
import { loadStyle } from '../shared/style.js';
import { inPoints, t } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { make, makeButton, writeText } from '../shared/element.js';
import { button, element } from '../shared/page.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showDaily(state) {
  // No live region: the end of the try is read out by the announcer, as that of every game.
  const words = make('p', { class: 'daily-words' });
  const goal = /** @type {HTMLElement} */ (element('goal').parentElement);
  goal.hidden = true;
  element('ways').hidden = true;
  goal.before(words);
  const result = makeButton('', () => openDialog(state, { name: 'daily' }), { 'aria-haspopup': 'dialog' });
  button('new-game').before(result);
  effect(() => {
    // The words above say that there is neither an AI nor undo.
    for (const part of ['engine', 'undo', 'redo', 'hint', 'autoplay'])
      element(part).hidden = state.final.value;
    writeText(result, state.final.value ? 'Finish' : 'Result');
  });
  showRules(state);
  effect(() => {
    const daily = state.daily.value;
    const result = daily.kind === 'daily' ? daily.tries.get(daily.day) : undefined;
    button('new-game').hidden = result === undefined;
    const day = daily.kind === 'daily' && daily.day !== dayOf(new Date()) ? daily.day : null;
    words.textContent = result ? resultInWords(day, result.score) : tryInWords(day);
  });
}

/** What there is to know of the try, where the AI's panel is otherwise. @param {State} state */
function showRules({ daily, dailyRivals, final }) {
  const [rules, streak] = [make('p'), make('p')];
  const rivals = make('p', {}, RIVALS_PLAY);
  const panel = { class: 'engine daily-rules', 'aria-label': 'Daily board', hidden: true };
  const box = make('section', panel, rules, rivals, streak);
  element('engine').before(box);
  const show = () =>
    effect(() => {
      const { value } = daily;
      box.hidden = !final.value || value.kind === 'none';
      if (value.kind === 'none') return;
      writeText(rules, rulesInWords(value.day));
      const tried = [...value.tries.keys()];
      writeText(streak, streakInWords(tried, value.day));
      streak.hidden = streakOf(tried, value.day) === 0;
      rivals.hidden = dailyRivals.value.length === 0;
    });
  // Narrow pages have no room for it, which the style knows.
  loadStyle(new URL('../daily/daily.css', import.meta.url)).then(show, console.warn);
}

/** @param {string | null} day null: today @param {number} score */
function resultInWords(day, score) {
  const points = inPoints(score);
  return day === null
    ? t('Daily board: {points}', { points })
    : t('Daily board of {day}: {points}', { day: dayInWords(day), points });
}

/** @param {string | null} day null: today */
const tryInWords = (day) =>
  day === null
    ? t('Daily board: one try, no undo, no AI')
    : t('Daily board of {day}: one try, no undo, no AI', { day: dayInWords(day) });
