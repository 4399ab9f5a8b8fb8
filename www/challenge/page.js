// The page of a challenge: the score to beat stands in place of the goal, and the result under the board when
// the game is over. On the daily board only the result is shown, after one's own try.

import { labeledBoard } from '../game/board-parts.js';
import { NEW_GAME, perform } from '../game/acts.js';
import { dayInWords } from '../game/daily.js';
import { gameLink } from '../game/link.js';
import { openDialog } from '../shared/dialogs.js';
import { buttonRow, make, makeButton, writeText } from '../shared/element.js';
import { say, notify } from '../shared/notices.js';
import { element } from '../shared/page.js';
import { addressOf, share } from '../shared/share.js';
import { loadStyle } from '../shared/style.js';
import { inPoints, t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { resultInWords, shareInWords } from './words.js';

/** @import { App } from '../game/app.js' */
/** @import { State } from '../game/state.js' */
/** @import { OpenChallenge } from '../game/types.js' */

/** @param {App} app */
export function showChallenge({ has, state }) {
  const { value } = state.challenge;
  if (value.kind === 'none') return;
  void loadStyle(new URL('../challenge/challenge.css', import.meta.url)).catch(console.warn);
  const isDaily = state.daily.value.kind === 'daily';
  if (!isDaily) showGoal(has, value);
  const title = make('h2');
  const boards = make('div', { class: 'challenge-boards' });
  const sharing = makeButton('Share', () => void shareBack(state));
  const again = makeButton('Try again', () => perform(state, NEW_GAME));
  const box = make(
    'section',
    {
      class: `challenge-result${isDaily ? '' : ' alone'}`,
      id: 'challenge-result',
      'aria-label': 'Result',
      hidden: true,
    },
    title,
    boards,
    buttonRow(
      ...(isDaily ? [sharing] : []),
      ...(has('replay')
        ? [makeButton('Watch the replay', () => watch(state, value), { class: 'quiet' })]
        : []),
    ),
  );
  element('play').append(box);
  effect(() => {
    const { status, score, ranks, seed, rows, cols } = state.game.value;
    const compared = seed === value.seed && rows === value.rows && cols === value.cols;
    const before = box.hidden;
    box.hidden = status !== 'over' || !compared;
    again.hidden = sharing.hidden = box.hidden;
    if (box.hidden) return;
    writeText(title, resultInWords(score, value.score));
    const isBeaten = score > value.score;
    // One thing to do next: on the daily board it is the New game of the message.
    sharing.classList.toggle('strong', !isDaily && isBeaten);
    again.classList.toggle('strong', !isBeaten);
    // Where New game otherwise is, in sight at once. The try of a daily board stands: New game leaves it.
    if (!isDaily) element('message-again').after(...(isBeaten ? [sharing, again] : [again, sharing]));
    boards.replaceChildren(
      labeledBoard(t('You: {points}', { points: inPoints(score) }), ranks, value),
      labeledBoard(t('To beat: {points}', { points: inPoints(value.score) }), value.ranks, value),
    );
    if (before) untracked(() => say(state, String(title.textContent)));
  });
}

/** @param {State} state @param {OpenChallenge} challenge */
function watch(state, { text, by }) {
  openDialog(state, { name: 'replay', shown: { kind: 'shared', text, by } });
}

/** @param {App['has']} has @param {OpenChallenge} challenge */
function showGoal(has, { day, score }) {
  const goal = /** @type {HTMLElement} */ (element('goal').parentElement);
  goal.hidden = true;
  element('ways').hidden = true;
  const points = inPoints(score);
  goal.before(
    make(
      'p',
      { class: 'challenge-goal' },
      day === null || !has('daily')
        ? t('Same tiles. Beat {points}.', { points })
        : t('Daily board of {day}. Beat {points}.', { day: dayInWords(day), points }),
      ' ',
      make('a', { href: './' }, 'Back to your game'),
    ),
  );
}

/** @param {State} state */
async function shareBack(state) {
  const { challenge, game, session } = state;
  if (challenge.value.kind === 'none') return;
  const link = gameLink(session.game.replay(), session.sharedBy);
  await share(
    {
      text: shareInWords(game.value.score, challenge.value.score),
      ...(link && { url: addressOf(link) }),
    },
    (words) => notify(state, words),
  );
}
