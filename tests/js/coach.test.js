// The coach: the grades of moves, that each rating belongs to its move even with quick moves, and the warnings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Coach } from '../../www/game/coach.js';
import { lossOf, rate } from '../../www/game/rating.js';
import { ratingInWords, reasonInWords, warningInWords } from '../../www/view/coach.js';

/** @import { Report } from '../../www/engine/types.js' */

/** @param {(number | null)[]} values by direction @param {string} [unit] */
function report(values, unit = 'points') {
  const best = values.indexOf(Math.max(...values.map((value) => value ?? -Infinity)));
  return /** @type {Report} */ (/** @type {unknown} */ ({ values, best, by: { unit } }));
}

test('a move is graded by the share of the points still to come that it loses', () => {
  const values = [10_000, 9_999.5, 9_950, 9_850];
  assert.deepEqual(
    [0, 1, 2, 3].map((played) => rate(report(values), played)?.grade),
    ['best', 'best', 'good', 'inaccuracy'],
  );
  assert.equal(rate(report([10_000, 9_500, null, null]), 1)?.grade, 'mistake');
  assert.deepEqual(rate(report([10_000, 6_000, null, null]), 1), {
    grade: 'blunder',
    played: 1,
    best: 0,
    loss: 4_000,
    share: 0.4,
  });
  assert.equal(
    rate(report([40, 20, null, null]), 1)?.grade,
    'mistake',
    'the end of a lost game is no blunder',
  );
});

test('values without a unit only distinguish the AI’s move from others, and a move without a value has no grade', () => {
  assert.equal(rate(report([5, 1, null, null], ''), 0)?.grade, 'best');
  assert.equal(rate(report([5, 1, null, null], ''), 1)?.grade, 'other');
  assert.equal(rate(report([5, 1, null, null]), 2), null);
  assert.equal(rate(report([5, -Infinity, null, null]), 1), null);
  assert.equal(rate({ values: [null, null, null, null], best: null }, 1), null);
  assert.equal(lossOf(1e6, 1e6 - 50), 0);
});

test('the messages', () => {
  /** @type {import('../../www/game/rating.js').Rating} */
  const rating = { grade: 'mistake', played: 3, best: 0, loss: 2310.4, share: 0.05 };
  assert.equal(ratingInWords(rating), 'Mistake (−2,310). Up was better.');
  assert.equal(reasonInWords({ kind: 'corner', rank: 9 }, rating), 'Left moved the 512 out of its corner.');
  assert.equal(
    reasonInWords({ kind: 'space', left: 3, better: 6 }, rating),
    'Up would have left 5 empty cells, not 2.',
  );
  assert.equal(
    warningInWords({ ...rating, share: 0.384 }),
    'Left would cost you 38% of your expected remaining points. Make the same move again to play it anyway.',
  );
});

/** A fake game with its number of moves as its board, and an AI that answers on demand. @param {{ asks?: boolean }} [options] */
function table({ asks = false } = {}) {
  const session = {
    revision: 0,
    rows: 4,
    cols: 4,
    score: 100,
    status: 'playing',
    game: { seed: 7n },
    ranks: () => new Uint8Array(16).fill(session.revision),
    possible: () => [true, true, true, true],
  };
  /** @type {{ board: number, answer: (outcome: any) => Promise<void> }[]} */
  const questions = [];
  /** @type {{ board: number, grade: string, after: number }[]} */
  const ratings = [];
  /** @type {unknown[]} */
  const reports = [];
  const state = { busy: false };
  const coach = new Coach(
    /** @type {any} */ ({
      session,
      busy: () => state.busy,
      asks: () => asks,
      client: {
        ask: (/** @type {any} */ { position }) =>
          new Promise((resolve) => {
            questions.push({
              board: position.ranks[0],
              answer: async (outcome) => {
                resolve(outcome);
                await new Promise((done) => {
                  setTimeout(done, 0);
                });
              },
            });
          }),
      },
      onRating: (/** @type {any} */ { rating, board, after }) =>
        ratings.push({ board: board.ranks[0], grade: rating.grade, after: after.ranks[0] }),
      onOutlook: (/** @type {unknown} */ outlook) => reports.push(outlook),
      onWarning: (/** @type {any} */ { played }) => reports.push(`warned ${played}`),
      onLeft: () => reports.push('left'),
    }),
  );
  /** @param {number} direction @param {'person' | 'engine'} [by] */
  const move = (direction, by = 'person') => {
    session.revision++;
    coach.changed(/** @type {any} */ ({ kind: 'step', by, step: { direction } }));
  };
  return { coach, session, questions, ratings, reports, move, state };
}
const answer = (/** @type {(number | null)[]} */ ...values) => ({ kind: 'answer', report: report(values) });

