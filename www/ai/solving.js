// Workers that solve a small board and then play it. Solving 2x4 takes ten seconds the first time; it goes on
// whatever is asked meanwhile, and the solution is kept for later visits (players/worker.js).

import { PlayersClient } from '../players/worker-client.js';
import { percent, t } from '../shared/text.js';

/** @import { WorkerLike } from '../engine/types.js' */
/** @import { Size } from '../game/size.js' */

/** A question waits this long for the solution (ms): reading a stored one takes less. */
const WAIT_MS = 1500;

/**
 * `solved`: whether it can play. `done` resolves when solving has ended.
 * @typedef {{ client: PlayersClient, share: number, solved: boolean, done: Promise<void> }} SolvedBoard
 */

/**
 * How far solving a board of this size is. `ended`: it failed, or is no longer needed.
 * @typedef {Size & (
 *   { kind: 'solving', share: number } | { kind: 'solved' } | { kind: 'ended' })} SolvingStatus
 */

/** @param {SolvingStatus} status @returns {string} empty if it ended without a solution */
export function solvingInWords(status) {
  if (status.kind === 'ended') return '';
  return status.kind === 'solved'
    ? t('The board is solved: hints are perfect now.')
    : t('Solving this board for perfect play: {share}', { share: percent(status.share) });
}

export class Solving {
  /**
   * @param {{ makeWorker?: () => WorkerLike, onStatus?: (status: SolvingStatus) => void, waitMs?: number }}
   *   options
   */
  constructor({ makeWorker, onStatus = () => {}, waitMs = WAIT_MS }) {
    this.makeWorker = makeWorker;
    this.onStatus = onStatus;
    this.waitMs = waitMs;
    /** By strategy and size. @type {Map<string, SolvedBoard>} */
    this.boards = new Map();
  }

  get isBusy() {
    return [...this.boards.values()].some(({ client, solved }) => !solved && !client.ended);
  }

  /**
   * Begins to solve the board if that has not begun, and waits a moment for it.
   * @param {string} strategy as text @param {Size} size @returns {Promise<SolvedBoard>}
   */
  async board(strategy, { rows, cols }) {
    const name = `${strategy} ${rows}x${cols}`;
    const known = this.boards.get(name);
    // One that failed is not tried again: memory may be short.
    const board = known && !(known.solved && known.client.ended) ? known : this.begin(strategy, rows, cols);
    this.boards.set(name, board);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, this.waitMs);
    });
    await Promise.race([board.done, late]);
    clearTimeout(timer);
    return board;
  }

  /** @param {string} strategy @param {number} rows @param {number} cols @returns {SolvedBoard} */
  begin(strategy, rows, cols) {
    const client = new PlayersClient({ makeWorker: this.makeWorker });
    const onProgress = (/** @type {unknown} */ share) => {
      board.share = Number(share);
      this.onStatus({ kind: 'solving', share: board.share, rows, cols });
    };
    const done = client.ask({ ask: 'prepare', strategy, rows, cols }, { onProgress }).then(
      () => {
        board.solved = true;
        this.onStatus({ kind: 'solved', rows, cols });
      },
      () => {
        client.end();
        this.onStatus({ kind: 'ended', rows, cols });
      },
    );
    /** @type {SolvedBoard} */
    const board = { client, share: 0, solved: false, done };
    return board;
  }

  end() {
    for (const { client } of this.boards.values()) client.end();
    this.boards.clear();
  }
}
