// Where two games of one seed parted: the move after which one was worth more than the other for good. It is
// looked for when a race is over.

import { cachedNetworks } from '../engine/network-file.js';
import { siteNetworks } from '../engine/networks.js';
import { EFFORT } from '../ai/effort.js';
import { findLines } from '../ai/lines.js';
import { Replay } from '../game/replay.js';
import { partedAt, seekParting } from './state.js';
import { momentOf } from '../ai/reasons.js';
import { review } from '../ai/review.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Askable, Surroundings } from '../engine/types.js' */
/** @import { Rival } from '../game/rivals.js' */
/** @import { Race } from './state.js' */
/** @import { State } from '../game/state.js' */

/**
 * An engine with one worker and this network.
 * `signal`: aborted when it is no longer needed, which ends its download.
 * @typedef {(network: string, options: { onShare?: (share: number) => void, signal: AbortSignal }) =>
 *   Promise<Pick<EngineClient, 'ask' | 'end'>>} MakeEngine
 */

/** Who judges if the rival has no network. */
const JUDGE = 'lite';

/**
 * Chooses who judges if the rival has no network. With data saving on, only the network that the player chose
 * is downloaded.
 * @param {{
 *   choice: string, surroundings: Surroundings, list?: typeof siteNetworks, cached?: typeof cachedNetworks
 * }} asked
 * @returns {Promise<string | null>} its id; null: nobody can judge
 */
export async function chooseJudge({ choice, surroundings, list = siteNetworks, cached = cachedNetworks }) {
  if (!surroundings.connection?.saveData) return JUDGE;
  const networks = await list();
  const network = networks.find(({ id }) => id === choice) ?? (await cached(networks))[0];
  return network?.id ?? null;
}

/**
 * @param {Race} race
 * @param {{
 *   makeEngine: MakeEngine, own: (rival: Rival) => ReturnType<MakeEngine>, judgeOf: () => Promise<string |
 *   null>, signal: AbortSignal
 * }} how `own`: the engine of the rival; `judgeOf`: see `chooseJudge`
 */
export async function findParting(race, { makeEngine, own, judgeOf, signal }) {
  const { phase, player, rival } = race;
  if (phase.value.kind !== 'over') return;
  const { winner } = phase.value.result;
  if (winner === 'nobody') return partedAt(race, null, null);
  seekParting(race, { kind: 'searching', share: 0 });
  const { value: opponent } = race.opponent;
  const ownJudge = opponent.network !== 'built-in';
  try {
    const network = ownJudge ? opponent.network : await judgeOf();
    if (signal.aborted) return;
    if (network === null) {
      seekParting(race, { kind: 'unjudged' });
      return;
    }
    const judge = ownJudge ? await own(opponent) : await makeEngine(network, { signal });
    try {
      const onShare = (/** @type {number} */ share) => seekParting(race, { kind: 'searching', share });
      const games = winner === 'player' ? [player, rival] : [rival, player];
      const { at, moment } = await compare(games, judge, signal, onShare);
      partedAt(race, at, moment);
    } finally {
      if (!ownJudge) judge.end();
    }
  } catch (error) {
    if (signal.aborted) return;
    console.warn(error);
    seekParting(race, { kind: 'unknown' });
  }
}

/**
 * @param {State[]} games the winner's and the loser's
 * @param {Askable} judge
 * @param {AbortSignal} signal
 * @param {(share: number) => void} onShare
 */
async function compare(games, judge, signal, onShare) {
  const reviews = [];
  for (const [index, { Game, session }] of games.entries()) {
    const replay = await Replay.of(Game, session.game.replay(), { signal });
    const onFindings = (/** @type {{ share: number }} */ { share }) =>
      onShare((index + share) / games.length);
    const findings = await review(replay, judge, { signal, onFindings, longLooks: 0 });
    reviews.push({ Game, replay, findings, isOver: session.game.isOver });
  }
  const [winner, loser] = reviews;
  const at = winner && loser ? partingOf(winner.findings.values, loser.findings.values, loser.isOver) : null;
  if (!loser || at === null) return { at: null, moment: null };
  // Whether the loser's move was a mistake deserves a longer look.
  const { Game, replay, findings } = loser;
  const position = { ranks: replay.ranks(at).slice(), rows: replay.rows, cols: replay.cols };
  const outcome = await judge.ask({ position, limits: EFFORT.again, compare: true }, { signal });
  signal.throwIfAborted();
  if (outcome.kind === 'answer') findings.add(at, outcome.report);
  const moment = momentOf(Game, findings, at);
  if (moment?.reason !== 'none') return { at, moment };
  await findLines(findings, [at], judge, signal);
  return { at, moment: momentOf(Game, findings, at) };
}

/** Two boards are level if their values differ by no more than this share of the greater. */
const LEVEL = 0.1;
/** A move that widens the gap by less than this share does not part two games. */
const STEP = 0.05;

/**
 * @param {ArrayLike<number>} winner the values of its boards, and of the loser's, by the number of moves
 *   before each
 * @param {ArrayLike<number>} loser
 * @param {boolean} stuck whether the loser's last move ended its game
 * @returns {number | null} the number of moves before the one that parted them; null if they were level to
 *   the end
 */
export function partingOf(winner, loser, stuck) {
  const boards = Math.min(winner.length, loser.length);
  const gap = (/** @type {number} */ at) => {
    const [more, less] = [Number(winner[at]), Number(loser[at])];
    return (more - less) / Math.max(more, less, 1);
  };
  let level = boards - 1;
  while (level >= 0 && !(gap(level) <= LEVEL)) level--;
  if (level < 0) return null;
  const last = boards - 1;
  for (let at = level; at < last; at++) if (gap(at + 1) - gap(at) >= STEP) return at;
  if (level < last) return level;
  return stuck ? last : null;
}
