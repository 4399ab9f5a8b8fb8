// The Endgames dialog: a position of a small board and a tile to reach. After each move it shows the exact chance that every
// move had.
//
// It plays a game of its own, so the game on the page stays as it is. tools/endgames.js has chosen the positions.

import { listenToKeys } from '../input/keys.js';
import { listenToSwipes } from '../input/swipe.js';
import { PlayersClient } from '../players/worker-client.js';
import { precisePercent as percent, t } from '../text/text.js';
import { fillArrows, makeBoard } from '../view/board-parts.js';
import { barTable } from '../view/chart.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { directionInWords, stepInWords } from '../view/phrases.js';
import { gameFrom } from './sharing.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { GamePage } from './game-page.js' */

const POSITIONS = new URL('./endgames.json', import.meta.url);
const SIZE = { rows: 2, cols: 3 };

export default class EndgamesDialog {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.dialog = new Dialog({ id: 'endgames', title: 'Endgames', onClose: () => this.client?.end() });
    /** Computes the odds; ends with the dialog. @type {PlayersClient | null} */
    this.client = null;
    /** @type {{ goal: number, ranks: number[] }[]} `goal`: the rank of the tile to reach */
    this.positions = [];
    this.at = 0;
    this.goal = 0;
    /** @type {InstanceType<GamePage['Game']> | null} */
    this.game = null;
    /** The odds on the current board. @type {Promise<Pick<Report, 'values' | 'best'>> | null} */
    this.odds = null;
    this.view = makeBoard({ 'aria-label': 'Board' });
    this.view.board.setSize(SIZE.rows, SIZE.cols);
    this.view.cells.setSize(SIZE.rows, SIZE.cols);
    this.task = make('p', { role: 'status' });
    this.verdict = make('p', { class: 'verdict', role: 'status' });
    this.results = make('div', { class: 'move-odds' });
    const arrows = make('div', { class: 'arrows', role: 'group', 'aria-label': 'Slide the tiles' });
    const move = (/** @type {number} */ direction) => this.move(direction);
    fillArrows(arrows, move);
    listenToSwipes(this.view.frame, move);
    listenToKeys(this.dialog.element, {
      letters: () => page.settings.values.letters,
      onAction: (action) => action.kind === 'move' && move(action.direction),
    });
    this.dialog.body.append(
      this.task,
      this.view.frame,
      arrows,
      this.verdict,
      this.results,
      make(
        'div',
        { class: 'dialog-buttons' },
        makeButton('Next position', () => void this.next(), { class: 'strong' }),
        makeButton('Start again', () => void this.dialog.attempt(() => this.begin())),
      ),
    );
  }

  async open() {
    this.page.table.takeOver();
    this.dialog.open();
    await this.next();
  }

  async next() {
    await this.dialog.attempt(async () => {
      if (this.positions.length === 0)
        this.positions = await (await fetch(POSITIONS, { credentials: 'same-origin' })).json();
      // Any but the current one.
      this.at =
        (this.at + 1 + Math.floor(Math.random() * (this.positions.length - 1))) % this.positions.length;
      this.begin();
    });
  }

  /** Shows the position from its start. */
  begin() {
    const { goal = 0, ranks: tiles = [] } = this.positions[this.at] ?? {};
    const ranks = Uint8Array.from(tiles);
    this.goal = goal;
    this.game?.free();
    this.game = gameFrom(this.page.Game, { ranks, ...SIZE }, 0);
    this.view.board.show(ranks);
    this.view.cells.show(ranks);
    this.task.textContent = t('Make a {tile}. After your move you see the exact chance of each.', {
      tile: String(2 ** goal),
    });
    this.verdict.textContent = '';
    this.results.replaceChildren();
    this.dialog.say('');
    this.rate(ranks);
  }

  /** Asks for the odds, so that they are known when the player moves. @param {Uint8Array} ranks */
  rate(ranks) {
    if (!this.client || this.client.ended) this.client = new PlayersClient();
    this.odds = this.client.ask({
      ask: 'choose',
      strategy: `exact-tile:tile=${2 ** this.goal}`,
      ...SIZE,
      ranks,
      game: 0n,
    });
    this.odds.catch(() => {}); // the next move shows the error
  }

  /** @param {number} direction */
  move(direction) {
    const { game, goal, odds, view } = this;
    const step = game && game.maxRank < goal && game.play(direction);
    if (!step) return;
    const ranks = game.ranks();
    view.board.play(step, ranks, this.page.still ? 0 : Infinity);
    view.cells.show(ranks);
    const end =
      game.maxRank >= goal
        ? t('You made the {tile}!', { tile: String(2 ** goal) })
        : game.isOver
          ? t('Game over!')
          : '';
    if (end === '') this.rate(ranks);
    void this.dialog.attempt(async () => {
      const known = await odds;
      // The next position may be shown by now.
      if (known && game === this.game) this.judge(step, known, end);
    });
  }

  /** @param {Step} step @param {Pick<Report, 'values' | 'best'>} odds before it @param {string} end what ended the game */
  judge(step, { values, best }, end) {
    const rated = values
      .flatMap((value, direction) =>
        value === null ? [] : [{ share: value, move: directionInWords(direction) }],
      )
      .sort((a, b) => b.share - a.share);
    const [got, most] = [Number(values[step.direction]), Number(values[best ?? 0])];
    const said = {
      played: directionInWords(step.direction),
      share: percent(got),
      best: directionInWords(best ?? 0),
      most: percent(most),
      tile: String(2 ** this.goal),
    };
    const verdict =
      most === 0
        ? t('The {tile} was already out of reach.', said)
        : said.share === said.most
          ? t('{played} was the best move: {share}.', said)
          : t('{played}: {share}. {best} was better: {most}.', said);
    this.verdict.replaceChildren(
      [verdict, end].filter(Boolean).join(' '),
      make('span', { class: 'sr-only' }, ` ${stepInWords(step, SIZE.cols)}`),
    );
    this.results.replaceChildren(
      barTable(
        'Odds before your move',
        rated.map(({ share, move }) => ({ label: move, share, words: percent(share) })),
      ),
    );
  }
}
