// The review of the game in the replay viewer. ../ask/review.js makes it.

import { t } from '../text/text.js';

/** @import { Findings } from '../game/findings.js' */
/** @import { State } from './state.js' */

/** Starts the review, or stops it. @param {State} state */
export function pressReview({ ai, review, viewer }) {
  const { kind, findings } = review.value;
  if (viewer.value.kind === 'none') return;
  const problem =
    viewer.value.replay.moves === 0
      ? t('There are no moves to review.')
      : ai.value === 'off'
        ? t('The AI is turned off (engine=off in the address).')
        : '';
  if (kind === 'running') review.value = { kind: 'resting', findings, note: '' };
  else if (problem !== '') review.value = { kind: 'resting', findings, note: problem };
  else review.value = { kind: 'running', findings, note: t('Starting the AI…') };
}

/** What is known so far. @param {State} state @param {Findings} findings */
export function reviewFound({ review }, findings) {
  review.value = { kind: 'running', findings, note: '' };
}

/** @param {State} state @param {string} note why there is no more; empty if it is complete */
export function reviewEnded({ review }, note) {
  review.value = { kind: 'resting', findings: review.value.findings, note };
}
