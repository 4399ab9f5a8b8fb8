// Looks for the player's key move when a race is over: the one that gave most of the game away.

import { keyMoves } from '../game/findings.js';
import { Replay } from '../game/replay.js';
import { review } from './review.js';

/** @import { Race, Rival } from '../state/race.js' */
/** @import { MakeEngine } from './rival.js' */

/** Who judges if the rival has no network. */
const JUDGE = 'lite';

/**
 * @param {Race} race
 * @param {{ makeEngine: MakeEngine, own: (rival: Rival) => ReturnType<MakeEngine>, signal: AbortSignal }} how `own`: the engine
 *   of the rival
 */
export async function findKeyMove({ course, keyMove, player }, { makeEngine, own, signal }) {
  const { rival } = course.value;
  keyMove.value = { kind: 'searching', share: 0 };
  try {
    const replay = await Replay.of(player.Game, player.session.game.toText(), { signal });
    const judge = rival.network === 'built-in' ? await makeEngine(JUDGE, () => {}) : await own(rival);
    try {
      const onFindings = (/** @type {{ share: number }} */ { share }) => {
        keyMove.value = { kind: 'searching', share };
      };
      const findings = await review(replay, judge, { signal, onFindings });
      const [at] = keyMoves(findings, 1);
      keyMove.value =
        at === undefined ? { kind: 'none' } : { kind: 'known', ...momentOf(replay, findings, at) };
    } finally {
      if (rival.network === 'built-in') judge.end();
    }
  } catch (error) {
    if (signal.aborted) return;
    console.warn(error);
    keyMove.value = { kind: 'unknown' };
  }
}

/** @param {Replay} replay @param {import('../game/findings.js').Findings} findings @param {number} at */
const momentOf = (replay, findings, at) => ({
  at,
  played: replay.direction(at) ?? 0,
  best: findings.best[at] ?? 0,
  loss: findings.losses[at] ?? 0,
  ranks: replay.ranks(at).slice(),
});
