// The review of the game in the replay viewer, made by ../ai/review.js when the player asks for it.

import { findLines } from '../ai/lines.js';
import { momentOf } from '../ai/reasons.js';
import { isCriticalGrade } from '../ai/rating.js';
import { aiOf } from '../ai/invitation.js';
import { keepFindings, review } from '../ai/review.js';
import { messageOf } from '../engine/protocol.js';
import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { Size } from '../game/size.js' */
/** @import { Findings } from '../ai/review.js' */
/** @import { Asking, Question } from '../engine/types.js' */
/** @import { App } from '../game/app.js' */
/** @import { State } from '../game/state.js' */

/** Why a game cannot be reviewed. @param {Size & { moves: number }} replay @returns {string} empty: it can */
export function unreviewable({ rows, cols, moves }) {
  // The networks know only 4x4.
  if (rows !== 4 || cols !== 4) return t('The AI reviews only games on 4x4 boards.');
  return moves === 0 ? t('There are no moves to review.') : '';
}

/** Starts the review, or stops it. @param {State} state */
export function pressReview({ review, viewer }) {
  const { kind, findings } = review.value;
  if (viewer.value.kind === 'none' || kind === 'following') return;
  const problem = unreviewable(viewer.value.replay);
  if (kind === 'running') review.value = { kind: 'resting', findings, note: '' };
  else if (problem !== '') review.value = { kind: 'resting', findings, note: problem };
  else review.value = { kind: 'running', findings, note: t('Starting the AI…') };
}

/** What is known so far. @param {State} state @param {Findings} findings */
export function reviewFound({ review }, findings) {
  review.value = { kind: 'running', findings, note: '' };
}

/** @param {State} state @param {string} note why there is no more; empty if it is complete */
function reviewEnded({ review }, note) {
  review.value = { kind: 'resting', findings: review.value.findings, note };
}

/**
 * Takes what the story has found out about the game in the viewer, if it is more. As long as the story
 * reviews it, the viewer starts no review of its own.
 * @param {State} state
 */
export function reviewFromStory({ review, story, viewer }) {
  const [told, shown, { kind, findings, note }] = [story.value, viewer.value, review.value];
  if (kind === 'running' || shown.kind === 'none') return;
  const same = told.kind !== 'none' && told.replay.text === shown.replay.text ? told : null;
  const next = same?.review.kind === 'running' ? 'following' : 'resting';
  const found = same?.findings ?? 'none';
  if (
    found !== 'none' &&
    (findings === 'none' || (findings.known <= found.known && findings.share <= found.share))
  )
    review.value = { kind: next, findings: found, note: '' };
  else if (next !== kind) review.value = { kind: next, findings, note };
}

/**
 * Resolves when the AI does nothing on the board: autoplay would be slower with a review beside it.
 * @param {State} state
 */
const idle = ({ mode }) =>
  new Promise((resolve) => {
    const end = mode.subscribe((now) => {
      if (now !== 'off') return;
      resolve(undefined);
      queueMicrotask(() => end());
    });
  });

/**
 * Reviews the game in the replay viewer when the player asks for it.
 * @param {Pick<App, 'ai' | 'state'>} app @param {typeof keepFindings} [keep] keeps what a whole review has
 *   found
 */
export function startReviews(app, keep = keepFindings) {
  const { state } = app;
  effect(() => {
    void state.story.value;
    untracked(() => reviewFromStory(state));
  });
  let running = new AbortController();
  let runs = false;
  effect(() => {
    const wanted = state.review.value.kind === 'running';
    if (wanted === runs) return;
    runs = wanted;
    running.abort();
    running = new AbortController();
    if (wanted) untracked(() => void run(running.signal));
  });

  /** What the AI was asked about last. @type {{ findings: Findings | 'none', at: number }} */
  let asked = { findings: 'none', at: -1 };
  let explaining = new AbortController();
  effect(() => {
    const viewer = state.viewer.value;
    const { kind, findings } = state.review.value;
    if (viewer.kind === 'none' || viewer.best === 'none' || kind !== 'resting' || findings === 'none') return;
    const { at } = viewer;
    if (asked.findings === findings && asked.at === at) return;
    asked = { findings, at };
    untracked(() => {
      explaining.abort();
      explaining = new AbortController();
      void explain(findings, at, explaining.signal);
    });
  });

  /**
   * Finds how the AI would go on from a mistake that was chosen, if no fact about the boards says why the
   * other move was better.
   * @param {Findings} findings @param {number} at @param {AbortSignal} signal
   */
  async function explain(findings, at, signal) {
    if (!isCriticalGrade(findings.grades[at] ?? null) || findings.lines.has(at)) return;
    if (typeof app.ai === 'string' || momentOf(state.Game, findings, at)?.reason !== 'none') return;
    try {
      await findLines(findings, [at], app.ai, signal);
      const { value } = state.review;
      if (value.findings === findings) state.review.value = { ...value };
    } catch (error) {
      if (!signal.aborted) console.warn(error);
    }
  }

  /** @param {AbortSignal} signal */
  async function run(signal) {
    const viewer = state.viewer.value;
    if (viewer.kind === 'none') return;
    const onFindings = (/** @type {Findings} */ findings) => {
      if (!signal.aborted) reviewFound(state, findings);
    };
    try {
      const ai = aiOf(app);
      const patient = {
        people: ai.people,
        async ask(/** @type {Question} */ question, /** @type {Asking} */ options) {
          await idle(state);
          return ai.ask(question, options);
        },
      };
      keep(await review(viewer.replay, patient, { signal, onFindings }));
      reviewEnded(state, '');
    } catch (error) {
      if (!signal.aborted) reviewEnded(state, messageOf(error));
    }
  }
}
