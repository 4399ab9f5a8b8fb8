// Plays for the Lab: strategies of the crate in a worker of theirs, networks by an engine.

import { readyEngine } from '../engine/ready.js';
import { Game } from '../pkg-game/afterstate.js';
import { SIDE } from './networks.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Network } from '../engine/types.js' */
/** @import { GameRecord } from '../pkg-papers/afterstate.js' */
/** @import { Question } from '../players/protocol.js' */
/** @import { PlayersClient } from '../players/worker-client.js' */
/** @import { NetworkPlayers } from './networks.js' */

export class AnyPlayer {
  /** @param {PlayersClient} client @param {NetworkPlayers} networks */
  constructor(client, networks) {
    this.client = client;
    this.networks = networks;
    /** By network. @type {Map<string, Promise<EngineClient>>} */
    this.engines = new Map();
    this.ended = false;
  }

  get ready() {
    return this.client.ready;
  }

  /** @param {Question} question @returns {Promise<any>} as `PlayersClient.ask` */
  async ask(question) {
    const found = 'strategy' in question ? this.networks.find(question.strategy) : null;
    if (!found) return this.client.ask(question);
    const choose = (/** @type {Uint8Array} */ ranks) => this.choose(found.network, found.ply, ranks);
    if (question.ask === 'play') return playGame(question, choose);
    return question.ask === 'choose' ? { best: await choose(question.ranks) } : null;
  }

  /**
   * @param {Network} network
   * @param {number} ply
   * @param {Uint8Array} ranks
   * @returns {Promise<number | null>} null: no move is possible
   */
  async choose(network, ply, ranks) {
    const starting =
      this.engines.get(network.id) ?? readyEngine({ network, networks: this.networks.networks });
    this.engines.set(network.id, starting);
    const engine = await starting;
    if (this.ended) throw new Error('it was stopped');
    const outcome = await engine.ask({
      position: { ranks, rows: SIDE, cols: SIDE },
      limits: { ply, line: false },
    });
    if (outcome.kind === 'answer') return outcome.report.best;
    throw new Error(outcome.kind === 'failed' ? outcome.message : 'it was stopped');
  }

  end() {
    this.ended = true;
    this.client.end();
    for (const engine of this.engines.values()) engine.then((one) => one.end()).catch(() => {});
  }
}

/**
 * @param {{ seed: number, rows: number, cols: number, endAt?: number }} setup
 * @param {(ranks: Uint8Array) => Promise<number | null>} choose
 * @returns {Promise<GameRecord>}
 */
async function playGame({ seed, rows, cols, endAt = Infinity }, choose) {
  const game = new Game(rows, cols, BigInt(seed));
  const began = performance.now();
  try {
    for (;;) {
      const ranks = game.ranks();
      const largestRank = Math.max(...ranks);
      const best = largestRank < endAt ? await choose(ranks) : null;
      game.keepGoing();
      if (best === null || !game.play(best))
        return {
          seed,
          score: game.score,
          largestRank,
          moves: game.moves,
          seconds: (performance.now() - began) / 1000,
        };
    }
  } finally {
    game.free();
  }
}
