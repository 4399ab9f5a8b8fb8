// The coach: the grades of moves, that each rating belongs to its move even with quick moves, and the
// warnings.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, test } from 'node:test';
import { Game, Solver, initSync } from '../../target/packages/pkg/afterstate.js';
import { startCoach } from '../../www/coach/coach.js';
import { mount } from '../../www/coach/mount.js';
import { rateMove } from '../../www/coach/rate-move.js';
import { startForecast } from '../../www/forecast/forecast.js';
import { EFFORT } from '../../www/ai/effort.js';
import { invitation } from '../../www/ai/invitation.js';
import { rate } from '../../www/ai/rating.js';
import { stop } from '../../www/ai/acts.js';
import { knowsBetter, mayMove, switchCoach } from '../../www/coach/state.js';
import { forPeople, reportOf } from '../../www/engine/client.js';
import { MOVE, UNDO, perform } from '../../www/game/acts.js';
import { DEFAULTS, setSetting } from '../../www/shared/settings.js';
import { effect } from '../../www/vendor/signals-core.js';
import { ratingInWords, reasonInWords, saidInWords, warningInWords } from '../../www/ai/rating-words.js';
import { fakeState } from './fakes/state.js';

/** @import { Direction, Report } from '../../www/engine/types.js' */
/** @import { Reason } from '../../www/ai/reasons.js' */
/** @import { State } from '../../www/game/state.js' */
/** @import { Grade, Judgment } from '../../www/pkg/afterstate.js' */

/** @type {Direction[]} */
const DIRECTIONS = [0, 1, 2, 3];
/** @type {State[]} */
const open = [];
afterEach(() => {
  for (const { session } of open.splice(0)) session.saving.forget();
});

/** The report of a network whose expected points are these. @param {(number | null)[]} values by direction */
function report(values) {
  const first = Math.max(...values.map((value) => value ?? -Infinity));
  const losses = values.map((value) => (value === null ? null : (100 * (first - value)) / first));
  const grades = losses.map((loss) => loss && (loss < 4 ? 'good' : loss < 25 ? 'mistake' : 'blunder'));
  const judged = {
    losses,
    grades: grades.map((grade) => (grade === 0 ? 'best' : grade)),
    outlook: { points: first, tiles: [] },
  };
  const best = values.indexOf(first);
  return /** @type {Report} */ (/** @type {unknown} */ ({ values, best, judged, line: [best] }));
}

test('a move has the grade and the loss of the evaluation', () => {
  assert.deepEqual(rate(report([10_000, 9_500, null, null]), 1), {
    grade: 'mistake',
    played: 1,
    best: 0,
    loss: 5,
  });
  assert.equal(rate(report([10_000, 9_500, null, null]), 0)?.grade, 'best');
  assert.equal(rate(report([10_000, 9_500, null, null]), 2), null, 'not possible');
});

test('a criticized move without a reason is followed by the moves that the AI expects', () => {
  const rating = rate(report([10_000, 9_500, null, null]), 1);
  assert.ok(rating);
  assert.equal(
    saidInWords({ kind: 'rating', rating, reason: 'none', line: [0, 3, 0, 1] }),
    'Mistake\u00a0(−5%). Up was better. The AI would go on with Left and Up.',
  );
});

test('without a network the coach speaks only of a move that can end the game at once', () => {
  const said = (/** @type {Direction} */ played, /** @type {Reason | 'none'} */ reason) => {
    const rating = rate({ best: 0 }, played);
    assert.ok(rating);
    return saidInWords({ kind: 'rating', rating, reason, line: [0, 3] });
  };
  assert.equal(said(0, 'none'), '', 'the AI would have played it: that does not make it the best');
  assert.equal(said(1, 'none'), '');
  assert.equal(said(1, { kind: 'corner', rank: 9, cells: [] }), '');
  assert.equal(
    said(1, { kind: 'over', chance: 0.9, cells: [] }),
    'The AI would have played Up, not Right. Right ends the game at once in 90% of cases.',
  );
  assert.equal(rate({ best: null }, 1), null);
});

test('without a network a masher hears of the move that can end his game, and of no other', async () => {
  const wasm = new URL('../../target/packages/pkg/afterstate_bg.wasm', import.meta.url);
  initSync({ module: await readFile(wasm) });
  const { state } = fakeState({ Game: /** @type {any} */ (Game), seed: 1n });
  open.push(state);
  switchCoach(state, true);
  const solver = new Solver();
  /** @type {string[]} */
  const said = [];
  while (!state.game.value.isOver) {
    const board = state.game.value;
    const played = DIRECTIONS.map((key) => (board.moves + key) % 4).find((key) => board.possible[key]);
    const way = DIRECTIONS[played ?? 0] ?? 0;
    const found = solver.evaluate(board.ranks, 4, 4, { nodes: 1000 });
    const report = reportOf(found, { network: null, tier: 'single', threads: 1 });
    state.session.move(way, 'person');
    rateMove(state, { board, report }, way, state.game.value);
    const { value } = state.coach;
    if (value.kind === 'on') said.push(saidInWords(value.said));
  }
  assert.ok(said.length > 100);
  assert.match(
    said.filter(Boolean).join(),
    /^The AI would have played \w+, not \w+\. \w+ ends the game at once in \d+% of cases\.$/,
  );
});

