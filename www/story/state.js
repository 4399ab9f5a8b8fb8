// The story of a game that is over: its largest tile, how it went, and the moves that decided it. The AI
// reviews the game in the background (../ai/review.js).

import { MOMENTS, expectedOfPlayer, reviewGame } from '../ai/review.js';
import { beginGame } from '../game/acts.js';
import { Replay } from '../game/replay.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { App } from '../game/app.js' */
/** @import { State } from '../game/state.js' */
/** @import { Mark, Review, ToldStory } from '../game/types.js' */

/** A game of fewer moves has no story. */
const MIN_MOVES = 10;
/** The smallest tile with a mark on the curve, as a rank: 128. */
const FIRST_MARK = 7;

/**
 * Tells the story of each game that ends.
 * @param {Pick<App, 'ai' | 'state'>} app
 * @param {Parameters<typeof reviewGame>[2]} [options] of its review
 */
export function startStory(app, options) {
  const { state } = app;
  const { story } = state;
  let reading = new AbortController();
  effect(() => {
    const { status, moves } = state.game.value;
    untracked(() => {
      reading.abort();
      reading = new AbortController();
      if (status === 'over' && moves >= MIN_MOVES) void tell(reading.signal);
      else if (story.value.kind === 'told') story.value = { kind: 'none' };
    });
  });

  /** @param {AbortSignal} signal */
  async function tell(signal) {
    const { rows, cols } = state.game.value;
    const { game, players, undone } = state.session;
    const replayed = Replay.of(state.Game, game.replay(), { signal, players, undone });
    // A game that is too long for a replay has no story.
    const replay = await replayed.catch(() => null);
    if (!replay || signal.aborted) return;
    story.value = { kind: 'told', replay, marks: marksOf(replay) };
    // The networks know only 4x4.
    const reviewed = rows === 4 && cols === 4 && typeof app.ai !== 'string';
    if (reviewed) void reviewGame(app, replay, { ...options, signal });
  }
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
    'Play from here. Your finished game is in the history.',
    replay.players,
    replay.undone,
  );
}

/**
 * The expected final score by board: of a player with such moves, or of the AI in its own games. Of nearly
 * every other board the AI expects the same, so that its curve would be a level line and a cliff.
 * The AI's ends at the score itself if the review is done; otherwise a line to the score would pass over what
 * is not known.
 * @param {Replay} replay @param {Review | undefined} review of it
 * @returns {number[]} NaN where it is not known; empty as long as nothing is known
 */
export function expectedScores(replay, review) {
  if (!review || review.findings === 'none') return [];
  if (replay.players !== 'ai') return expectedOfPlayer(review.findings);
  return [...review.findings.expected, review.kind === 'done' ? replay.score(replay.moves) : NaN];
}

/**
 * The curve of a story by board: the score, which is known at once, until it is known what was expected. What
 * is expected of a game of the AI comes board by board, and would be a short line in an empty frame.
 * @param {Replay} replay @param {Review | undefined} review of it
 * @returns {{ of: 'score' | 'expected', values: ArrayLike<number> }} NaN where it is not known
 */
export function curveOf(replay, review) {
  const isPartial = replay.players === 'ai' && review?.kind === 'running';
  const expected = isPartial ? [] : expectedScores(replay, review);
  const isKnown = expected.filter(Number.isFinite).length >= 2;
  return isKnown ? { of: 'expected', values: expected } : { of: 'score', values: replay.scores };
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
