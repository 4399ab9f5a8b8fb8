// The story of a finished game: its moments, its marks, and what ends it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { curveOf, expectedScores, largestTiles, retryFrom, startStory } from '../../www/story/state.js';
import { fakeState } from './fakes/state.js';
import { evaluationOf, reportAbout } from './fakes/worker.js';

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});

/** @import { Findings } from '../../www/ai/review.js' */

/**
 * A finished game of the player who takes the first possible of Left, Down, Right and Up.
 * @param {import('../../www/game/state.js').State} state
 * @param {'person' | 'engine'} [by]
 */
function playOut(state, by = 'person') {
  while (state.game.value.status === 'playing')
    [3, 2, 1, 0].some((direction) => state.session.move(direction, by));
}
const turns = async (count = 400) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/**
 * Up, or else Right, is best, and every other move loses a quarter.
 * @param {{ position: { ranks: Uint8Array } }} question
 * @returns {Promise<any>}
 */
async function judged({ position: { ranks } }) {
  const game = Game.fromPosition(ranks, 4, 4, 0, 0n);
  const possible = game.possible();
  game.free();
  const best = possible.indexOf(true);
  /** @type {ReturnType<typeof evaluationOf>['moves']} */
  const moves = possible.map((can, direction) => {
    if (!can) return null;
    return direction === best
      ? { value: 4, loss: 0, grade: 'best' }
      : { value: 3, loss: 25, grade: 'blunder' };
  });
  return { kind: 'answer', report: reportAbout({ ...evaluationOf(), best, moves }) };
}

/** @param {(question: any) => Promise<any>} [ask] */
function setUp(ask = judged) {
  const { state } = fakeState({ Game, seed: 3n });
  /** @type {Findings[]} */
  const kept = [];
  const ai = /** @type {import('../../www/ai/ask.js').Ai} */ (/** @type {unknown} */ ({ ask }));
  startStory({ state, ai }, { keep: (findings) => void kept.push(findings) });
  /** The story that is told, and its review. */
  const told = () => {
    const story = state.story.value;
    assert.ok(story.kind === 'told');
    const review = state.reviews.value.get(story.replay.text);
    assert.ok(review);
    return { ...story, review };
  };
  return { state, kept, told };
}

test('a finished game is told: tiles, three moments with both boards, in the order of the game', async () => {
  const { state, kept, told } = setUp();
  playOut(state);
  await turns();
  const { marks, replay, review } = told();
  const { moves, score, maxRank } = state.game.value;
  assert.equal(replay.moves, moves);
  assert.equal(review.kind, 'done');
  assert.deepEqual([marks[0]?.rank, marks.at(-1)?.rank], [7, maxRank], 'from 128 on');
  assert.equal(review.moments.length, 3);
  assert.deepEqual(
    review.moments.map(({ at }) => at),
    review.moments.map(({ at }) => at).toSorted((a, b) => a - b),
  );
  for (const { at, played, best, worse, better } of review.moments) {
    assert.equal(replay.direction(at), played);
    assert.ok(best !== played && worse.join() !== better.join());
  }
  assert.ok(review.findings !== 'none' && review.findings.expected[0] === 20_000);
  assert.deepEqual(expectedScores(replay, review), [], 'what the AI expects tells nothing of a person');
  assert.deepEqual(curveOf(replay, review), { of: 'score', values: replay.scores }, 'the score is known');
  review.findings.points = [900, 800, 700];
  assert.deepEqual(expectedScores(replay, review), [900, 800, 700]);
  assert.deepEqual(kept, [review.findings]);
  assert.ok(score > 0);
});

test('a game of the AI is told by its largest tiles, without a judgment of its moves, which is not kept', async () => {
  const { state, kept, told } = setUp();
  playOut(state, 'engine');
  await turns();
  const { review, ...story } = told();
  assert.ok(story.replay.players === 'ai' && review.kind === 'done');
  assert.deepEqual([review.moments, kept], [[], []]);
  const tiles = largestTiles(story);
  assert.equal(tiles.at(-1)?.rank, state.game.value.maxRank);
  for (const { rank, at } of tiles) {
    assert.equal(Math.max(...story.replay.ranks(at)), rank);
    assert.ok(Math.max(...story.replay.ranks(at - 1)) < rank);
  }
  const expected = expectedScores(story.replay, review);
  assert.equal(expected.length, story.replay.moves + 1);
  assert.equal(expected.at(-1), story.replay.score(story.replay.moves), 'the curve ends at the score');
  const { replay } = story;
  assert.deepEqual(curveOf(replay, review), { of: 'expected', values: expected });
  for (const early of [undefined, { ...review, kind: /** @type {const} */ ('running') }])
    assert.equal(curveOf(replay, early).values, replay.scores, 'not a part of a curve');
});

test('a retry continues from the board before the moment, and Undo or a new game ends the story', async () => {
  const { state, told } = setUp();
  playOut(state);
  await turns();
  const { replay, review } = told();
  const at = review.moments[0]?.at ?? 0;
  retryFrom(state, at);
  assert.equal(state.game.value.moves, at);
  assert.deepEqual(state.game.value.ranks, replay.ranks(at));
  assert.equal(state.story.value.kind, 'none');
});

test('a game that ends again in the same way is not reviewed again', async () => {
  let asked = 0;
  const { state, told } = setUp((question) => {
    asked++;
    return judged(question);
  });
  playOut(state);
  await turns();
  const [{ replay, review }, before] = [told(), asked];
  state.session.undo();
  assert.equal(state.story.value.kind, 'none');
  state.session.move(Number(replay.direction(replay.moves - 1)), 'person');
  await turns();
  assert.equal(told().replay.text, replay.text);
  assert.equal(told().review, review);
  assert.equal(asked, before);
});

test('a review that fails half-way leaves what is known, with the reason and no end of the curve', async (t) => {
  let asked = 0;
  t.mock.method(performance, 'now', () => 1000 * asked); // each answer is reported at once
  let moves = Infinity;
  const { state, told } = setUp(async (question) =>
    ++asked > moves / 2 ? { kind: 'failed', message: 'no memory' } : judged(question),
  );
  playOut(state, 'engine');
  ({ moves } = state.game.value);
  await turns();
  const { replay, review } = told();
  assert.deepEqual([review.kind, review.note], ['failed', 'no memory']);
  const known = expectedScores(replay, review).map(Number.isFinite);
  assert.deepEqual([known.indexOf(false), known.lastIndexOf(true)], [asked - 1, asked - 2]);
});

test('a new game while the review runs stops it', async () => {
  let asked = 0;
  const { state } = setUp(async () => {
    asked++;
    await turns(2);
    return { kind: 'answer', report: reportAbout() };
  });
  playOut(state);
  while (asked === 0) await turns(1);
  state.session.newGame();
  await turns(20);
  const before = asked;
  await turns(50);
  assert.deepEqual([state.story.value.kind, asked], ['none', before]);
});