test('the coach is quiet about an inaccuracy, and about a good move unless the AI would gain much from another', () => {
  const said = (/** @type {Grade} */ grade, /** @type {number} */ ai) =>
    saidInWords({
      kind: 'rating',
      rating: { grade, played: 3, best: 0, loss: 0.4, ai },
      reason: 'none',
      line: [],
    });
  assert.equal(said('good', 5), '');
  assert.equal(
    said('good', 50),
    'Good move: you are still fine. The AI would make 100% more points with Up.',
  );
  assert.equal(said('inaccuracy', 50), '');
  assert.equal(said('mistake', 5), 'Mistake\u00a0(−0.4%). Up was better.');
});

test('the messages', () => {
  /** @type {import('../../www/ai/rating.js').Rating} */
  const rating = { grade: 'mistake', played: 3, best: 0, loss: 5.04 };
  assert.equal(ratingInWords(rating), 'Mistake\u00a0(−5%). Up was better.');
  assert.equal(
    reasonInWords({ kind: 'corner', rank: 9, cells: [] }, rating),
    'Left moved the 512 out of its corner.',
  );
  assert.equal(reasonInWords({ kind: 'over', chance: 1, cells: [] }, rating), 'Left ends the game at once.');
  assert.equal(
    reasonInWords({ kind: 'space', left: 3, better: 6, cells: [] }, rating),
    'After Up there would have been 5 empty cells, not 2.',
  );
  assert.equal(
    warningInWords({ ...rating, loss: 38.4 }),
    'Left would cost you 38% of the remaining points. Make the same move again to play it anyway.',
  );
});

/**
 * A state with a coach whose AI answers on demand. `said`: what the coach says, in order.
 * @param {{ asks?: boolean, people?: Judgment }} [options] `people`: what their judge says of every board
 */
function table({ asks = false, people } = {}) {
  const { state, game } = fakeState({ settings: { ...DEFAULTS, coach: true, askBlunder: asks } });
  open.push(state);
  /**
   * @type {{ board: number, limits: unknown, signal: AbortSignal,
   *   answer: (outcome: any) => Promise<void> }[]}
   */
  const questions = [];
  /** @type {Parameters<typeof startCoach>[1]} */
  const ai = {
    ask: ({ position, limits }, { signal = AbortSignal.abort() } = {}) =>
      new Promise((resolve) => {
        questions.push({
          board: position.ranks[0] ?? 0,
          limits,
          signal,
          answer: async (outcome) => {
            const { judged } = outcome.report ?? {};
            if (people && judged)
              judged.people = judged.grades.map(
                (/** @type {Grade | null} */ grade, /** @type {number} */ direction) =>
                  grade && forPeople(people, direction, grade),
              );
            resolve(outcome);
            await new Promise((done) => {
              setTimeout(done, 0);
            });
          },
        });
      }),
  };
  startCoach(state, ai);
  /** @type {string[]} */
  const said = [];
  /** @type {unknown} */
  let last;
  effect(() => {
    const coach = state.coach.value;
    if (coach.kind === 'off' || coach.said === last) return;
    last = coach.said;
    if (coach.said.kind === 'rating') said.push(coach.said.rating.grade);
    if (coach.said.kind === 'warning') said.push(`warned ${coach.said.rating.played}`);
  });
  const asked = () => questions.map(({ board }) => board);
  return { state, game, questions, asked, said };
}
const answer = (/** @type {(number | null)[]} */ ...values) => ({ kind: 'answer', report: report(values) });

test('a move after the answer is rated at once, a move before it when the answer arrives', async () => {
  const { state, questions, said } = table();
  await questions[0]?.answer(answer(1000, 995, 1000, 1000));
  perform(state, MOVE, 1);
  assert.deepEqual(said, ['good']);
  perform(state, MOVE, 0);
  assert.equal(said.length, 1, 'board 1 is still being looked at');
  await questions[1]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(said, ['good', 'best']);
});

