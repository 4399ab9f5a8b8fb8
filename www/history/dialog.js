// The History dialog: the games that were kept, with statistics; each can be replayed, reviewed, continued or
// deleted.

import { SLOW_STORAGE } from '../shared/not-started.js';
import { STORAGE_IS_SLOW_MS, orSayLate } from '../shared/wait.js';
import { RIVALS } from '../game/rivals.js';
import { forecastsMade } from '../ai/player.js';
import { openDialog } from '../shared/dialogs.js';
import {
  canDelete,
  deleteKept,
  groupsOf,
  keepCurrent,
  listMore,
  listedGames,
  openKept,
  pressDeleteAll,
  replayKept,
  restoreKept,
  showGroup,
  shownGames,
  unwantedGames,
} from './state.js';
import { dates, inMoves, inPoints, percent, plural, t, translatable, whole } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Chart } from '../shared/chart.js';
import { barTable } from '../shared/table.js';
import { Dialog } from '../shared/dialog.js';
import { onSubmit } from '../shared/form.js';
import { buttonRow, make, makeButton, replaceRows } from '../shared/element.js';

/** @import { App } from '../game/app.js' */
/** @import { KeptGame } from '../game/waiting.js' */

const BETWEEN = '\u00A0· ';
/** The tiles of the statistics, at most. */
const TILES = 6;

const day = dates({ dateStyle: 'medium' });

/** Who made the moves of a group. @type {Record<string, string>} */
const GROUPS = {
  own: translatable('{size}, on your own'),
  aided: translatable('{size}, with help'),
  ai: translatable('{size}, played by the AI'),
  shared: translatable('{size}, shared games'),
};

/** @param {string} group as `groupOf` makes it */
function groupInWords(group) {
  const [sides = '', players = ''] = group.split(' ');
  return t(GROUPS[players] ?? '', { size: sides.replace('x', ' × ') });
}

const deletedInWords = (/** @type {number} */ games) =>
  plural(games, '{n} game deleted.', '{n} games deleted.');

export default class HistoryDialog {
  /** @param {App} app */
  constructor({ has, state }) {
    this.state = state;
    this.has = has;
    this.dialog = new Dialog({ id: 'history', title: 'History', wide: true });
    const group = make('select');
    group.addEventListener('change', () => showGroup(state, group.value));
    this.scores = new Chart({
      onPick: (at) => this.replay(shownGames(state.keptGames.value).at(-1 - at)),
    });
    this.accuracies = new Chart();
    const show = make('label', { class: 'field' }, 'Show', group);
    const results = make('div', { class: 'history-results' });
    const list = make('ol', { class: 'history-list', 'aria-label': 'Games', tabindex: -1 });
    const name = make('input', { maxlength: 40, autocomplete: 'off' });
    const more = makeButton('Show more', () => {
      const { length } = list.children;
      listMore(state);
      list.children[length]?.querySelector('button')?.focus();
    });
    const practice = makeButton('Practice your mistakes', () =>
      openDialog(state, { name: 'puzzles', shown: { kind: 'own' } }),
    );
    const deleteAll = this.dialog.button('', async () => {
      const games = await pressDeleteAll(state);
      if (games > 0) this.dialog.say(deletedInWords(games));
    });
    const undo = this.dialog.button('Undo', async () => {
      await restoreKept(state);
      this.dialog.say('Restored.');
    });
    const save = make(
      'form',
      { class: 'fields' },
      make('label', { class: 'field' }, 'Name for the current game', name),
      make('button', {}, 'Save the current game'),
    );
    const saveCurrent = async () => {
      const kept = await keepCurrent(state, name.value.trim());
      name.value = '';
      this.dialog.say(t('Saved as “{name}”.', { name: kept }));
    };
    onSubmit(save, () => void this.dialog.attempt(saveCurrent));
    this.dialog.body.append(show, results, list, buttonRow(more, practice), save, buttonRow(deleteAll, undo));
    effect(() => {
      const kept = state.keptGames.value;
      const { activeElement } = document;
      const inList = list.contains(activeElement);
      const shown = shownGames(kept);
      group.replaceChildren(...groupsOf(kept.games).map((text) => new Option(groupInWords(text), text)));
      group.value = kept.group;
      show.hidden = group.options.length === 0;
      undo.hidden = kept.restore === 'none';
      practice.hidden = shown.length === 0 || !has('puzzles');
      const listed = listedGames(kept);
      const { length: unwanted } = unwantedGames(kept);
      more.hidden = listed.length === shown.length;
      deleteAll.hidden = unwanted === 0;
      deleteAll.textContent = kept.asked
        ? plural(unwanted, 'Press again to delete {n} game', 'Press again to delete {n} games')
        : t('Delete all');
      replaceRows(
        list,
        listed.map((game) => this.makeLine(game)),
      );
      if (shown.length > 0) results.replaceChildren(...this.makeStatistics(shown));
      else if (kept.games !== 'unread')
        results.replaceChildren(
          make('p', {}, 'No games yet. Finished games are saved here, on this device.'),
        );
      // The button that was pressed may have gone away.
      const gone =
        activeElement === undo
          ? undo.hidden
          : activeElement === deleteAll
            ? deleteAll.hidden
            : inList && !list.contains(document.activeElement);
      if (gone) (undo.hidden ? list : undo).focus();
    });
  }

