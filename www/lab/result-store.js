// Collects the Lab's games in a worker that computes their statistics. If the worker dies, a new one receives
// all games.

import { Refusal } from '../engine/requests.js';
import { PlayersClient } from '../players/worker-client.js';

/** @import { GameRecord, GameSet } from '../pkg-papers/afterstate.js' */
/** @import { Question } from '../players/protocol.js' */

/** A question is given up after it has ended this many workers. */
const TRIES = 2;

export class ResultStore {
  /**
   * @param {(module?: unknown) => PlayersClient} [openClient] starts a worker, with the compiled package if
   *   there is one
   */
  constructor(openClient = (module) => new PlayersClient({ module })) {
    this.openClient = openClient;
    /** A worker that is receiving all games. @type {Promise<PlayersClient> | null} */
    this.opening = null;
    /** The worker that has them. @type {PlayersClient | null} */
    this.ready = null;
    /** @type {unknown} */
    this.module = undefined;
    /** The games, for the next worker. @type {GameSet[]} */
    this.sets = [];
  }

  open() {
    return this.openClient(this.module);
  }

  /** Discards all games and starts these sets, which may have games. @param {GameSet[]} sets */
  async begin(sets) {
    this.sets = copied(sets);
    await this.ask({ ask: 'begin', sets });
  }

  /** Replaces all games by those of a file. @param {string} text @returns {Promise<GameSet[]>} */
  async load(text) {
    /** @type {GameSet[]} */
    const sets = await this.ask({ ask: 'read', text });
    await this.begin(sets);
    return sets;
  }

  /** @param {number} set @param {GameRecord} game */
  keep(set, game) {
    this.sets[set]?.games.push(game);
    // If the worker dies here, the next question starts another, which receives this game too.
    this.ready?.ask({ ask: 'keep', set, game }).catch(() => {});
  }

  /**
   * @param {Question} question
   * @returns {Promise<any>} rejects with `Refusal` if there is no answer, with another error if no worker can
   *   be started
   */
  async ask(question) {
    for (let tries = 1; ; tries++) {
      const opening = (this.opening ??= this.openFilled());
      try {
        return await (await opening).ask(question);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // Another question may have noticed first and started a new worker.
        if (this.opening === opening) this.opening = this.ready = null;
        if (tries >= TRIES) throw error;
      }
    }
  }

  /** @returns {Promise<PlayersClient>} */
  async openFilled() {
    const client = this.open();
    this.module = await client.ready;
    // Messages arrive in order, so the worker has all games before the next question. If it dies here, that
    // question notices.
    client.ask({ ask: 'begin', sets: copied(this.sets) }).catch(() => {});
    this.ready = client;
    return client;
  }
}

/** A copy that gets no more games. @param {GameSet[]} sets @returns {GameSet[]} */
const copied = (sets) => sets.map((set) => ({ ...set, games: [...set.games] }));
