// The Daily board dialog: today's result with the streak and the AI's score, a text to share, and the end of
// a try.

import { seedOf } from '../game/daily.js';
import { RIVALS_PLAY, rulesInWords, streakInWords, streakOf } from './tries.js';
import { finishDaily, resultOf, resultToShare, retryRivals } from './state.js';
import { playersOf } from '../game/record.js';
import { openDialog } from '../shared/dialogs.js';
import { inPoints, t, translatable, whole } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { buttonRow, make, makeButton, writeText } from '../shared/element.js';
import { share } from '../shared/share.js';
import { tableHead } from '../shared/table.js';

/** @import { App } from '../game/app.js' */
/** @import { KeptGame } from '../game/waiting.js' */
/** @import { Challenge, Daily, DailyRival } from '../game/types.js' */

const TITLES = ['', translatable('Score'), translatable('Largest tile'), translatable('Moves')];

export default class DailyDialog {
  /** @param {App} app */
  constructor({ has, state }) {
    this.state = state;
    const dialog = new Dialog({ id: 'daily', title: 'Daily board' });
    this.dialog = dialog;
    this.intro = make('p');
    this.waiting = make('p', {}, RIVALS_PLAY);
    this.rows = make('tbody');
    this.ranking = make('table', { class: 'daily-race' }, tableHead(TITLES), this.rows);
    this.trouble = make('p', { class: 'small' });
    this.text = make('pre', { class: 'daily-share', tabindex: 0, 'aria-label': 'Text to share' });
    this.streak = make('p');
    this.end = dialog.button('', () => finishDaily(state));
    const textOf = () => String(this.text.textContent);
    this.share = makeButton('Share', () => void share({ text: textOf() }, (words) => dialog.say(words)), {
      class: 'strong',
    });
    this.copy = makeButton('Copy', () => void dialog.copy(textOf()));
    this.replay = makeButton('Replay', () => {
      const result = resultOf(state.daily.value);
      if (!result) return;
      const players = playersOf(result);
      openDialog(state, { name: 'replay', shown: { kind: 'kept', text: result.text, players } });
    });
    this.race = make('a', {}, 'Race an AI on these tiles');
    dialog.body.append(
      this.intro,
      this.waiting,
      this.ranking,
      this.trouble,
      this.text,
      this.streak,
      buttonRow(
        this.end,
        this.share,
        this.copy,
        ...(has('replay') ? [this.replay] : []),
        ...(has('race') ? [this.race] : []),
      ),
    );
    effect(() => this.draw(state.daily.value, state.dailyRivals.value));
  }

  open() {
    const { daily, dailyRivals } = this.state;
    retryRivals(this.state);
    this.draw(daily.value, dailyRivals.value); // the score of a try may have changed
    this.dialog.open();
  }

  /**
   * Changes only what differs, because the focus or a selection may be anywhere while the rivals play.
   * @param {Daily} daily @param {DailyRival[]} rivals
   */
  draw(daily, rivals) {
    if (daily.kind === 'none') return;
    const { day, tries } = daily;
    const result = resultOf(daily);
    writeText(this.intro, rulesInWords(day));
    const tried = [...tries.keys()];
    writeText(this.streak, streakInWords(tried, day));
    this.streak.hidden = streakOf(tried, day) === 0;
    this.race.href = `race.html?seed=${seedOf(day)}`;
    this.waiting.hidden = result !== undefined || rivals.length === 0;
    const failed = rivals.flatMap(({ game }) => (game.kind === 'failed' ? [game.text] : []))[0] ?? '';
    writeText(this.trouble, failed);
    this.trouble.hidden = result === undefined || failed === '';
    const ended = result !== undefined && document.activeElement === this.end;
    this.end.hidden = result !== undefined;
    for (const part of [this.ranking, this.text, this.share, this.copy, this.replay, this.race])
      part.hidden = result === undefined;
    if (ended) this.share.focus();
    if (result) {
      this.rows.replaceChildren(...rowsOf(result, rivals, this.state.challenge.peek()));
      writeText(this.text, resultToShare(this.state));
    } else {
      const score = untracked(() => this.state.game.value.score);
      writeText(this.end, t('Finish my daily game ({points})', { points: inPoints(score) }));
    }
  }
}

/**
 * The player among the rivals, the best score first; those that still play are last.
 * @param {KeptGame} result
 * @param {DailyRival[]} rivals
 * @param {Challenge} challenge the game of the link that led here
 */
function rowsOf(result, rivals, challenge) {
  /** @type {{ name: string, own?: boolean, game: DailyRival['game'] }[]} */
  const all = [
    { name: t('You'), own: true, game: { ...result, kind: 'played' } },
    ...(challenge.kind === 'on'
      ? [{ name: t('Game to beat'), game: { ...challenge, kind: /** @type {const} */ ('played') } }]
      : []),
    ...rivals.map(({ rival, game }) => ({ name: t(rival.name), game })),
  ];
  const scoreOf = (/** @type {DailyRival['game']} */ game) => (game.kind === 'played' ? game.score : -1);
  all.sort((a, b) => scoreOf(b.game) - scoreOf(a.game));
  const cellsOf = (/** @type {DailyRival['game']} */ game) =>
    game.kind === 'played'
      ? [whole(game.score), String(2 ** game.rank), whole(game.moves)].map((words) => make('td', {}, words))
      : [make('td', { colspan: 3 }, game.kind === 'playing' ? 'playing…' : '–')];
  return all.map(({ name, own, game }) =>
    make('tr', { class: own ? 'mine' : null }, make('th', { scope: 'row' }, name), ...cellsOf(game)),
  );
}
