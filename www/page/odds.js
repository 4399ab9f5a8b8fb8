// The odds in the AI's panel: plays a hundred games from the board in a worker and shows the largest tiles. Each game has
// other random tiles.

import { startPlayersWorker } from '../engine/scripts.js';
import { Odds } from '../game/odds.js';
import { PlayersClient } from '../players/worker-client.js';
import { make, writeText } from '../view/element.js';
import { percent } from '../view/numbers.js';
import { button, element } from '../view/page.js';

/** @import { TileOdds } from '../game/odds.js' */
/** @import { GamePage } from './game-page.js' */

/**
 * The player and the number of games. At 3-ply the built-in heuristic reaches 4096 in about half of its games, and a hundred
 * games take ten seconds on a desktop's core (60% and 0.09 s a game: `afterstate experiment expectimax:ply=3 --games 10`,
 * 2026-11-21).
 */
const STRATEGY = 'expectimax:ply=3';
const PLAYER = 'a fast version of the AI';
const GAMES = 100;

export class OddsPanel {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.list = make('ul', { class: 'odds-list', 'aria-label': 'Chance of reaching each tile' });
    this.words = make('p', { class: 'odds-about' });
    element('odds-place').replaceChildren(this.list, this.words);
    /** @type {Odds | null} the current or last odds */
    this.odds = null;
    /** @type {PlayersClient | null} while games are played */
    this.client = null;
    /** The board of the odds, and its number of moves. */
    this.from = { board: '', moves: 0 };
  }

  /** Starts the games or, while they run, stops them. */
  press() {
    if (this.odds?.runs) return this.odds.stop();
    const { session } = this.page;
    const { rows, cols, moves } = session;
    const ranks = session.ranks();
    this.from = { board: ranks.join(), moves };
    const client = new PlayersClient({ makeWorker: () => /** @type {import('../engine/requests.js').WorkerLike} */ (startPlayersWorker()) });
    this.client = client;
    this.odds = new Odds({
      maxRank: session.game.maxRank, games: GAMES, busy: () => this.page.thinking,
      play: (seed) => client.ask({ ask: 'play-on', strategy: STRATEGY, rows, cols, ranks, seed }),
      onChange: () => this.changed(),
    });
    void this.odds.run();
    this.changed();
  }

  /** The board on the page may have changed since the odds were started. */
  boardChanged() {
    if (this.odds) writeText(this.words, this.about(this.odds));
  }

  /** The page is closed: ends the games. */
  end() {
    this.odds?.stop();
  }

  changed() {
    const { odds } = this;
    if (!odds) return;
    const { played } = odds;
    const list = odds.list();
    if (!odds.runs) {
      this.client?.end();
      this.client = null;
      const words = list.map(({ rank, reached }) => `${2 ** rank} in ${reached}`).join(', ');
      if (odds.state === 'done') this.page.table.view.announcer.say(`Of ${played} quick games: ${words}`);
    }
    writeText(button('odds'), odds.runs ? 'Stop' : 'Odds');
    this.list.hidden = list.length === 0;
    this.list.replaceChildren(...list.map((tile) => makeRow(tile, played)));
    this.boardChanged();
  }

  /** Describes the games and their state. @param {Odds} odds @returns {string} */
  about({ state, played, trouble }) {
    const { board, moves } = this.from;
    const here = board === this.page.session.ranks().join();
    const from = here ? 'from this board' : `from the board after move ${moves}`;
    const what = `quick games of ${PLAYER} ${from}, each with other new tiles`;
    if (state === 'failed') return `The games couldn’t be played: ${trouble}.`;
    if (state === 'done') return `${played} ${what}; ranges are 95% confidence intervals.`;
    const now = state === 'stopped' ? '; stopped.' : this.page.thinking ? '; paused while the AI plays.' : '…';
    return `${played} of ${GAMES} ${what}${now}`;
  }
}

/** @param {TileOdds} odds @param {number} played */
function makeRow({ rank, reached, least, most }, played) {
  const bar = make('span', { class: 'value-bar' });
  bar.style.transform = `scaleX(${(reached / played).toFixed(3)})`;
  return make('li', {},
    make('strong', {}, String(2 ** rank)), bar,
    make('span', {}, String(reached), make('span', { class: 'sr-only' }, ` of ${played}`)),
    make('span', { class: 'odds-range' }, `${percent(least)} to ${percent(most)}`));
}
