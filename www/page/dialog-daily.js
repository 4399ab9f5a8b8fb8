// The Daily board dialog: today's result with the streak and the AI's score, a text to share, and the end of
// a try.

import { seedOf, shareText, streakOf } from '../game/daily.js';
import { gameLink } from '../game/link.js';
import { finishDaily, retryRivals } from '../state/daily.js';
import { replayKept } from '../state/kept-games.js';
import { dates, plural, t, translatable, whole } from '../text/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { Dialog } from '../view/dialog.js';
import { buttonRow, make, makeButton } from '../view/element.js';
import { share } from '../view/share.js';
import { addressOf } from './sharing.js';

/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { Daily, DailyRival, State } from '../state/state.js' */

const date = dates({ dateStyle: 'long', timeZone: 'UTC' });

export default class DailyDialog {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.dialog = new Dialog({ id: 'daily', title: 'Daily board' });
    effect(() => this.draw(state.daily.value, state.dailyRivals.value));
  }

  open() {
    const { daily, dailyRivals } = this.state;
    retryRivals(this.state);
    this.draw(daily.value, dailyRivals.value); // the score of a try may have changed
    this.dialog.open();
  }

  /** @param {Daily} daily @param {DailyRival[]} rivals */
  draw(daily, rivals) {
    if (daily.kind === 'none') return;
    const { day, tries } = daily;
    const result = tries.get(day);
    const streak = streakOf([...tries.keys()], day);
    this.dialog.body.replaceChildren(
      make(
        'p',
        {},
        t('{date}. Everyone gets the same tiles. Only your first game counts. It has no undo and no AI.', {
          date: date.format(Date.parse(day)),
        }),
      ),
      ...(result
        ? this.makeResult(day, result, rivals)
        : rivals.length > 0
          ? [make('p', {}, 'AIs play the same tiles. Their results are here when you have finished.')]
          : []),
      make('p', {}, t('Streak: {days}', { days: plural(streak, '{n} day', '{n} days') })),
      buttonRow(...this.makeButtons(day, result, rivals)),
    );
  }

  /** @param {string} day @param {KeptGame} result @param {DailyRival[]} rivals @returns {Node[]} */
  makeResult(day, result, rivals) {
    const failed = rivals.flatMap(({ game }) => (game.kind === 'failed' ? [game.text] : []))[0];
    return [
      ranking(result, rivals),
      ...(failed ? [make('p', { class: 'small' }, failed)] : []),
      make(
        'pre',
        { class: 'daily-share', tabindex: 0, 'aria-label': 'Text to share' },
        this.textOf(day, result, rivals),
      ),
    ];
  }

  /** @param {string} day @param {KeptGame | undefined} result @param {DailyRival[]} rivals */
  makeButtons(day, result, rivals) {
    const { dialog, state } = this;
    if (!result) {
      const words = { score: untracked(() => state.game.value.score) };
      const end = () => void dialog.attempt(() => finishDaily(state));
      return [makeButton(t('End my try with {score} points', words), end)];
    }
    const text = this.textOf(day, result, rivals);
    return [
      makeButton('Share', () => void share({ text }, (words) => dialog.say(words)), { class: 'strong' }),
      makeButton('Copy', () => void dialog.copy(text)),
      makeButton('Replay', () => replayKept(state, result)),
      make('a', { href: `race.html?seed=${seedOf(day)}` }, 'Race an AI on these tiles'),
    ];
  }

  /** The text to share. @param {string} day @param {KeptGame} result @param {DailyRival[]} rivals */
  textOf(day, result, rivals) {
    const game = this.state.Game.fromText(result.text);
    const ranks = game.ranks();
    game.free();
    const played = rivals.flatMap(({ rival, game }) =>
      game.kind === 'played' ? [{ name: t(rival.name), score: game.score }] : [],
    );
    const link = addressOf(gameLink(result.text) ?? '');
    return shareText(day, result, ranks, link, played.length === rivals.length ? played : []);
  }
}

/**
 * The player among the rivals, the best score first; those that still play are last.
 * @param {KeptGame} result
 * @param {DailyRival[]} rivals
 */
function ranking(result, rivals) {
  /** @type {{ name: string, own?: boolean, game: DailyRival['game'] }[]} */
  const all = [
    { name: t('You'), own: true, game: { ...result, kind: 'played' } },
    ...rivals.map(({ rival, game }) => ({ name: t(rival.name), game })),
  ];
  const scoreOf = (/** @type {DailyRival['game']} */ game) => (game.kind === 'played' ? game.score : -1);
  all.sort((a, b) => scoreOf(b.game) - scoreOf(a.game));
  const titles = [translatable('Score'), translatable('Largest tile'), translatable('Moves')].map((title) =>
    make('th', { scope: 'col' }, title),
  );
  const cellsOf = (/** @type {DailyRival['game']} */ game) =>
    game.kind === 'played'
      ? [whole(game.score), String(2 ** game.rank), whole(game.moves)].map((words) => make('td', {}, words))
      : [make('td', { colspan: 3 }, game.kind === 'playing' ? 'playing…' : '–')];
  return make(
    'table',
    { class: 'daily-race' },
    make('thead', {}, make('tr', {}, make('td'), ...titles)),
    make(
      'tbody',
      {},
      ...all.map(({ name, own, game }) =>
        make('tr', { class: own ? 'mine' : null }, make('th', { scope: 'row' }, name), ...cellsOf(game)),
      ),
    ),
  );
}
