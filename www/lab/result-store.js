// The worker that keeps the Lab's games and works out their statistics; if it dies, another learns the games anew.

import { Refusal } from '../players/worker-client.js';

/** @import { GameRecord, GameSet } from '../pkg/afterstate.js' */
/** @import { PlayersClient } from '../players/worker-client.js' */
/** @import { Question } from '../players/protocol.js' */

/** The part of a PlayersClient that is used here. @typedef {Pick<PlayersClient, 'ready' | 'ask' | 'end'>} ClientLike */

/** A question that ended this many stores is given up. */
const TRIES = 2;

export class ResultStore {
  /** @param {(module?: unknown) => ClientLike} openClient a worker, with the compiled package where there is one */
  constructor(openClient) {
    this.openClient = openClient;
    /** A worker on its way to know all games. @type {Promise<ClientLike> | null} */
    this.seat = null;
    /** The one who knows them. @type {ClientLike | null} */
    this.taught = null;
    /** @type {unknown} */
    this.module = undefined;
    /** The games, to teach the next store. @type {GameSet[]} */
    this.sets = [];
  }

  /** A worker that plays. */
  open() {
    return this.openClient(this.module);
  }

  /** Forgets all games and keeps those of these sets. @param {Omit<GameSet, 'games'>[]} sets */
  async begin(sets) {
    this.sets = sets.map((set) => ({ ...set, games: [] }));
    await this.ask({ ask: 'begin', sets });
  }

  /** @param {number} set @param {GameRecord} game */
  keep(set, game) {
    this.sets[set]?.games.push(game);
    // One who dies of it is replaced at the next question, and the new one is taught this game too.
    this.taught?.ask({ ask: 'keep', set, games: [game] }).catch(() => {});
  }

  /**
   * @param {Question} question
   * @returns {Promise<any>} rejected with `Refusal` where there is no answer, with another error where no worker can be had
   */
  async ask(question) {
    for (let tries = 1; ; tries++) {
      const seat = this.seat ??= this.sitDown();
      try {
        return await (await seat).ask(question);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // Somebody else may have seen it first and sat another down.
        if (this.seat === seat) this.seat = this.taught = null;
        if (tries >= TRIES) throw error;
      }
    }
  }

  /** @returns {Promise<ClientLike>} */
  async sitDown() {
    const client = this.open();
    this.module = await client.ready;
    // Read in the order they are sent, before whatever is asked next.
    const lessons = [
      client.ask({ ask: 'begin', sets: this.sets.map(({ strategy, rows, cols }) => ({ strategy, rows, cols })) }),
      ...this.sets.map(({ games }, set) => client.ask({ ask: 'keep', set, games: [...games] })),
    ];
    this.taught = client;
    // A store who dies of them is found dead by whoever asks next.
    for (const lesson of lessons) lesson.catch(() => {});
    return client;
  }
}
