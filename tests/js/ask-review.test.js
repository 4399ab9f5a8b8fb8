// The review: short looks at every board, long ones where something was lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EFFORT } from '../../www/ai/effort.js';
import { Findings, keyMoves, review } from '../../www/ai/review.js';
import { evaluationOf, reportAbout } from './fakes/worker.js';

/** @import { Grade } from '../../www/pkg/afterstate.js' */

/** @import { Replay } from '../../www/game/replay.js' */

/**
 * A replay whose move n is Up if n is in `bad`, else Right, the best move of the fake evaluation.
 * @param {number} moves
 * @param {number[]} bad
 * @returns {Replay}
 */
const replayOf = (moves, bad = []) =>
  /** @type {any} */ ({
    rows: 4,
    cols: 4,
    moves,
    ranks: (/** @type {number} */ at) => Uint8Array.of(at & 255, at >> 8),
    score: (/** @type {number} */ at) => at * 10,
    direction: (/** @type {number} */ at) => (bad.includes(at) ? 0 : 1),
  });

/**
 * @param {(at: number, nodes: number) => Partial<ReturnType<typeof evaluationOf>> & { network?: string }}
 *   [change]
 */
function evaluatorOf(change = () => ({})) {
  /** @type {[number, number][]} */
  const asked = [];
  return {
    asked,
    /** @param {any} question @returns {Promise<any>} */
    async ask({ position: { ranks }, limits: { nodes } }) {
      const at = ranks[0] + 256 * ranks[1];
      asked.push([at, nodes]);
      const { network = 'Lite', ...changed } = change(at, nodes);
      return { kind: 'answer', report: reportAbout({ ...evaluationOf(), ...changed }, network) };
    },
  };
}

const options = () => ({ signal: new AbortController().signal, onFindings: () => {} });

test('every board gets a short look, and the moves that lost something a long one', async () => {
  const evaluator = evaluatorOf();
  const findings = await review(replayOf(40, [5, 30]), evaluator, options());
  const long = evaluator.asked.filter(([, nodes]) => nodes > EFFORT.review.nodes).map(([at]) => at);
  assert.deepEqual(long.toSorted(), [30, 5].toSorted());
  assert.equal(evaluator.asked.length, 42);
  assert.deepEqual(keyMoves(findings, 3), [5, 30]);
  assert.deepEqual(findings.counts, { best: 38, good: 0, inaccuracy: 0, mistake: 0, blunder: 2 });
  assert.equal(findings.accuracy, 38 / 40);
  assert.equal(findings.expected[3], 20_030);
  assert.deepEqual([findings.losses[5], findings.costs[5], findings.share], [25, 5000, 1]);
});

test('where people are judged, a long look is for what is criticized, and for good moves that cost the AI much', async () => {
  const of = (/** @type {Grade} */ grade, matters = true) => {
    const move = { grade, loss: 0, value: 1 };
    return { people: { matters, stake: 10, moves: [move, move, move, move] } };
  };
  const judgments = [of('good'), of('inaccuracy'), of('good', false), of('good'), of('best')];
  const cheap = evaluationOf().moves.map((move) => move && { ...move, loss: 1, grade: 'good' });
  const evaluator = evaluatorOf((at) =>
    at === 3 || at === 1 ? { moves: /** @type {any} */ (cheap), ...judgments[at] } : { ...judgments[at] },
  );
  const played = replayOf(5, [0, 1, 2, 3, 4]);
  const findings = await review(played, evaluator, options());
  const long = evaluator.asked.filter(([, nodes]) => nodes === EFFORT.again.nodes).map(([at]) => at);
  assert.deepEqual(long.toSorted(), [0, 1, 4], 'a quarter for the AI: moves 0, 2 and 4');
  assert.deepEqual(findings.grades, ['good', 'inaccuracy', 'even', 'good', 'good']);
});

test('what is expected of the player is asked for again if the engine died before it answered', async () => {
  const good = { grade: /** @type {const} */ ('good'), loss: 0, value: 1 };
  const judged = { people: { matters: true, stake: 10, moves: [good, good, good, good] } };
  for (const [change, asked] of /** @type {const} */ ([
    [judged, 2],
    [{}, 1],
  ])) {
    let times = 0;
    const people = { ask: async () => /** @type {any} */ (times++ === 0 ? null : [3, 2, 1]) };
    const ai = { ...evaluatorOf(() => change), people };
    const { points } = await review(replayOf(2), ai, options());
    assert.deepEqual([times, points], [asked, asked === 2 ? [3, 2, 1] : []]);
  }
});

