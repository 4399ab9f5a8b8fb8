// Reviews a game in the background when it is over, for its story.

import { messageOf } from '../engine/protocol.js';
import { Replay } from '../game/replay.js';
import { endStory, storyFailed, storyFound, storyUnreviewed, tellStory, unexplained } from './state.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { keepFindings } from '../ai/findings.js';
import { findLines } from '../ai/lines.js';
import { review } from '../ai/review.js';

/** @import { App } from '../game/app.js' */
/** @import { Findings } from '../ai/findings.js' */

/** A game of fewer moves has no story. */
const MIN_MOVES = 10;

/**
 * @param {Pick<App, 'ai' | 'state'>} app @param {typeof keepFindings} [keep] keeps what a whole review has
 *   found
 */
export function startStory(app, keep = keepFindings) {
  const { state } = app;
  let reading = new AbortController();
  effect(() => {
    const { status, moves } = state.game.value;
    untracked(() => {
      reading.abort();
      reading = new AbortController();
      if (status === 'over' && moves >= MIN_MOVES) void tell(reading.signal);
      else endStory(state);
    });
  });

  /** @param {AbortSignal} signal */
  async function tell(signal) {
    const { rows, cols } = state.game.value;
    const { players, undone } = state.session;
    try {
      const replay = await Replay.of(state.Game, state.session.game.replay(), { signal, players, undone });
      if (signal.aborted) return;
      tellStory(state, replay);
      // The networks know only 4x4.
      const { ai } = app;
      if (rows !== 4 || cols !== 4 || typeof ai === 'string') return storyUnreviewed(state);
      const onFindings = (/** @type {Findings} */ findings) => storyFound(state, findings);
      // The AI does not judge its own moves: some of its boards give the curve.
      const sample = players === 'ai';
      const findings = await review(replay, ai, { signal, onFindings, sample, quiet: true });
      if (sample) return;
      await findLines(replay, findings, unexplained(state), ai, signal);
      storyFound(state, findings);
      keep(replay, findings);
    } catch (error) {
      if (!signal.aborted) storyFailed(state, messageOf(error));
    }
  }
}
