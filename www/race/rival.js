// Plays the rival's board of a race.

import { messageOf } from '../shared/error.js';
import { judge, ready, rivalFailed, rivalLoads } from './state.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { findParting } from './parting.js';

/** @import { Rival } from '../game/rivals.js' */
/** @import { Race } from './state.js' */
/** @import { MakeEngine } from './parting.js' */

/**
 * Follows the race.
 * @param {Race} race
 * @param {{
 *   makeEngine: MakeEngine, judgeOf: () => Promise<string | null>
 * }} how `judgeOf`: the network that judges if the rival has none
 * @returns {() => void} ends it
 */
export function startRival(race, { makeEngine, judgeOf }) {
  /**
   * The engine of the rival that was chosen last.
   * `leaving`: aborted when it is no longer needed.
   * @type {{ rival: Rival, engine: ReturnType<MakeEngine>, leaving: AbortController } | 'none'}
   */
  let made = 'none';
  let search = new AbortController();
  /** @type {() => void} */
  let wake = () => {};

  const ends = [
    effect(() => {
      const phase = race.phase.value;
      untracked(() => {
        wake();
        search.abort();
        if (phase.kind === 'preparing' && phase.share === 0) void prepare();
        if (phase.kind === 'running') void play(phase);
        if (phase.kind === 'over') {
          search = new AbortController();
          void findParting(race, { makeEngine, own: engineOf, judgeOf, signal: search.signal });
        }
      });
    }),
    effect(() => {
      void race.player.game.value;
      void race.rival.game.value;
      untracked(() => {
        judge(race);
        wake();
      });
    }),
  ];
  return () => {
    for (const end of ends) end();
    search.abort();
    release();
  };

  function release() {
    if (made === 'none') return;
    made.leaving.abort();
    void made.engine.then((engine) => engine.end()).catch(() => {});
    made = 'none';
  }

  /** @param {Rival} rival */
  function engineOf(rival) {
    if (made !== 'none' && made.rival === rival) return made.engine;
    release();
    const leaving = new AbortController();
    const onShare = (/** @type {number} */ share) => {
      if (!leaving.signal.aborted) rivalLoads(race, share);
    };
    made = { rival, engine: makeEngine(rival.network, { onShare, signal: leaving.signal }), leaving };
    return made.engine;
  }

  async function prepare() {
    const engine = engineOf(race.opponent.value);
    const { signal } = made === 'none' ? new AbortController() : made.leaving;
    try {
      await engine;
      if (!signal.aborted) ready(race);
    } catch (error) {
      if (signal.aborted) return;
      made = 'none';
      rivalFailed(race, messageOf(error));
    }
  }

  /** @param {object} phase */
  async function play(phase) {
    const { value: opponent } = race.opponent;
    const engine = await engineOf(opponent);
    const runs = () => race.phase.value === phase;
    while (runs() && !race.rival.game.value.isOver) {
      if (race.rival.game.value.moves >= race.player.game.value.moves) {
        await new Promise((resolve) => {
          wake = () => resolve(undefined);
        });
        continue;
      }
      const { ranks, rows, cols } = race.rival.game.value;
      const limits = { line: false, ...opponent.limits };
      const outcome = await engine.ask({ position: { ranks, rows, cols }, limits });
      if (!runs() || outcome.kind === 'dropped') return;
      if (outcome.kind === 'failed') {
        rivalFailed(race, outcome.message);
        return;
      }
      if (outcome.report.best === null || !race.rival.session.move(outcome.report.best, 'engine')) return;
    }
  }
}