test('a move after the answer is rated at once, a move before it when the answer arrives', async () => {
  const { coach, questions, ratings, move } = table();
  coach.look();
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  move(1);
  assert.deepEqual(ratings, [{ board: 0, grade: 'blunder', after: 1 }]);
  move(0);
  assert.equal(ratings.length, 1, 'board 1 is still being looked at');
  await questions[1]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(ratings[1], { board: 1, grade: 'best', after: 2 });
});

test('Undo, another board and Redo end what is said of the last move, and none of them is rated', async () => {
  const { coach, session, questions, ratings, reports, move } = table();
  coach.look();
  move(1);
  session.revision++;
  coach.changed({ kind: 'board' });
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(ratings, [], 'the move was undone before the answer');
  assert.deepEqual(reports.filter((report) => report === 'left').length, 1);
  await questions[1]?.answer(answer(1000, 500, 1000, 1000));
  session.revision++;
  coach.changed(/** @type {any} */ ({ kind: 'step', by: 'person', redone: true, step: { direction: 1 } }));
  assert.deepEqual(ratings, [], 'whoever made the move first');
  assert.deepEqual(reports.filter((report) => report === 'left').length, 2);
});

test('quick moves: one question at a time, each rating is for its own board, and the newest board is next', async () => {
  const { coach, questions, ratings, move } = table();
  coach.look();
  for (let moves = 0; moves < 50; moves++) move(1);
  assert.deepEqual(
    questions.map(({ board }) => board),
    [0],
  );
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(ratings, [{ board: 0, grade: 'blunder', after: 1 }]);
  assert.deepEqual(
    questions.map(({ board }) => board),
    [0, 50],
  );
});

test('the coach waits while the AI is busy, and repeats a dropped question later', async () => {
  const { coach, questions, ratings, reports, move, state } = table();
  coach.look();
  state.busy = true;
  await questions[0]?.answer({ kind: 'dropped' });
  move(0, 'engine');
  assert.equal(questions.length, 1);
  assert.deepEqual(reports, [null], 'the expected end of an older board is not shown');
  state.busy = false;
  coach.look();
  assert.deepEqual(
    questions.map(({ board }) => board),
    [0, 1],
  );
  move(0, 'engine');
  await questions[1]?.answer(answer(1, 2, 3, 4));
  assert.deepEqual(ratings, [], 'the AI’s own moves are not rated');
});

test('a board is evaluated again after a change of the evaluator', async () => {
  const { coach, questions, ratings, move } = table();
  coach.look();
  coach.refresh();
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(
    questions.map(({ board }) => board),
    [0, 0],
  );
  await questions[1]?.answer(answer(1000, 995, 1000, 1000));
  move(1);
  assert.deepEqual(
    ratings.map(({ grade }) => grade),
    ['good'],
  );
});

test('after undo an answer about another board is not used', async () => {
  const { coach, session, questions, ratings, move } = table();
  coach.look();
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  session.revision++;
  coach.changed({ kind: 'board' });
  move(1);
  assert.deepEqual(ratings, []);
});

test('a known blunder is held back once if the setting is on, and played when it is repeated', async () => {
  const { coach, questions, reports } = table({ asks: true });
  coach.look();
  assert.equal(coach.mayPlay(1), true, 'not known yet: never held back');
  await questions[0]?.answer(answer(1000, 500, 1000, 450));
  assert.deepEqual([coach.mayPlay(0), coach.mayPlay(1), coach.mayPlay(1)], [true, false, true]);
  assert.equal(coach.mayPlay(3), false, 'another blunder is another warning');
  assert.deepEqual(reports.slice(1), ['warned 1', 'warned 3']);
  const without = table();
  without.coach.look();
  await without.questions[0]?.answer(answer(1000, 500, 1000, 450));
  assert.equal(without.coach.mayPlay(1), true);
});

test('the expected score is the score plus the points still to come, shown with its highest value in this game', async () => {
  const { coach, session, questions, reports, move } = table();
  coach.look();
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  session.score = 200;
  move(0);
  await questions[1]?.answer(answer(600, 500, 600, 600));
  session.game = { seed: 8n };
  move(0);
  await questions[2]?.answer(answer(300, 500, 600, 600));
  assert.deepEqual(reports, [
    { made: 100, end: 1100, most: 1100 },
    { made: 200, end: 800, most: 1100 },
    { made: 200, end: 800, most: 800 },
  ]);
});
