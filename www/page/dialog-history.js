// The History dialog: the games that were kept, with statistics; each can be replayed, reviewed, continued or deleted.

import { Replay } from '../game/replay.js';
import { deleteAll, deleteGame, keepGame, listGames } from '../storage/history.js';
import { dates, percent, plural, t, whole } from '../text/text.js';
import { Chart, barTable } from '../view/chart.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { openDialog } from './dialogs.js';
import { practice } from './sharing.js';

/** @import { KeptGame } from '../storage/history.js' */
/** @import { GamePage } from './game-page.js' */

const LISTED = 100;
/** The tiles of the statistics, at most. */
const TILES = 6;

const day = dates({ dateStyle: 'medium' });

/** Games with the same statistics. @param {KeptGame} game */
const groupOf = ({ rows, cols, aided }) =>
  aided
    ? t('Games with moves of the AI on {size}', { size: `${rows} × ${cols}` })
    : t('Your games on {size}', { size: `${rows} × ${cols}` });

export default class HistoryDialog {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.dialog = new Dialog({ id: 'history', title: 'History', wide: true });
    /** @type {KeptGame[]} the newest first */
    this.games = [];
    /** How many mistakes were practiced since the page was loaded. */
    this.practiced = 0;
    this.group = make('select');
    this.group.addEventListener('change', () => this.draw());
    this.scores = new Chart((at) => this.replay(this.shown.at(-1 - at)));
    this.accuracies = new Chart(() => {});
    for (const { here } of [this.scores, this.accuracies]) here.remove();
    this.results = make('div', { class: 'history-results' });
    this.list = make('ol', { class: 'history-list', 'aria-label': 'Games' });
    this.name = make('input', { maxlength: 40, autocomplete: 'off' });
    this.deleteAll = makeButton('Delete all', () => this.pressDelete());
    this.dialog.body.append(
      make('label', { class: 'field' }, 'Show', this.group),
      this.results,
      this.list,
      make(
        'div',
        { class: 'dialog-buttons' },
        makeButton('Practice the worst mistakes', () => void this.dialog.attempt(() => this.practice())),
      ),
      make(
        'div',
        { class: 'fields' },
        make('label', { class: 'field' }, 'Name', this.name),
        makeButton('Save the current game', () => this.attempt(() => this.saveCurrent())),
      ),
      make('div', { class: 'dialog-buttons' }, this.deleteAll),
    );
  }

  get shown() {
    return this.games.filter((game) => groupOf(game) === this.group.value);
  }

  async open() {
    this.page.session.save();
    this.dialog.open();
    await this.attempt(async () => {});
  }

  /** Acts, then shows the games that are kept now. @param {() => Promise<unknown>} act */
  async attempt(act) {
    await this.dialog.attempt(async () => {
      await act();
      this.games = await listGames();
      const { value } = this.group;
      const groups = [...new Set(this.games.map(groupOf))].sort().reverse();
      this.group.replaceChildren(...groups.map((group) => new Option(group, group)));
      if (groups.includes(value)) this.group.value = value;
      this.draw();
    });
  }

  draw() {
    const { shown } = this;
    this.deleteAll.textContent = t('Delete all');
    this.list.replaceChildren(...shown.slice(0, LISTED).map((game) => this.makeLine(game)));
    this.results.replaceChildren(
      ...(shown.length > 0
        ? this.makeStatistics(shown)
        : [make('p', {}, 'No games yet. Each game that ends is kept here, on this device.')]),
    );
  }

  /** @param {KeptGame[]} shown @returns {Node[]} */
  makeStatistics(shown) {
    const scores = shown.map(({ score }) => score).reverse();
    const largest = Math.max(...shown.map(({ rank }) => rank));
    const everyGame = Math.min(...shown.map(({ rank }) => rank));
    const tiles = Array.from(
      { length: Math.min(TILES, largest - everyGame + 1) },
      (_, index) => largest - index,
    ).reverse();
    const words = plural(
      shown.length,
      '{n} game. Best {best}, average {mean} points.',
      '{n} games. Best {best}, average {mean} points.',
      {
        best: Math.max(...scores),
        mean: whole(scores.reduce((sum, score) => sum + score, 0) / shown.length),
      },
    );
    const rated = shown.flatMap(({ accuracy }) => (accuracy === undefined ? [] : [accuracy])).reverse();
    this.scores.show(scores, [], t('Scores over time. {words}', { words }));
    this.accuracies.show(
      rated,
      [],
      t('Accuracy over time, last {share}.', { share: percent(rated.at(-1) ?? 0) }),
    );
    return [
      make('p', {}, words),
      barTable(
        'Games that reached each tile',
        tiles.map((rank) => {
          const share = shown.filter((game) => game.rank >= rank).length / shown.length;
          return { label: String(2 ** rank), share, words: percent(share) };
        }),
      ),
      ...(shown.length > 1
        ? [make('p', { class: 'small' }, 'Score, oldest game first'), this.scores.element]
        : []),
      ...(rated.length > 1
        ? [make('p', { class: 'small' }, 'Accuracy of reviewed games'), this.accuracies.element]
        : []),
    ];
  }

  /** @param {KeptGame} game */
  makeLine(game) {
    const { id, saved, score, rank, moves, name, accuracy } = game;
    const words = [
      name ?? day.format(saved),
      t('{score} points', { score }),
      String(2 ** rank),
      plural(moves, '{n} move', '{n} moves'),
      ...(accuracy === undefined ? [] : [t('{share} accuracy', { share: percent(accuracy) })]),
    ].join('\u00A0· ');
    return make(
      'li',
      {},
      makeButton(words, () => this.replay(game), {
        class: 'row',
        title: 'Replay, review or continue this game',
      }),
      makeButton('Delete', () => void this.attempt(() => deleteGame(id)), {
        'aria-label': t('Delete {words}', { words }),
      }),
    );
  }

  /** @param {KeptGame} [game] */
  replay(game) {
    if (!game) return;
    this.dialog.close();
    void openDialog(this.page, 'replay', game.text, game);
  }

  /** Plays on from the worst mistake of the games that are shown; the next time, from the second worst, and so on. */
  async practice() {
    const all = this.shown
      .flatMap(({ text, aided, mistakes = [] }) => mistakes.map((mistake) => ({ ...mistake, text, aided })))
      .sort((a, b) => b.loss - a.loss);
    const mistake = all.length > 0 ? all[this.practiced++ % all.length] : null;
    if (!mistake)
      throw new Error('No mistakes to practice yet. Open one of these games and review it with a network.');
    practice(this.page, this.dialog, await Replay.of(this.page.Game, mistake.text, mistake), mistake.at);
  }

  async saveCurrent() {
    const name = this.name.value.trim();
    if (name === '') throw new Error('Enter a name for this game.');
    await keepGame({ ...this.page.gameToKeep(), id: `name:${name}`, name });
    this.name.value = '';
    this.dialog.say(t('Saved as “{name}”.', { name }));
  }

  /** The first press asks, the second deletes. */
  pressDelete() {
    const sure = t('Press again to delete all');
    if (this.deleteAll.textContent === sure) void this.attempt(deleteAll);
    else this.deleteAll.textContent = sure;
  }
}
