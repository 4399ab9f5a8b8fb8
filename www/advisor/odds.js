// The chances' wiring: a press plays the board on a hundred times in a worker, and the panel tells how far the games came.
//
// Loaded with the first press. Leaves out counting (game/odds.js), drawing (view/odds.js) and the worker (players/worker-client.js). The
// new tiles are drawn anew for each game: nothing is known here of those that the game on the page will bring.

import { Chances } from '../game/odds.js';
import { Desk } from '../players/worker-client.js';
import { startLabWorker } from '../engine/scripts.js';
import { ChancesView, chancesInWords } from '../view/odds.js';

/** @import { Session } from '../game/session.js' */
/** @import { Announcer } from '../view/announcer.js' */

/**
 * Who plays, and how often. At 3-ply the built-in engine makes 4096 in about half of its games, and a hundred games take ten
 * seconds of a desktop's core (60 % and 0.09 s a game: `afterstate experiment expectimax:ply=3 --games 10`, 2026-11-21).
 */
const STRATEGY = 'expectimax:ply=3';
const PLAYER = 'the built-in engine at 3-ply';
const GAMES = 100;

export class ChancesDesk {
  /**
   * @param {{ button: HTMLButtonElement, place: HTMLElement, session: Session, announcer: Announcer, busy: () => boolean }} options
   *   `busy`: the AI thinks about the game on the page
   */
  constructor(options) {
    this.options = options;
    this.view = new ChancesView(options.button, options.place);
    /** @type {Chances | null} the last ones */
    this.chances = null;
    /** @type {Desk | null} while games are played */
    this.desk = null;
    /** What was played on from, and after how many moves. */
    this.from = { board: '', moves: 0 };
  }

  /** Begins or, while games are played, stops. */
  press() {
    if (this.chances?.runs) return this.chances.stop();
    const { session, busy } = this.options;
    const { rows, cols, moves } = session;
    const ranks = session.ranks();
    this.from = { board: ranks.join(), moves };
    const desk = new Desk({ makeWorker: () => /** @type {import('../players/worker-client.js').WorkerLike} */ (startLabWorker()) });
    this.desk = desk;
    this.chances = new Chances({
      maxRank: session.game.maxRank, games: GAMES, busy,
      play: (seed) => desk.ask({ ask: 'play-on', strategy: STRATEGY, rows, cols, ranks, seed }),
      onChange: () => this.changed(),
    });
    void this.chances.run();
    this.changed();
  }

  /** The board on the page may be another than the one that was played on from. */
  boardChanged() {
    if (this.chances) this.view.tell(this.about(this.chances));
  }

  /** The page goes: so do the games. */
  end() {
    this.chances?.stop();
  }

  changed() {
    const { chances } = this;
    if (!chances) return;
    const list = chances.list();
    if (!chances.runs) {
      this.desk?.end();
      this.desk = null;
      if (chances.state === 'done') this.options.announcer.say(chancesInWords(list, chances.played));
    }
    this.view.show({ chances: list, played: chances.played, about: this.about(chances), running: chances.runs });
  }

  /** Who played what, and how it stands. @param {Chances} chances @returns {string} */
  about({ state, played, trouble }) {
    const { board, moves } = this.from;
    const here = board === this.options.session.ranks().join();
    const from = here ? 'from this board' : `from the board of move ${moves}`;
    const what = `quick games of ${PLAYER} ${from}, new tiles at random`;
    if (state === 'failed') return `The games could not be played: ${trouble}.`;
    if (state === 'done') return `${played} ${what}; the range holds the true share 95 times in 100.`;
    const now = state === 'stopped' ? '; stopped.' : this.options.busy() ? '; they wait while the AI plays.' : ' …';
    return `${played} of ${GAMES} ${what}${now}`;
  }
}
