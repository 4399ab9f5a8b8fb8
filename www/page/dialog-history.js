// The History dialog: the games that were kept, with statistics; each can be replayed, reviewed, continued or deleted.

import { dayOf } from '../game/daily.js';
import { Replay } from '../game/replay.js';
import { openDialog } from '../state/dialogs.js';
import { gameToKeep } from '../state/history.js';
import { TRY, deleteGames, keepGame, listGames } from '../storage/history.js';
import { dates, percent, plural, t, whole } from '../text/text.js';
import { Chart, barTable } from '../view/chart.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { practice } from './sharing.js';

/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { State } from '../state/state.js' */

const LISTED = 100;
/** The tiles of the statistics, at most. */
const TILES = 6;

const day = dates({ dateStyle: 'medium' });

/** Games with the same statistics. @param {KeptGame} game */
function groupOf({ rows, cols, aided, ai }) {
  const size = `${rows} × ${cols}`;
  if (ai) return t('{size}, played by the AI', { size });
  return aided ? t('{size}, AI-assisted', { size }) : t('{size}, on your own', { size });
}

export default class HistoryDialog {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
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
    this.practiceButton = makeButton(
      'Practice the worst mistakes',
      () => void this.dialog.attempt(() => this.practice()),
    );
    this.deleteAll = makeButton('Delete all', () => this.pressDelete());
    this.undo = makeButton('Undo', () => void this.attempt(() => this.restore()));
    /** Takes back what was deleted last. @type {() => Promise<void>} */
    this.putBack = async () => {};
    this.dialog.body.append(
      make('label', { class: 'field' }, 'Show', this.group),
      this.results,
      this.list,
      make('div', { class: 'dialog-buttons' }, this.practiceButton),
      make(
        'div',
        { class: 'fields' },
        make('label', { class: 'field' }, 'Name', this.name),
        makeButton('Save the current game', () => this.attempt(() => this.saveCurrent())),
      ),
      make('div', { class: 'dialog-buttons' }, this.deleteAll, this.undo),
    );
  }

  get shown() {
    return this.games.filter((game) => groupOf(game) === this.group.value);
  }

  async open() {
    this.state.session.save();
    this.dialog.open();
    this.undo.hidden = true;
    await this.attempt(async () => {});
  }

  /** Acts, then shows the games that are kept now. @param {() => Promise<unknown>} act */
  async attempt(act) {
    await this.dialog.attempt(async () => {
      await act();
      const { games, trouble } = await listGames(this.state.store);
      this.games = games;
      const { value } = this.group;
      // The group of the newest game is the first, so the dialog opens on it.
      const groups = [...new Set(games.map(groupOf))];
      this.group.replaceChildren(...groups.map((group) => new Option(group, group)));
      if (groups.includes(value)) this.group.value = value;
      this.draw();
      if (trouble) throw trouble;
    });
  }

  draw() {
    const { shown } = this;
    this.deleteAll.textContent = t('Delete all');
    this.practiceButton.disabled = shown.length === 0;
    this.deleteAll.disabled = this.unwanted.length === 0;
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
      // The board of today could be tried again without its result.
      ...(id === TRY + dayOf(new Date())
        ? []
        : [
            makeButton('Delete', () => void this.attempt(() => this.delete([game])), {
              'aria-label': t('Delete {words}', { words }),
            }),
          ]),
    );
  }

  /** @param {KeptGame} [game] */
  replay(game) {
    if (!game) return;
    this.dialog.close();
    openDialog(this.state, 'replay', { game: game.text, own: { aided: game.aided } });
  }

  /** Plays on from the worst mistake of the games that are shown; the next time, from the second worst, and so on. */
  async practice() {
    const all = this.shown
      .flatMap(({ text, aided, mistakes = [] }) => mistakes.map((mistake) => ({ ...mistake, text, aided })))
      .sort((a, b) => b.loss - a.loss);
    const mistake = all.length > 0 ? all[this.practiced++ % all.length] : null;
    if (!mistake) throw new Error('Review a game first; its mistakes appear here.');
    practice(this.state, this.dialog, await Replay.of(this.state.Game, mistake.text, mistake), mistake.at);
  }

  async saveCurrent() {
    const name = this.name.value.trim();
    if (name === '') throw new Error('Enter a name for this game.');
    const { session, store } = this.state;
    const kept = await keepGame(store, { ...gameToKeep(session), id: `name:${name}`, name });
    this.name.value = '';
    this.dialog.say(t('Saved as “{name}”.', { name: kept.name ?? name }));
  }

  // ---- deleting ----

  /** What "Delete all" deletes: the games that are shown, but none with a name and no try of the daily board. */
  get unwanted() {
    return this.shown.filter(({ name }) => name === undefined);
  }

  /** @param {KeptGame[]} games */
  async delete(games) {
    this.putBack = await deleteGames(this.state.store, games);
    this.undo.hidden = false;
    this.dialog.say(plural(games.length, '{n} game deleted.', '{n} games deleted.'));
  }

  async restore() {
    await this.putBack();
    this.undo.hidden = true;
    this.dialog.say('Restored.');
  }

  /** The first press asks, the second deletes. */
  pressDelete() {
    const sure = t('Press again to delete all');
    if (this.deleteAll.textContent === sure) void this.attempt(() => this.delete(this.unwanted));
    else this.deleteAll.textContent = sure;
  }
}
