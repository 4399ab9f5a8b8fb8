// The Daily board dialog: today's result with the streak and the AI's score, a text to share, and the end of a try.

import { shareText, streakOf } from '../game/daily.js';
import { gameLink } from '../game/link.js';
import { finishDaily, letDailyAiPlay } from '../state/daily.js';
import { openDialog } from '../state/dialogs.js';
import { dates, plural, t, translatable, whole } from '../text/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { share } from '../view/share.js';
import { addressOf } from './sharing.js';

/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { Daily, DailyAi, State } from '../state/state.js' */

const date = dates({ dateStyle: 'long', timeZone: 'UTC' });

export default class DailyDialog {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.dialog = new Dialog({ id: 'daily', title: 'Daily board' });
    effect(() => this.draw(state.daily.value, state.dailyAi.value));
  }

  open() {
    const { daily, dailyAi } = this.state;
    if (dailyAi.value.kind === 'failed') letDailyAiPlay(this.state);
    this.draw(daily.value, dailyAi.value); // the score of a try may have changed
    this.dialog.open();
  }

  /** @param {Daily} daily @param {DailyAi} ai */
  draw(daily, ai) {
    const { dialog, state } = this;
    if (daily.kind === 'none') return;
    const { day, tries } = daily;
    const result = tries.get(day);
    const text = result ? this.textOf(day, result, ai) : '';
    const streak = streakOf([...tries.keys()], day);
    const facts = result && {
      [translatable('Score')]: whole(result.score),
      [translatable('Largest tile')]: String(2 ** result.rank),
      [translatable('Moves')]: whole(result.moves),
    };
    dialog.body.replaceChildren(
      make(
        'p',
        {},
        t('{date}. Everyone gets the same tiles. Only your first game counts. It has no undo and no AI.', {
          date: date.format(Date.parse(day)),
        }),
      ),
      make(
        'dl',
        { class: 'facts' },
        ...Object.entries({
          ...facts,
          [translatable('Streak')]: plural(streak, '{n} day', '{n} days'),
        }).flatMap(([name, words]) => [make('dt', {}, name), make('dd', {}, words)]),
        ...(result && ai.kind !== 'none' ? [make('dt', {}, 'AI'), make('dd', {}, aiInWords(ai))] : []),
      ),
      ...(result
        ? [make('pre', { class: 'daily-share', tabindex: 0, 'aria-label': 'Text to share' }, text)]
        : []),
      make(
        'div',
        { class: 'dialog-buttons' },
        ...(result
          ? [
              makeButton('Share', () => void share({ text }, (words) => dialog.say(words)), {
                class: 'strong',
              }),
              makeButton('Copy', () => void dialog.copy(text)),
              makeButton('Replay', () => openDialog(state, 'replay', { game: result.text, own: result })),
            ]
          : [
              makeButton(
                t('End my try with {score} points', { score: untracked(() => state.game.value.score) }),
                () => {
                  void dialog.attempt(() => finishDaily(state));
                },
              ),
            ]),
      ),
    );
    if (result && ai.kind === 'failed') dialog.say(ai.message, 'wrong');
  }

  /** The text to share, with the AI's score once it is known. @param {string} day @param {KeptGame} result @param {DailyAi} ai */
  textOf(day, result, ai) {
    const game = this.state.Game.fromText(result.text);
    const ranks = game.ranks();
    game.free();
    const link = addressOf(gameLink(result.text) ?? '');
    return shareText(day, result, ranks, link, ai.kind === 'played' ? String(ai.score) : '');
  }
}

/** @param {DailyAi} ai */
function aiInWords(ai) {
  if (ai.kind === 'played') return t('{score}, {tile} tile', { score: ai.score, tile: String(2 ** ai.rank) });
  return ai.kind === 'playing' ? t('playing…') : '–';
}
