// The puzzles: their file, the answers and the record of those that are solved.

import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { puzzleLink, readLink } from '../../www/game/link.js';
import { INACCURACY_FROM } from '../../www/ai/rating.js';
import { isRight, nextPuzzle, ranking, readPuzzle } from '../../www/puzzles/puzzles.js';
import { mistakesOf } from '../../www/puzzles/own.js';
import { answer, ask, cannotAsk, judge, makePuzzles } from '../../www/puzzles/state.js';
import { fakeState } from './fakes/state.js';

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});

const FILE = new URL('../../www/puzzles/puzzles.json', import.meta.url);
/** Up moves the 1024 out of its corner; Down changes nothing. */
const LINE = '000000001223a987 3 20 5 - 0';
const PUZZLE = readPuzzle(LINE);

const setUp = () => {
  const { state } = fakeState({ Game });
  return { state, puzzles: makePuzzles(state) };
};
/** @param {ReturnType<typeof makePuzzles>} puzzles */
const answered = ({ shown }) => {
  assert.ok(shown.value.kind === 'answered', shown.value.kind);
  return shown.value.answer;
};

test('the file holds at least 150 different puzzles of three levels in at most 30 kB', async () => {
  assert.ok((await stat(FILE)).size <= 30_000);
  /** @type {string[]} */
  const lines = JSON.parse(await readFile(FILE, 'utf8'));
  const puzzles = lines.map(readPuzzle);
  assert.ok(puzzles.length >= 150, `${puzzles.length}`);
  assert.equal(new Set(puzzles.map(({ key }) => key)).size, puzzles.length);
  for (const level of /** @type {const} */ (['easy', 'medium', 'hard']))
    assert.ok(puzzles.filter((puzzle) => puzzle.level === level).length >= 10, level);
  for (const { key, ranks, losses } of puzzles) {
    const game = Game.fromPosition(ranks, 4, 4, 0, 0n);
    assert.deepEqual(
      losses.map((loss) => loss !== null),
      game.possible(),
      key,
    );
    game.free();
    const [best, second] = ranking(losses);
    assert.equal(best?.loss, 0, key);
    assert.ok(second && !isRight(losses, second.direction), key);
  }
});

test('a puzzle is read from its line', () => {
  assert.deepEqual(PUZZLE, {
    key: '000000001223a987',
    ranks: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 10, 9, 8, 7),
    losses: [20, 5, null, 0],
    level: 'medium',
  });
  assert.equal(readPuzzle(LINE.replace(' 3 ', ' 1 ')).level, 'easy');
  assert.equal(readPuzzle(LINE.replace(' 3 ', ' 4 ')).level, 'hard');
  assert.deepEqual(
    [0, 1, 2, 3].map((direction) => isRight(PUZZLE.losses, direction)),
    [false, false, false, true],
  );
});

test('the next puzzle is the next that is not solved, from the start again after the last', () => {
  const puzzles = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
  const next = (/** @type {string} */ key, /** @type {string[]} */ solved) =>
    nextPuzzle(puzzles, key, solved)?.key;
  assert.equal(next('', []), 'a');
  assert.equal(next('a', ['b']), 'c');
  assert.equal(next('d', ['a']), 'b');
  assert.equal(next('b', ['a', 'c', 'd']), 'b', 'only this one is left');
  assert.equal(next('b', ['a', 'b', 'c', 'd']), 'c', 'all are solved');
  assert.equal(nextPuzzle([], '', []), undefined);
});

test('a right move is counted, a wrong one ends the streak and has a reason, and an impossible one is no answer', () => {
  const { puzzles } = setUp();
  ask(puzzles, PUZZLE);
  answer(puzzles, 2);
  assert.equal(puzzles.shown.value.kind, 'asked');
  /** @type {string[]} */
  const shown = [];
  const unwatch = puzzles.shown.subscribe(({ kind }) => shown.push(kind));
  answer(puzzles, 3);
  unwatch();
  assert.deepEqual(shown, ['asked', 'answered'], 'it is spoken once');
  const right = answered(puzzles);
  assert.deepEqual([right.right, right.best, right.second, right.loss], [true, 3, 1, 5]);
  assert.deepEqual(puzzles.record.value, { solved: [PUZZLE.key], streak: 1, best: 1 });
  answer(puzzles, 0);
  assert.equal(answered(puzzles), right, 'only the first answer counts');
  ask(puzzles, { ...PUZZLE, key: 'another' });
  answer(puzzles, 0);
  const wrong = answered(puzzles);
  assert.deepEqual([wrong.right, wrong.best, wrong.loss], [false, 3, 20]);
  assert.deepEqual(wrong.reason, { kind: 'corner', rank: 10, cells: [12] });
  assert.deepEqual(puzzles.record.value, { solved: [PUZZLE.key], streak: 0, best: 1 });
});

