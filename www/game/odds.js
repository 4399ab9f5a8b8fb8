// The odds of a board: a quick player plays many games from it, and the games are counted by their largest tile.
//
// These games wait while the AI thinks about the game on the page.

/** The part of a game's record that is counted. @typedef {{ largestRank: number }} Played */
/** @typedef {'running' | 'stopped' | 'done' | 'failed'} State */
/** A tile and the number of games that reached it. `least` and `most`: the 95% interval of the share, 0 to 1.
 * @typedef {{ rank: number, reached: number, least: number, most: number }} TileOdds
 */

/** How often to check whether the AI still thinks, in milliseconds. */
const WAIT_MS = 150;
/** Standard deviations of a normal distribution on each side of its mean that hold 95% of it. */
const Z = 1.96;

export class Odds {
  /**
   * @param {{
   *   maxRank: number, games: number, play: (seed: number) => Promise<Played>, busy: () => boolean,
   *   onChange: () => void, sleep?: (ms: number) => Promise<void>
   * }} options `maxRank`: of the starting board; `play`: plays the game with this seed, rejects if it cannot
   */
  constructor(options) {
    this.options = options;
    /** Games by the rank of their largest tile. @type {Map<number, number>} */
    this.byRank = new Map();
    this.played = 0;
    /** @type {State} */
    this.state = 'running';
    this.trouble = '';
    this.sleep =
      options.sleep ??
      ((ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms);
        }));
  }

  /** Plays all games, until it is stopped or a game fails. Never rejects. */
  async run() {
    const { games, play, busy, onChange } = this.options;
    try {
      while (this.played < games && this.isRunning) {
        if (busy()) {
          await this.sleep(WAIT_MS);
          continue;
        }
        const { largestRank } = await play(this.played);
        if (!this.isRunning) return;
        this.byRank.set(largestRank, (this.byRank.get(largestRank) ?? 0) + 1);
        this.played++;
        if (this.played === games) this.state = 'done';
        onChange();
      }
    } catch (error) {
      if (!this.isRunning) return;
      this.state = 'failed';
      this.trouble = error instanceof Error ? error.message : String(error);
      onChange();
    }
  }

  get isRunning() {
    return this.state === 'running';
  }

  stop() {
    if (!this.isRunning) return;
    this.state = 'stopped';
    this.options.onChange();
  }

  /**
   * The odds of larger tiles, smallest first: from the largest tile that every game reached to the largest that any game
   * reached. The next tile is always listed.
   * @returns {TileOdds[]} empty before the first game
   */
  list() {
    if (this.played === 0) return [];
    const highest = Math.max(...this.byRank.keys());
    /** @type {TileOdds[]} */
    const odds = [];
    for (let rank = this.options.maxRank + 1; rank <= Math.max(highest, this.options.maxRank + 1); rank++) {
      let reached = 0;
      for (const [largest, games] of this.byRank) if (largest >= rank) reached += games;
      if (reached === this.played) odds.length = 0;
      odds.push({ rank, reached, ...interval(reached, this.played) });
    }
    return odds;
  }
}

/**
 * The 95% interval of a share by Wilson's score (E. B. Wilson 1927), which also works for few games and shares near 0 or 1.
 * @param {number} reached @param {number} games @returns {{ least: number, most: number }}
 */
export function interval(reached, games) {
  const share = reached / games;
  const middle = share + Z ** 2 / (2 * games);
  const half = Z * Math.sqrt((share * (1 - share)) / games + Z ** 2 / (4 * games ** 2));
  const scale = 1 + Z ** 2 / games;
  // With exact arithmetic the formula gives 0 and 1 here; floating point does not.
  return {
    least: reached === 0 ? 0 : (middle - half) / scale,
    most: reached === games ? 1 : (middle + half) / scale,
  };
}
