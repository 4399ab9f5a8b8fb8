// The odds in the AI's panel: plays a hundred games from the board in a worker and shows the largest tiles. Each game has
// different random tiles.

import { Odds } from '../game/odds.js';
import { PlayersClient } from '../players/worker-client.js';
import { percent, t } from '../text/text.js';
import { barTable } from '../view/chart.js';
import { make, writeText } from '../view/element.js';
import { button, element } from '../view/page.js';

/** @import { GamePage } from './game-page.js' */

/**
 * The player and the number of games. At 3-ply the built-in heuristic reaches 4096 in about half of its games, and a hundred
 * games take ten seconds on a desktop's core (60% and 0.09 s a game: `afterstate experiment expectimax:ply=3 --games 10`,
 * 2026-11-21).
 */
const STRATEGY = 'expectimax:ply=3';
const GAMES = 100;

export class OddsPanel {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.list = make('div');
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
    if (this.odds?.isRunning) return this.odds.stop();
    const { session } = this.page;
    const { rows, cols, moves } = session;
    const ranks = session.ranks();
    this.from = { board: ranks.join(), moves };
    const client = new PlayersClient();
    this.client = client;
    this.odds = new Odds({
      maxRank: session.game.maxRank,
      games: GAMES,
      busy: () => this.page.thinking,
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

  changed() {
    const { odds } = this;
    if (!odds) return;
    const { played } = odds;
    const list = odds.list();
    if (!odds.isRunning) {
      this.client?.end();
      this.client = null;
      const words = list
        .map(({ rank, reached }) => t('{tile} in {reached}', { tile: String(2 ** rank), reached }))
        .join(', ');
      if (odds.state === 'done')
        this.page.table.view.announcer.say(t('Of {played} quick games: {words}', { played, words }));
    }
    writeText(button('odds'), odds.isRunning ? 'Stop' : 'Odds');
    this.list.hidden = list.length === 0;
    this.list.replaceChildren(
      barTable(
        'Chance of reaching each tile',
        list.map(({ rank, reached, least, most }) => {
          const share = reached / played;
          return {
            label: String(2 ** rank),
            share,
            words: t('{share} ({least} to {most})', {
              share: percent(share),
              least: percent(least),
              most: percent(most),
            }),
          };
        }),
      ),
    );
    this.boardChanged();
  }

  /** Describes the games and their state. @param {Odds} odds @returns {string} */
  about({ state, played, trouble }) {
    const { board, moves } = this.from;
    const here = board === this.page.session.ranks().join();
    if (state === 'failed') return t('The games couldn’t be played: {trouble}.', { trouble });
    const said = { played, all: GAMES, at: moves };
    const games = here
      ? t(
          '{played} of {all} quick games of a fast version of the AI from this board, each with different new tiles.',
          said,
        )
      : t(
          '{played} of {all} quick games of a fast version of the AI from the board after move {at}, each with different new tiles.',
          said,
        );
    const now =
      state === 'done'
        ? t('Ranges are 95% confidence intervals.')
        : state === 'stopped'
          ? t('Stopped.')
          : this.page.thinking
            ? t('Paused while the AI plays.')
            : '…';
    return `${games} ${now}`;
  }
}
