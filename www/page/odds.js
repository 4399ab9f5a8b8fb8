// The odds in the AI's panel: plays a hundred games from the board in a worker and shows the largest tiles. Each game has
// other random tiles.

import { Odds } from '../game/odds.js';
import { PlayersClient } from '../players/worker-client.js';
import { startPlayersWorker } from '../engine/scripts.js';
import { OddsView, oddsInWords } from '../view/odds.js';

/** @import { Session } from '../game/session.js' */
/** @import { Announcer } from '../view/announcer.js' */

/**
 * The player and the number of games. At 3-ply the built-in heuristic reaches 4096 in about half of its games, and a hundred
 * games take ten seconds on a desktop's core (60% and 0.09 s a game: `afterstate experiment expectimax:ply=3 --games 10`,
 * 2026-11-21).
 */
const STRATEGY = 'expectimax:ply=3';
const PLAYER = 'a fast version of the AI';
const GAMES = 100;

export class OddsPanel {
  /**
   * @param {{ button: HTMLButtonElement, place: HTMLElement, session: Session, announcer: Announcer, busy: () => boolean }} options
   *   `busy`: the AI thinks about the game on the page
   */
  constructor(options) {
    this.options = options;
    this.view = new OddsView(options.button, options.place);
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
    const { session, busy } = this.options;
    const { rows, cols, moves } = session;
    const ranks = session.ranks();
    this.from = { board: ranks.join(), moves };
    const client = new PlayersClient({ makeWorker: () => /** @type {import('../engine/requests.js').WorkerLike} */ (startPlayersWorker()) });
    this.client = client;
    this.odds = new Odds({
      maxRank: session.game.maxRank, games: GAMES, busy,
      play: (seed) => client.ask({ ask: 'play-on', strategy: STRATEGY, rows, cols, ranks, seed }),
      onChange: () => this.changed(),
    });
    void this.odds.run();
    this.changed();
  }

  /** The board on the page may have changed since the odds were started. */
  boardChanged() {
    if (this.odds) this.view.showAbout(this.about(this.odds));
  }

  /** The page is closed: ends the games. */
  end() {
    this.odds?.stop();
  }

  changed() {
    const { odds } = this;
    if (!odds) return;
    const list = odds.list();
    if (!odds.runs) {
      this.client?.end();
      this.client = null;
      if (odds.state === 'done') this.options.announcer.say(oddsInWords(list, odds.played));
    }
    this.view.show({ odds: list, played: odds.played, about: this.about(odds), running: odds.runs });
  }

  /** Describes the games and their state. @param {Odds} odds @returns {string} */
  about({ state, played, trouble }) {
    const { board, moves } = this.from;
    const here = board === this.options.session.ranks().join();
    const from = here ? 'from this board' : `from the board after move ${moves}`;
    const what = `quick games of ${PLAYER} ${from}, each with other new tiles`;
    if (state === 'failed') return `The games couldn’t be played: ${trouble}.`;
    if (state === 'done') return `${played} ${what}; ranges are 95% confidence intervals.`;
    const now = state === 'stopped' ? '; stopped.' : this.options.busy() ? '; paused while the AI plays.' : '…';
    return `${played} of ${GAMES} ${what}${now}`;
  }
}