  async open() {
    this.dialog.open();
    let waited = false;
    const late = () => {
      waited = true;
      this.dialog.say(SLOW_STORAGE);
    };
    const opened = await this.dialog.attempt(() => orSayLate(openKept(this.state), STORAGE_IS_SLOW_MS, late));
    if (opened && waited) this.dialog.say('');
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
      '{n} game. Best {best}, average {mean}.',
      '{n} games. Best {best}, average {mean}.',
      {
        best: Math.max(...scores),
        mean: whole(scores.reduce((sum, score) => sum + score, 0) / shown.length),
      },
    );
    const good = shown.flatMap((game) => game.good ?? []).reverse();
    // The AI alone is a milder judge, so its shares are not beside the others.
    const rated = good.length > 0 ? good : shown.flatMap(({ accuracy }) => accuracy ?? []).reverse();
    this.scores.show(scores, [], t('Scores over time. {words}', { words }), whole);
    this.accuracies.show(
      rated,
      [],
      t('Accuracy over time, most recently {share}.', { share: percent(rated.at(-1) ?? 0) }),
      percent,
    );
    return [
      make('p', {}, words),
      ...this.makeForecasts(),
      barTable(
        'Games that reached each tile',
        tiles.map((rank) => {
          const share = shown.filter((game) => game.rank >= rank).length / shown.length;
          return { label: String(2 ** rank), share, words: percent(share) };
        }),
      ),
      ...(shown.length > 1
        ? [make('p', { class: 'small' }, 'Score, oldest game first'), this.scores.framed]
        : []),
      ...(rated.length > 1
        ? [make('p', { class: 'small' }, 'Accuracy of reviewed games'), this.accuracies.framed]
        : []),
    ];
  }

  /** How the forecasts of the last games came out. @returns {Node[]} */
  makeForecasts() {
    const { Game, keptGames, store } = this.state;
    const { games } = keptGames.value;
    const means = games === 'unread' ? null : forecastsMade(store, games, Game);
    if (!means) return [];
    const { forecast, made, games: n } = means;
    const parts = { forecast: whole(forecast), made: whole(made) };
    const words = plural(
      n,
      'Your last game: forecast {forecast}, made {made}.',
      'Your last {n} games: forecast {forecast}, made {made}.',
      parts,
    );
    return [make('p', {}, words)];
  }

  /** @param {KeptGame} game */
  makeLine(game) {
    const { saved, score, rank, moves, name, accuracy, good, race } = game;
    const rival = RIVALS.find((one) => one.id === race);
    const when = name ?? day.format(saved);
    const [points, tile, made] = [inPoints(score), String(2 ** rank), inMoves(moves)];
    const lines = rival
      ? [when, t('Race against {name}', { name: t(rival.name) }), [points, tile, made].join(BETWEEN)]
      : [[when, points].join(BETWEEN), [tile, made].join(BETWEEN)];
    if (good !== undefined) lines.push(t('{share} good moves', { share: percent(good) }));
    else if (accuracy !== undefined) lines.push(t('{share} accuracy', { share: percent(accuracy) }));
    const row = this.has('replay')
      ? makeButton('', () => this.replay(game), { class: 'row', title: 'Replay and review' })
      : make('span', { class: 'row' });
    // On a phone each has a line of its own, and none ends with a dot.
    for (const [index, line] of lines.entries()) {
      if (index > 0) row.append(make('span', { class: 'between' }, BETWEEN));
      row.append(make('span', { class: 'line' }, line));
    }
    return make('li', {}, row, ...(canDelete(game) ? [this.makeDelete(game, lines.join(BETWEEN))] : []));
  }

  /** @param {KeptGame} [game] */
  replay(game) {
    if (game && this.has('replay')) replayKept(this.state, game);
  }

  /** @param {KeptGame} game @param {string} words */
  makeDelete(game, words) {
    const button = this.dialog.button('Delete', async () => {
      this.dialog.say(deletedInWords(await deleteKept(this.state, [game])));
    });
    button.classList.add('quiet');
    button.ariaLabel = t('Delete {words}', { words });
    return button;
  }
}