test('a solved puzzle changes nothing when it is shown again', () => {
  const { puzzles } = setUp();
  for (const direction of [3, 0, 3]) {
    ask(puzzles, PUZZLE);
    answer(puzzles, direction);
    assert.deepEqual(puzzles.record.value, { solved: [PUZZLE.key], streak: 1, best: 1 });
  }
});

test('the record is kept, and is read again with the next puzzle because another tab may have changed it', () => {
  const { state, puzzles } = setUp();
  ask(puzzles, PUZZLE);
  answer(puzzles, 3);
  const later = makePuzzles(state);
  assert.deepEqual(later.record.value, puzzles.record.value);
  ask(later, { ...PUZZLE, key: 'another' });
  answer(later, 3);
  ask(puzzles, { ...PUZZLE, key: 'third' });
  assert.equal(puzzles.record.value.streak, 2);
  state.store.write('puzzles', '{"version":1,"solved":{},"streak":-3,"best":"many"}');
  assert.deepEqual(makePuzzles(state).record.value, { solved: [], streak: 0, best: 0 });
});

test('a move on a board whose losses are not known waits for them; those of another board change nothing', () => {
  const { puzzles } = setUp();
  const first = { key: 'first', ranks: PUZZLE.ranks, losses: /** @type {const} */ ('unknown') };
  const second = { ...first, key: 'second' };
  ask(puzzles, first);
  ask(puzzles, second);
  judge(puzzles, first, PUZZLE.losses);
  answer(puzzles, 3);
  assert.equal(puzzles.shown.value.kind, 'asked');
  judge(puzzles, second, [20, 0.3, null, 0]);
  // Two moves are as good, so both are right.
  assert.deepEqual([answered(puzzles).right, answered(puzzles).loss], [true, 0.3]);
  ask(puzzles, second);
  judge(puzzles, second, [20, 0.3, null, 0]);
  answer(puzzles, 1);
  assert.deepEqual([answered(puzzles).right, answered(puzzles).best], [true, 1]);
  cannotAsk(puzzles, 'Why');
  assert.deepEqual(puzzles.shown.value, { kind: 'failed', text: 'Why' });
});

test('every move that the coach calls good is right', async () => {
  const grades = await readFile(new URL('../../src/wasm/grade.rs', import.meta.url), 'utf8');
  assert.equal(INACCURACY_FROM, Number(/\(Grade::Inaccuracy, ([\d.]+)\)/.exec(grades)?.[1]));
  const { puzzles } = setUp();
  const mistake = { key: 'own', ranks: PUZZLE.ranks, losses: /** @type {const} */ ('unknown') };
  for (const [loss, right] of /** @type {const} */ ([
    [0, true],
    [3.99, true],
    [4, false],
  ])) {
    ask(puzzles, mistake);
    answer(puzzles, 1);
    judge(puzzles, mistake, [20, loss, null, 0]);
    assert.equal(answered(puzzles).right, right, `${loss}%`);
  }
});

test('the player’s mistakes in the reviewed 4x4 games are puzzles, the costliest first', () => {
  const game = (/** @type {object} */ more) =>
    /** @type {import('../../www/game/waiting.js').KeptGame} */ ({ rows: 4, cols: 4, ...more });
  const games = [
    game({ saved: 1, mistakes: [{ at: 7, loss: 10 }] }),
    game({ saved: 2 }),
    game({ saved: 3, rows: 3, mistakes: [{ at: 2, loss: 99 }] }),
    game({ saved: 5, aided: true, ai: true, mistakes: [{ at: 2, loss: 99 }] }),
    game({
      saved: 4,
      mistakes: [
        { at: 5, loss: 9 },
        { at: 6, loss: 20 },
      ],
    }),
  ];
  assert.deepEqual(
    mistakesOf(games).map(({ key, at }) => [key, at]),
    [
      ['4@6', 6],
      ['1@7', 7],
      ['4@5', 5],
    ],
  );
});

test('a link to a puzzle is read; a damaged one is refused', () => {
  const link = puzzleLink({ ranks: PUZZLE.ranks, rows: 4, cols: 4 });
  assert.equal(link, `#puzzle=${PUZZLE.key}`);
  assert.deepEqual(readLink(link), { kind: 'puzzle', ranks: PUZZLE.key });
  assert.deepEqual(readLink(link.replace('=', '%3D').toUpperCase().replace('#PUZZLE', '#puzzle')), {
    kind: 'puzzle',
    ranks: PUZZLE.key,
  });
  for (const wrong of ['#puzzle=123', '#puzzle=z000000000000000', `${link}&x=1`, '#puzzle=0000000000000000'])
    assert.throws(() => readLink(wrong), /damaged|empty/, wrong);
});

test('a board without a move, which a link can bring, is no puzzle', () => {
  const { puzzles } = setUp();
  const ranks = Uint8Array.of(1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1);
  ask(puzzles, { key: '1234432112344321', ranks, losses: 'unknown' });
  assert.deepEqual(puzzles.shown.value, { kind: 'failed', text: 'No moves are possible on this board.' });
});
