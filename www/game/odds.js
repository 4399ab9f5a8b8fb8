// The odds of a board: it is played on many times by a quick player, and the games are counted by their largest tile.
//
// Games wait while the AI thinks about the page's own.

/** The part of a game's record that is counted. @typedef {{ largestRank: number }} Played */
/** @typedef {'running' | 'stopped' | 'done' | 'failed'} State */
/** A tile and how many games made it. `least` and `most`: the 95 % interval of the share, 0 to 1.
 * @typedef {{ rank: number, reached: number, least: number, most: number }} TileOdds
 */

/** While the AI thinks, it is looked again whether it still does after this, in milliseconds. */
const WAIT_MS = 150;
/** The quantile of the normal distribution for 95 %. */
const Z = 1.96;

export class Odds {
  /**
   * @param {{
   *   maxRank: number, games: number, play: (seed: number) => Promise<Played>, busy: () => boolean,
   *   onChange: () => void, sleep?: (ms: number) => Promise<void>
   * }} options `maxRank`: of the board that is played on; `play`: one game of a seed, rejected where there is none to be had
   */
  constructor(options) {
    this.options = options;
    /** Games by the rank of their largest tile. @type {Map<number, number>} */
    this.byRank = new Map();
    this.played = 0;
    /** @type {State} */
    this.state = 'running';
    this.trouble = '';
    this.sleep = options.sleep ?? ((ms) => new Promise((resolve) => { setTimeout(resolve, ms); }));
  }

  /** Plays to the last game, until it is stopped, or until a game cannot be played. Never rejected. */
  async run() {
    const { games, play, busy, onChange } = this.options;
    try {
      while (this.played < games && this.runs) {
        if (busy()) {
          await this.sleep(WAIT_MS);
          continue;
        }
        const { largestRank } = await play(this.played);
        if (!this.runs) return;
        this.byRank.set(largestRank, (this.byRank.get(largestRank) ?? 0) + 1);
        this.played++;
        if (this.played === games) this.state = 'done';
        onChange();
      }
    } catch (error) {
      if (!this.runs) return;
      this.state = 'failed';
      this.trouble = error instanceof Error ? error.message : String(error);
      onChange();
    }
  }

  get runs() {
    return this.state === 'running';
  }

  stop() {
    if (!this.runs) return;
    this.state = 'stopped';
    this.options.onChange();
  }

  /**
   * The tiles still to come, smallest first: the largest that every game made, and all beyond that any made; the next one
   * in any case.
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
 * The 95 % interval of a share by Wilson's score (E. B. Wilson 1927), which holds for few games and at the ends too.
 * @param {number} found @param {number} of @returns {{ least: number, most: number }}
 */
export function interval(found, of) {
  const share = found / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  // At the ends it is exact in numbers that are, which these are not.
  return { least: found === 0 ? 0 : (middle - half) / scale, most: found === of ? 1 : (middle + half) / scale };
}
