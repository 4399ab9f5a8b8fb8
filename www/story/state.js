// The story of a game that is over: its largest tile, how it went, and the moves that decided it.
// ./review.js finds them.

import { expectedOfPlayer, keyMoves } from '../ai/findings.js';
import { momentOf } from '../ai/reasons.js';
import { beginGame } from '../game/acts.js';

/** @import { Findings } from '../ai/findings.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { State } from '../game/state.js' */
/** @import { Mark, ToldStory } from '../game/types.js' */

/** The number of moments that are shown. */
const MOMENTS = 3;
/** A game that was lost within this last share of its moves was lost suddenly. */
const SUDDEN = 0.1;
/** It was lost when the expected final score fell below this share of the greatest for good. */
const LOST = 0.95;
/** The smallest tile with a mark on the curve, as a rank: 128. */
const FIRST_MARK = 7;

/** @param {State} state @param {Replay} replay */
export function tellStory({ story }, replay) {
  story.value = {
    kind: 'told',
    replay,
    marks: marksOf(replay),
    findings: 'none',
    moments: [],
    review: { kind: 'running' },
  };
}

/** The review has found something. @param {State} state @param {Findings} findings */
export function storyFound(state, findings) {
  const { Game, story } = state;
  const now = story.value;
  if (now.kind === 'none') return;
  const moments =
    now.replay.players === 'ai'
      ? []
      : keyMoves(findings, MOMENTS).map((at) => momentOf(Game, now.replay, findings, at));
  story.value = {
    ...now,
    findings,
    moments: moments.flatMap((moment) => moment ?? []).sort((a, b) => a.at - b.at),
    review: { kind: findings.share < 1 ? 'running' : 'done' },
  };
}

/** The moves before each moment that no fact about its boards explains. @param {State} state */
export const unexplained = ({ story }) =>
  story.value.kind === 'none'
    ? []
    : story.value.moments.filter(({ reason }) => reason === 'none').map(({ at }) => at);

/** What is known stays. @param {State} state @param {string} text why the review failed, for the player */
export function storyFailed(state, text) {
  const { story } = state;
  if (story.value.kind === 'told') story.value = { ...story.value, review: { kind: 'failed', text } };
}

/** There are no networks for this size, or there is no AI. @param {State} state */
export function storyUnreviewed(state) {
  const { story } = state;
  if (story.value.kind === 'told') story.value = { ...story.value, review: { kind: 'none' } };
}

/** @param {State} state */
export function endStory(state) {
  const { story } = state;
  if (story.value.kind === 'told') story.value = { kind: 'none' };
}

/**
 * Plays on from the board before a moment, with the same tiles to come.
 * @param {State} state
 * @param {number} at the number of moves before it
 */
export function retryFrom(state, at) {
  const { story } = state;
  if (story.value.kind === 'none') return;
  const { replay } = story.value;
  beginGame(
    state,
    replay.gameAt(at),
    'Try again from here. Your finished game is in the history.',
    replay.players,
    replay.undone,
  );
}

/**
 * The expected final score by board: of a player with such moves or, where that is not known, of the AI.
 * The AI's ends at the score itself if the review is done; otherwise a line to the score would pass over what
 * is not known.
 * @param {ToldStory} story @returns {number[]} NaN where it is not known; empty as long as nothing is known
 */
export function expectedScores({ findings, replay, review }) {
  if (findings === 'none') return [];
  const ofPlayer = expectedOfPlayer(findings, replay);
  if (ofPlayer.length > 0) return ofPlayer;
  return [...findings.expected, review.kind === 'done' ? replay.score(replay.moves) : NaN];
}

/**
 * The moves to go, and the expected final score, on the last board before a player's game was lost suddenly.
 * Its curve would be a level line and a cliff, which one sentence says better.
 * @param {ToldStory} story
 * @returns {{ moves: number, expected: number } | null} null if it was not, or is not reviewed yet
 */
export function suddenLoss(story) {
  const { findings, replay, review } = story;
  if (replay.players === 'ai' || review.kind !== 'done' || findings === 'none') return null;
  if (expectedOfPlayer(findings, replay).length > 0) return null;
  const expected = expectedScores(story);
  const most = expected.reduce((a, b) => (b > a ? b : a), 0);
  const last = expected.findLastIndex((score) => score >= LOST * most);
  const moves = replay.moves - last;
  return last >= 0 && moves > 0 && moves <= SUDDEN * replay.moves
    ? { moves, expected: expected[last] ?? 0 }
    : null;
}

/**
 * The largest tiles of a game of the AI, whose moves are not judged.
 * @param {ToldStory} story
 * @returns {Mark[]}
 */
export const largestTiles = ({ replay, marks }) => (replay.players === 'ai' ? marks.slice(-MOMENTS) : []);

/** The first board with each tile from 128 on. @param {Replay} replay */
function marksOf(replay) {
  const marks = [];
  let largest = FIRST_MARK - 1;
  for (let at = 0; at <= replay.moves; at++) {
    const rank = Math.max(...replay.ranks(at));
    if (rank > largest) marks.push({ rank, at });
    largest = Math.max(largest, rank);
  }
  return marks;
}
