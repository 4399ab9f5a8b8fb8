// Watching a game: any player of the Lab plays the first seed of the form.

import { messageOf } from '../shared/error.js';
import { every } from '../shared/paced.js';
import { wait } from '../shared/wait.js';
import { Game } from '../pkg-game/afterstate.js';
import { inMoves, inPoints } from '../shared/text.js';
import { makeBoard } from '../game/board-parts.js';
import { writeText } from '../shared/element.js';
import { button, element } from '../shared/page.js';
import { StrategyForm } from './strategy-form.js';

/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Strategy } from '../players/protocol.js' */
/** @import { SetUp } from './types.js' */
/** @import { AnyPlayer } from './any-player.js' */

/** The time between two updates of the words and of the cells for screen readers, in milliseconds. */
const WORDS_EVERY_MS = 1000;

export class WatchPanel {
  /**
   * @param {{
   *   catalog: Strategy[], first: string, setUp: () => SetUp | null, check: (setUp: SetUp, strategy: string)
   *   => Promise<unknown>,
   *   open: () => AnyPlayer, isStill: () => boolean, announce: (words: string) => void
   * }} options `first`: the player that is chosen at first; `setUp`: of the form, null if it is not valid;
   *   `check`: rejects if the strategy does not play this board; `isStill`: whether nothing should move
   */
  constructor(options) {
    this.options = options;
    this.form = new StrategyForm(element('watch-strategy-place'), options.catalog, {
      name: 'watched',
      label: 'Player',
      onChange: () => this.player && this.stop('Stopped.'),
    });
    this.form.choose(options.first);
    const { frame, board, cells } = makeBoard({ 'aria-label': 'Board of the game that is watched' });
    this.board = board;
    this.cells = cells;
    this.size = '';
    this.resize(4, 4);
    element('watch-board').append(frame);
    /** Who plays now. @type {AnyPlayer | null} */
    this.player = null;
    this.wordsAreDue = every(WORDS_EVERY_MS);
    button('watch').addEventListener('click', () => {
      if (this.player) this.stop('Stopped.');
      else void this.start();
    });
    button('watch').disabled = false;
  }

  /** @param {number} rows @param {number} cols */
  resize(rows, cols) {
    if (this.size === `${rows}x${cols}`) return;
    this.size = `${rows}x${cols}`;
    for (const part of [this.board, this.cells]) part.setSize(rows, cols);
  }

  async start() {
    const { setUp: read, check, open } = this.options;
    const setUp = read();
    if (!setUp) return;
    const { rows, cols } = setUp;
    const strategy = this.form.text;
    const player = open();
    this.player = player;
    writeText(button('watch'), 'Stop');
    this.show('Getting ready…');
    try {
      await check(setUp, strategy);
      await player.ask({ ask: 'prepare', strategy, rows, cols });
      if (this.player === player) await this.play(setUp, strategy, player);
    } catch (error) {
      if (this.player === player) this.stop(`${messageOf(error).replace(/\.$/, '')}.`);
    }
  }

  /** @param {string} words */
  stop(words) {
    this.player?.end();
    this.player = null;
    writeText(button('watch'), 'Watch');
    this.show(words);
    this.options.announce(words);
  }

  /** @param {string} words */
  show(words) {
    element('watch-status').textContent = words;
  }

  /**
   * Plays until the game is over or another player is wanted.
   * @param {SetUp} setUp
   * @param {string} strategy
   * @param {AnyPlayer} player
   */
  async play({ rows, cols, seed: firstSeed }, strategy, player) {
    const seed = BigInt(firstSeed);
    const game = new Game(rows, cols, seed);
    try {
      this.resize(rows, cols);
      this.board.show(game.ranks());
      game.keepGoing();
      this.cells.show(game.ranks());
      this.show(wordsOn(game));
      for (;;) {
        const betweenMs = Number(/** @type {HTMLSelectElement} */ (element('watch-speed')).value);
        const due = wait(betweenMs);
        const { best } = await player.ask({
          ask: 'choose',
          strategy,
          rows,
          cols,
          ranks: game.ranks(),
          game: seed,
        });
        await due;
        if (this.player !== player) return;
        const step = best === null ? undefined : game.play(best);
        if (!step) break;
        this.draw(game, step, betweenMs);
      }
      this.cells.show(game.ranks());
      this.stop(`Game over: ${inPoints(game.score)} in ${inMoves(game.moves)}.`);
    } finally {
      game.free();
    }
  }

  /** @param {Game} game @param {Step} step @param {number} betweenMs */
  draw(game, step, betweenMs) {
    if (this.options.isStill()) this.board.showSoon(game.ranks());
    else this.board.play(step, game.ranks(), betweenMs);
    if (!this.wordsAreDue()) return;
    this.cells.show(game.ranks());
    this.show(wordsOn(game));
  }
}

/** @param {Game} game */
const wordsOn = ({ moves, score }) => `${inPoints(score)}, ${inMoves(moves)}`;