test('a long look that takes the loss back leads to another long look', async () => {
  const evaluator = evaluatorOf((at, nodes) =>
    at === 5 && nodes > EFFORT.review.nodes
      ? { moves: evaluationOf().moves.map((move) => move && { ...move, loss: 0, grade: 'best' }) }
      : {},
  );
  const findings = await review(replayOf(40, [5, 30]), evaluator, options());
  assert.deepEqual(keyMoves(findings, 3), [30]);
});

test('a long game is covered evenly before it is covered completely', async () => {
  const evaluator = evaluatorOf();
  /** @type {number[]} */
  const known = [];
  const onFindings = (/** @type {Findings} */ { losses }) =>
    known.push(losses.filter((loss) => !Number.isNaN(loss)).length);
  const { signal } = new AbortController();
  await review(replayOf(4000), evaluator, { signal, onFindings, now: () => 0 });
  assert.deepEqual(known, [1334, 4000]);
  assert.deepEqual(evaluator.asked.slice(0, 3), [
    [0, EFFORT.review.nodes],
    [3, EFFORT.review.nodes],
    [6, EFFORT.review.nodes],
  ]);
});

test('a sample of a long game is its first round', async () => {
  const evaluator = evaluatorOf();
  const findings = await review(replayOf(4000, [6]), evaluator, { ...options(), sample: true });
  assert.deepEqual(
    evaluator.asked,
    Array.from({ length: 1334 }, (_, at) => [3 * at, EFFORT.curve.nodes]),
  );
  assert.deepEqual([findings.share, findings.known], [1, 1334]);
});

test('a nearly lost board has no forecast, and a move costs by the value of the network there', async () => {
  const findings = await review(
    replayOf(20, [5]),
    evaluatorOf(() => ({ outlook: null, network: 'lite' })),
    options(),
  );
  const { best, moves } = evaluationOf();
  assert.equal(findings.costs[5], (Number(findings.losses[5]) / 100) * Number(moves[best ?? -1]?.value));
  assert.deepEqual(keyMoves(findings, 3), [5]);
  assert.ok(Number.isNaN(findings.expected[5]));
});

test('without a network nothing is claimed', async () => {
  const moves = evaluationOf().moves.map((move) => move && { ...move, loss: null, grade: null });
  const findings = await review(
    replayOf(20, [5]),
    evaluatorOf(() => ({ moves: /** @type {any} */ (moves), outlook: /** @type {any} */ (null) })),
    options(),
  );
  assert.deepEqual(keyMoves(findings, 3), []);
  assert.ok(Number.isNaN(findings.accuracy) && Number.isNaN(findings.expected[5]));
});

test('the built-in heuristic is asked once, because it judges no move', async () => {
  for (const sample of [false, true]) {
    const evaluator = evaluatorOf(() => ({ network: '', outlook: /** @type {any} */ (null) }));
    /** @type {number[]} */
    const shares = [];
    const onFindings = (/** @type {Findings} */ { share }) => shares.push(share);
    const findings = await review(replayOf(4000), evaluator, { ...options(), onFindings, sample });
    assert.deepEqual([evaluator.asked.length, findings.network, shares], [1, '', [1]]);
  }
});

test('a network that is lost half-way ends the review and takes away nothing that it found', async () => {
  const evaluator = evaluatorOf((at) => /** @type {any} */ ({ network: at < 10 ? 'Lite' : '' }));
  /** @type {Findings | null} */
  let last = null;
  const onFindings = (/** @type {Findings} */ findings) => (last = findings);
  let time = 0;
  const now = () => (time += 1000);
  await assert.rejects(review(replayOf(40, [5]), evaluator, { ...options(), onFindings, now }), /crashed/);
  const { network, known, losses } = /** @type {Findings} */ (/** @type {unknown} */ (last));
  assert.deepEqual([network, known, losses[5]], ['Lite', 10, 25]);
});

test('it ends when it is aborted, and fails with the reason of the AI', async () => {
  const controller = new AbortController();
  const evaluator = evaluatorOf((at) => {
    if (at === 10) controller.abort();
    return {};
  });
  await assert.rejects(review(replayOf(40), evaluator, { ...options(), signal: controller.signal }));
  assert.equal(evaluator.asked.length, 11);
  const broken = { ask: async () => ({ kind: /** @type {const} */ ('failed'), message: 'no memory' }) };
  await assert.rejects(review(replayOf(4), broken, options()), /no memory/);
});

test('key moves are apart, costliest first', () => {
  const findings = new Findings(replayOf(30));
  for (const [at, cost] of /** @type {[number, number][]} */ ([
    [3, 50],
    [5, 90],
    [20, 60],
  ])) {
    findings.costs[at] = cost;
    findings.grades[at] = 'inaccuracy';
  }
  assert.deepEqual(keyMoves(findings, 3), [5, 20]);
});