test('a move is criticized only after a longer look at its board', async () => {
  for (const [longer, grade] of /** @type {const} */ ([
    [995, 'good'],
    [950, 'mistake'],
  ])) {
    for (const quick of [false, true]) {
      const { state, questions, asked, said } = table();
      if (quick) perform(state, MOVE, 1);
      await questions[0]?.answer(answer(1000, 500, 1000, 1000));
      if (!quick) {
        await questions[0]?.answer(answer(1000, 500, 1000, 1000));
        perform(state, MOVE, 1);
      }
      assert.deepEqual([asked(), said], [[0, 0], []], `${longer} ${quick}`);
      assert.deepEqual(
        questions.map(({ limits }) => limits),
        [EFFORT.coach, EFFORT.again],
      );
      await questions[1]?.answer(answer(1000, longer, 1000, 1000));
      assert.deepEqual([asked(), said], [[0, 0, 1], [grade]]);
    }
  }
});

test('a move that is good for a person gets a longer look where the AI would gain much by another one', async () => {
  const good = { value: 1, loss: 0, grade: /** @type {Grade} */ ('good') };
  for (const [matters, value, looks] of /** @type {const} */ ([
    [true, 950, 2],
    [true, 970, 1],
    [false, 950, 1],
  ])) {
    const people = { matters, stake: 40, moves: [good, good, good, good] };
    const { state, questions, asked, said } = table({ people });
    await questions[0]?.answer(answer(1000, value, 1000, 1000));
    perform(state, MOVE, 1);
    assert.equal(asked().filter((board) => board === 0).length, looks, `${value} of 1000`);
    await questions[1]?.answer(answer(1000, 1000, 1000, 1000));
    assert.deepEqual(said, [looks === 2 ? 'best' : matters ? 'good' : 'even']);
  }
});

test('with the judge of people’s moves its grades are said, and its blunders are warned of', async () => {
  const move = (/** @type {Grade} */ grade) => ({ value: 1, loss: 30, grade });
  const moves = [move('good'), move('blunder'), move('mistake'), move('good')];
  const people = { matters: true, stake: 40, moves };
  const { state, questions, said } = table({ asks: true, people });
  await questions[0]?.answer(answer(990, 990, 990, 1000));
  assert.equal(perform(state, MOVE, 1), false);
  perform(state, MOVE, 1);
  await questions[1]?.answer(answer(990, 990, 990, 1000));
  perform(state, MOVE, 0);
  await questions[2]?.answer(answer(990, 990, 990, 1000));
  perform(state, MOVE, 3);
  assert.deepEqual(said, ['warned 1', 'blunder', 'good', 'best']);
});

test('after a hint the coach rates the move by the hint’s longer look', async () => {
  const { state, questions, said } = table();
  knowsBetter(state, report([1000, 990, 1000, 1000]));
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  knowsBetter(state, report([1000, 995, 1000, 1000]));
  perform(state, MOVE, 1);
  assert.deepEqual(said, ['good']);
});

test('quick moves: one question at a time, each rating is for its own board, and the newest board is next', async () => {
  const { state, questions, asked, said } = table();
  for (let moves = 0; moves < 50; moves++) perform(state, MOVE, 1);
  assert.deepEqual(asked(), [0]);
  await questions[0]?.answer(answer(1000, 995, 1000, 1000));
  assert.deepEqual(said, ['good']);
  assert.deepEqual(asked(), [0, 50]);
});

test('the coach waits while the AI is busy, and repeats a dropped question later', async () => {
  const { state, questions, asked, said } = table();
  state.mode.value = 'autoplay';
  await questions[0]?.answer({ kind: 'dropped' });
  state.session.move(0, 'engine');
  assert.deepEqual(asked(), [0]);
  stop(state);
  assert.deepEqual(asked(), [0, 1]);
  state.session.move(0, 'engine');
  await questions[1]?.answer(answer(1, 2, 3, 4));
  assert.deepEqual(said, [], 'the AI’s own moves are not rated');
});

test('a question that was dropped for a hint is asked again after it; one that ended with the AI is not', async () => {
  const { state, questions, asked } = table();
  state.mode.value = 'hint';
  assert.equal(questions[0]?.signal.aborted, true, 'the hint does not wait for it');
  stop(state);
  assert.deepEqual(asked(), [0, 0]);
  await questions[0]?.answer({ kind: 'dropped' });
  await questions[1]?.answer({ kind: 'dropped' });
  assert.deepEqual(asked(), [0, 0], 'the AI was ended');
});

test('in a tab that watches another one the coach asks nothing, and asks once the board is its own', () => {
  const { state, questions, asked } = table();
  state.owner.value = 'elsewhere';
  assert.equal(questions[0]?.signal.aborted, true);
  for (const seed of [8n, 9n]) state.session.newGame(seed);
  assert.deepEqual(asked(), [0]);
  state.owner.value = 'mine';
  assert.deepEqual(asked(), [0, 0]);
});

