// The worker that keeps the Lab's games and works out their statistics; if it dies, another learns the games anew.

import { Refusal } from '../players/worker-client.js';

/** @import { GameRecord, GameSet } from '../pkg/afterstate.js' */
/** @import { PlayersClient } from '../players/worker-client.js' */
/** @import { Question } from '../players/protocol.js' */

/** The part of a PlayersClient that is used here. @typedef {Pick<PlayersClient, 'ready' | 'ask' | 'end'>} ClientLike */

/** A question that ended this many workers is given up. */
const TRIES = 2;

export class ResultStore {
  /** @param {(module?: unknown) => ClientLike} openClient a worker, with the compiled package where there is one */
  constructor(openClient) {
    this.openClient = openClient;
    /** A worker that is being given all games. @type {Promise<ClientLike> | null} */
    this.opening = null;
    /** The worker that has them. @type {ClientLike | null} */
    this.ready = null;
    /** @type {unknown} */
    this.module = undefined;
    /** The games, for the next worker. @type {GameSet[]} */
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
    // If it dies of this, the next question opens another, which gets this game too.
    this.ready?.ask({ ask: 'keep', set, games: [game] }).catch(() => {});
  }

  /**
   * @param {Question} question
   * @returns {Promise<any>} rejected with `Refusal` where there is no answer, with another error where no worker can be had
   */
  async ask(question) {
    for (let tries = 1; ; tries++) {
      const opening = this.opening ??= this.openFilled();
      try {
        return await (await opening).ask(question);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // Another question may have noticed first and opened the next one.
        if (this.opening === opening) this.opening = this.ready = null;
        if (tries >= TRIES) throw error;
      }
    }
  }

  /** @returns {Promise<ClientLike>} */
  async openFilled() {
    const client = this.open();
    this.module = await client.ready;
    // Read in the order they are sent, before whatever is asked next.
    const messages = [
      client.ask({ ask: 'begin', sets: this.sets.map(({ strategy, rows, cols }) => ({ strategy, rows, cols })) }),
      ...this.sets.map(({ games }, set) => client.ask({ ask: 'keep', set, games: [...games] })),
    ];
    this.ready = client;
    // If it dies of them, the next question notices.
    for (const message of messages) message.catch(() => {});
    return client;
  }
}
