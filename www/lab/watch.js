// Watching a game: any strategy, or the AI of the game page with one of its networks, plays the first seed of the form.

import { siteNetworks } from '../engine/networks.js';
import { messageOf } from '../engine/protocol.js';
import { readyEngine } from '../engine/ready.js';
import { wait } from '../engine/wait.js';
import initialize, { Game } from '../pkg-game/afterstate.js';
import { whole } from '../text/text.js';
import { makeBoard } from '../view/board-parts.js';
import { writeText } from '../view/element.js';
import { button, element } from '../view/page.js';
import { StrategyForm } from './strategy-form.js';

/** @import { Network } from '../engine/types.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */
/** @import { Strategy } from '../players/protocol.js' */
/** @import { PlayersClient } from '../players/worker-client.js' */
/** @import { SetUp } from './link.js' */

/** Chooses moves; `end` ends its worker. @typedef {{ choose: (ranks: Uint8Array) => Promise<number | null>, end: () => void }} Chooser */

const NETWORK = 'network-';
/** The positions that a network's search visits before a move, unless another number is chosen. */
const NODES = 5000;
/** The time between two updates of the cells for screen readers, in milliseconds. */
const CELLS_EVERY_MS = 1000;

/** A network of the site, described as the strategies are. @param {Network} network @returns {Strategy} */
const asStrategy = ({ id, name }) => ({
  id: `${NETWORK}${id}`,
  name: `${name} network`,
  document: 'afterstate',
  section: 'the AI of the game',
  sentence: 'Expectimax with an n-tuple network, on one thread.',
  boards: { text: '4x4', sizes: [[4, 4]] },
  unit: 'points',
  parameters: [
    {
      id: 'nodes',
      label: 'Nodes per move',
      sentence: 'How many positions it looks at before each move.',
      accepts: 'a whole number from 1 to 10000000',
      type: 'whole',
      default: NODES,
      least: 1,
      most: 10_000_000,
    },
  ],
});

export class WatchPanel {
  /**
   * @param {{ catalog: Strategy[], setUp: () => SetUp | null, open: () => PlayersClient, isStill: () => boolean, announce: (words: string) => void }} options
   *   `setUp`: of the form, null if it is not valid; `open`: starts a worker of strategies; `isStill`: whether nothing should move
   */
  constructor(options) {
    this.options = options;
    /** Those of the site. @type {Network[]} */
    this.networks = [];
    /** Incremented by Start and Stop: an older game ends. */
    this.turn = 0;
    const { frame, board, cells } = makeBoard({ 'aria-label': 'Board of the game that is watched' });
    this.board = board;
    this.cells = cells;
    element('watch-board').append(frame);
    this.size = '';
    this.cellsShown = -Infinity;
    button('watch').addEventListener('click', () => {
      if (this.playing) this.stop('Stopped.');
      else void this.start();
    });
    this.playing = false;
  }

  /** Fills the menu, with the networks if the list can be loaded. */
  async begin() {
    const [networks] = await Promise.all([
      siteNetworks().catch(() => []),
      initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    ]);
    this.networks = networks;
    const { catalog } = this.options;
    this.form = new StrategyForm(element('watch-strategy-place'), [...networks.map(asStrategy), ...catalog], {
      name: 'watched',
      label: 'Player',
      onChange: () => this.playing && this.stop('Stopped.'),
    });
    this.resize(4, 4);
    button('watch').disabled = false;
  }

  /** @param {number} rows @param {number} cols */
  resize(rows, cols) {
    if (this.size === `${rows}x${cols}`) return;
    this.size = `${rows}x${cols}`;
    for (const part of [this.board, this.cells]) part.setSize(rows, cols);
  }

  async start() {
    const setUp = this.options.setUp();
    if (!setUp) return;
    const turn = ++this.turn;
    const goesOn = () => this.turn === turn;
    this.playing = true;
    writeText(button('watch'), 'Stop');
    this.show('Getting ready…');
    /** @type {Chooser | null} */
    let player = null;
    try {
      player = await this.playerOf(setUp);
      if (goesOn()) await this.play(setUp, player, goesOn);
    } catch (error) {
      if (goesOn()) this.stop(`${messageOf(error).replace(/\.$/, '')}.`);
    } finally {
      player?.end();
    }
  }

  /** @param {string} words */
  stop(words) {
    this.turn++;
    this.playing = false;
    writeText(button('watch'), 'Watch');
    this.show(words);
    this.options.announce(words);
  }

  /** @param {string} words */
  show(words) {
    element('watch-status').textContent = words;
  }

  /** @param {SetUp} setUp @returns {Promise<Chooser>} rejects if it cannot play */
  async playerOf({ rows, cols, firstSeed }) {
    const strategy = this.form?.text ?? '';
    const [id = '', settings = ''] = strategy.split(':');
    const network = this.networks.find((one) => id === `${NETWORK}${one.id}`);
    if (network) {
      if (rows !== 4 || cols !== 4) throw new Error('The networks play 4x4 boards only.');
      const nodes = Number(new URLSearchParams(settings).get('nodes') ?? NODES);
      return networkPlayer(network, this.networks, nodes);
    }
    const client = this.options.open();
    try {
      await client.ask({ ask: 'check', strategy, rows, cols });
      await client.ask({ ask: 'prepare', strategy, rows, cols });
    } catch (error) {
      client.end();
      throw error;
    }
    const game = BigInt(firstSeed);
    return {
      choose: async (ranks) => (await client.ask({ ask: 'choose', strategy, rows, cols, ranks, game })).best,
      end: () => client.end(),
    };
  }

  /** @param {SetUp} setUp @param {Chooser} player @param {() => boolean} goesOn */
  async play({ rows, cols, firstSeed }, player, goesOn) {
    const game = new Game(rows, cols, BigInt(firstSeed));
    try {
      this.resize(rows, cols);
      this.board.show(game.ranks());
      game.keepGoing();
      this.cellsShown = -Infinity;
      while (goesOn()) {
        const betweenMs = Number(/** @type {HTMLSelectElement} */ (element('watch-speed')).value);
        const due = wait(betweenMs);
        const best = await player.choose(game.ranks());
        await due;
        if (!goesOn()) return;
        const step = best === null ? undefined : game.play(best);
        if (!step) break;
        this.draw(game, step, betweenMs);
      }
      if (goesOn()) this.stop(`Game over: ${whole(game.score)} points in ${whole(game.moves)} moves.`);
      this.cells.show(game.ranks());
    } finally {
      game.free();
    }
  }

  /** @param {Game} game @param {Step} step @param {number} betweenMs */
  draw(game, step, betweenMs) {
    if (this.options.isStill()) this.board.showSoon(game.ranks());
    else this.board.play(step, game.ranks(), betweenMs);
    if (performance.now() - this.cellsShown < CELLS_EVERY_MS) return;
    this.cellsShown = performance.now();
    this.cells.show(game.ranks());
    this.show(`${whole(game.score)} points, ${whole(game.moves)} moves`);
  }
}

/** @param {Network} network @param {Network[]} networks @param {number} nodes @returns {Promise<Chooser>} */
async function networkPlayer(network, networks, nodes) {
  const client = await readyEngine({ network, networks });
  if (!client.network) {
    client.end();
    throw new Error('The network couldn’t be loaded.');
  }
  return {
    async choose(ranks) {
      const outcome = await client.ask({
        position: { ranks, rows: 4, cols: 4 },
        limits: { nodes, line: false },
      });
      if (outcome.kind === 'failed') throw new Error(outcome.message);
      return outcome.kind === 'answer' ? outcome.report.best : null;
    },
    end: () => client.end(),
  };
}