test('a board is evaluated again after a change of the evaluator', async () => {
  const { state, questions, asked, said } = table();
  state.networks.value = { ...state.networks.value, used: /** @type {any} */ ({ id: 'lite' }) };
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(asked(), [0, 0]);
  await questions[1]?.answer(answer(1000, 995, 1000, 1000));
  perform(state, MOVE, 1);
  assert.deepEqual(said, ['good']);
});

test('after undo an answer about another board is not used, and the words about the move are gone', async () => {
  const { state, questions, said } = table();
  await questions[0]?.answer(answer(1000, 995, 1000, 1000));
  perform(state, MOVE, 1);
  await questions[1]?.answer(answer(1000, 500, 1000, 1000));
  perform(state, UNDO);
  assert.deepEqual(said, ['good']);
  const { value } = state.coach;
  assert.deepEqual(value.kind === 'on' && value.said, { kind: 'nothing' });
  assert.equal(state.speaker.value, 'nobody');
  perform(state, MOVE, 1);
  assert.deepEqual(said, ['good'], 'the board before is not known');
});

test('on another board the old forecast goes, and a late answer about the board before is not used', async () => {
  const { state, questions } = table();
  startForecast(state, { ask: async () => ({ kind: 'dropped' }) }, () => {});
  await questions[0]?.answer(answer(1000, 995, 1000, 1000));
  perform(state, MOVE, 1);
  state.session.newGame(9n);
  await questions[1]?.answer(answer(9000, 500, 1000, 1000));
  assert.equal(state.forecast.value.kind, 'none', 'that was about the game before');
  await questions[2]?.answer(answer(600, 500, 600, 600));
  assert.equal(state.forecast.value.kind, 'known');
});

test('a move that was undone before the answer about it is not rated', async () => {
  const { state, questions, said } = table();
  perform(state, MOVE, 1);
  perform(state, UNDO);
  for (const at of [0, 1]) await questions[at]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(said, []);
});

test('a move that is redone is not rated', async () => {
  const { state, questions, said } = table();
  perform(state, MOVE, 1);
  state.session.undo();
  await questions[0]?.answer({ kind: 'dropped' });
  await questions.at(-1)?.answer(answer(1000, 500, 1000, 1000));
  state.session.redo();
  assert.deepEqual(said, []);
});

test('a known blunder is held back once if the setting is on, and played when it is repeated', async () => {
  const { state, questions, said } = table({ asks: true });
  assert.equal(mayMove(state, 1), true, 'not known yet: never held back');
  await questions[0]?.answer(answer(1000, 500, 1000, 450));
  assert.deepEqual([mayMove(state, 0), mayMove(state, 1), mayMove(state, 1)], [true, false, true]);
  assert.equal(mayMove(state, 3), false, 'another blunder is another warning');
  assert.deepEqual(said, ['warned 1', 'warned 3']);
  assert.equal(perform(state, MOVE, 1), false);
  assert.equal(state.game.value.moves, 0);
  const without = table();
  await without.questions[0]?.answer(answer(1000, 500, 1000, 450));
  assert.equal(mayMove(without.state, 1), true);
});

test('the coach is switched on and off, and is off during the counted try of the daily board, and then on again', async () => {
  const { state, questions } = table();
  setSetting(state, 'coach', false);
  assert.deepEqual(state.coach.value, { kind: 'off' });
  await questions[0]?.answer(answer(1000, 500, 1000, 1000));
  assert.deepEqual(state.coach.value, { kind: 'off' });
  setSetting(state, 'coach', true);
  assert.equal(state.coach.value.kind, 'on');
  const daily = { kind: /** @type {const} */ ('daily'), day: '2026-11-27', seed: 1n, tries: new Map() };
  state.daily.value = daily;
  assert.equal(state.coach.value.kind, 'off');
  assert.equal(invitation(state), 'No AI in the daily game');
  const result = /** @type {any} */ ({});
  state.daily.value = { ...daily, tries: new Map([[daily.day, result]]) };
  assert.equal(invitation(state), 'The coach speaks when it matters.');
});

test('the menu offers the coach, but not during the counted try of the daily board, where it would do nothing', () => {
  const { state } = table();
  /** @type {boolean[]} */
  const shown = [];
  /** @param {unknown} group @param {import('../../www/game/app.js').MenuRow} row */
  const addToMenu = (group, row) => void shown.push(row.shown?.(state) ?? true);
  const app = /** @type {any} */ ({ state, addToMenu, addSwitch() {}, onAi() {}, lazily() {} });
  mount(app);
  state.daily.value = { kind: 'daily', day: '2026-11-27', seed: 1n, tries: new Map() };
  mount(app);
  assert.deepEqual(shown, [true, false]);
});
