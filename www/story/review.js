// Reviews a game in the background when it is over, for its story.

import { messageOf } from '../engine/protocol.js';
import { Replay } from '../game/replay.js';
import { endStory, storyFailed, storyFound, storyUnreviewed, tellStory, unexplained } from './state.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { findLines } from '../ai/lines.js';
import { reviewWith } from '../ai/review.js';

/** @import { Askable } from '../engine/types.js' */
/** @import { Findings } from '../ai/findings.js' */
/** @import { State } from '../game/state.js' */
/** @import { Reviewer } from '../ai/review.js' */

/** A game of fewer moves has no story. */
const MIN_MOVES = 10;

/**
 * @param {State} state @param {Reviewer} reviewer
 * @param {(replay: Replay, findings: Findings) => void} keep keeps what a whole review has found
 * @param {() => boolean} [hasAi]
 */
export function startStory(state, reviewer, keep, hasAi = () => true) {
  let reading = new AbortController();
  let told = -1;
  effect(() => {
    const { status, moves, revision } = state.game.value;
    untracked(() => {
      if (status === 'over' && moves >= MIN_MOVES) {
        if (told !== revision) void tell(revision);
      } else {
        reading.abort();
        told = -1;
        endStory(state);
      }
    });
  });

  /** @param {number} revision of the finished game */
  async function tell(revision) {
    told = revision;
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    const { rows, cols } = state.game.value;
    const { players, undone } = state.session;
    try {
      const replay = await Replay.of(state.Game, state.session.game.replay(), { signal, players, undone });
      if (signal.aborted) return;
      tellStory(state, replay);
      // The networks know only 4x4.
      if (rows !== 4 || cols !== 4 || !hasAi()) return storyUnreviewed(state);
      const onFindings = (/** @type {Findings} */ findings) => storyFound(state, findings);
      const after = async (/** @type {Findings} */ findings, /** @type {Askable} */ ai) => {
        await findLines(replay, findings, unexplained(state), ai, signal);
        storyFound(state, findings);
      };
      // The AI does not judge its own moves: some of its boards give the curve.
      if (players === 'ai')
        return void (await reviewWith(replay, reviewer, { signal, onFindings, sample: true }));
      keep(replay, await reviewWith(replay, reviewer, { signal, onFindings, after }));
    } catch (error) {
      if (!signal.aborted) storyFailed(state, messageOf(error));
    }
  }
}
