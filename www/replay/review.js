// The review of the game in the replay viewer, made by ../ai/review.js for the story of the game, or when the
// player asks for it.

import { findLines } from '../ai/lines.js';
import { momentOf } from '../ai/reasons.js';
import { isCriticalGrade } from '../engine/people.js';
import { reviewGame } from '../ai/review.js';
import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { Size } from '../game/size.js' */
/** @import { Findings } from '../ai/review.js' */
/** @import { App } from '../game/app.js' */
/** @import { State } from '../game/state.js' */

/** Why a game cannot be reviewed. @param {Size & { moves: number }} replay @returns {string} empty: it can */
export function unreviewable({ rows, cols, moves }) {
  // The networks know only 4x4.
  if (rows !== 4 || cols !== 4) return t('The AI reviews only games on 4x4 boards.');
  return moves === 0 ? t('There are no moves to review.') : '';
}

/** The review of the game in the viewer, if it has one. @param {Pick<State, 'reviews' | 'viewer'>} state */
export const reviewOf = ({ reviews, viewer }) =>
  viewer.value.kind === 'open' ? reviews.value.get(viewer.value.replay.text) : undefined;

/**
 * Reviews the game in the viewer, or stops that. The review of the story goes on by itself.
 * @param {Pick<App, 'ai' | 'state'>} app
 * @param {Parameters<typeof reviewGame>[2]} [options] of the review
 */
export function pressReview(app, options) {
  const viewer = app.state.viewer.value;
  if (viewer.kind === 'none') return;
  const review = reviewOf(app.state);
  if (review?.kind !== 'running') {
    if (unreviewable(viewer.replay) === '') void reviewGame(app, viewer.replay, { ...options, asked: true });
  } else if (review.asked) review.stop();
}

/**
 * Finds how the AI would go on from a mistake that was chosen in the viewer, if no fact about the boards says
 * why the other move was better.
 * @param {Pick<App, 'ai' | 'state'>} app
 */
export function explainMistakes(app) {
  const { state } = app;
  /** What the AI was asked about last. @type {{ findings: Findings | 'none', at: number }} */
  let asked = { findings: 'none', at: -1 };
  let explaining = new AbortController();
  effect(() => {
    const viewer = state.viewer.value;
    const { kind = 'running', findings = 'none' } = reviewOf(state) ?? {};
    if (viewer.kind === 'none' || viewer.best === 'none' || kind === 'running' || findings === 'none') return;
    const { at, replay } = viewer;
    if (asked.findings === findings && asked.at === at) return;
    asked = { findings, at };
    untracked(() => {
      explaining.abort();
      explaining = new AbortController();
      void explain(replay.text, findings, at, explaining.signal);
    });
  });

  /** @param {string} game @param {Findings} findings of it @param {number} at @param {AbortSignal} signal */
  async function explain(game, findings, at, signal) {
    if (!isCriticalGrade(findings.grades[at] ?? null) || findings.lines.has(at)) return;
    if (typeof app.ai === 'string' || momentOf(state.Game, findings, at)?.reason !== 'none') return;
    try {
      await findLines(findings, [at], app.ai, signal);
      const { value } = state.reviews;
      const review = value.get(game);
      if (review?.findings === findings) state.reviews.value = new Map(value).set(game, { ...review });
    } catch (error) {
      if (!signal.aborted) console.warn(error);
    }
  }
}
