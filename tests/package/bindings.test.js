// The interface of the WebAssembly builds that ship, in Node: values are passed exactly, and whatever cannot
// be right is refused with an error that names it. See also tests/wasm.rs, which compares with the crate.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { tried } from '../all.js';
import * as papers from '../../target/packages/pkg-papers/afterstate.js';
import * as engine from '../../target/packages/pkg/afterstate.js';

const { Game, Network, People, Solver } = engine;
const { Experiment, Player } = papers;
const ROOT = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFile(new URL(path, ROOT));
/** What is passed is wrong on purpose, so that its type cannot be right. @type {(value: unknown) => any} */
const wrongly = (value) => value;

before(async () => {
  engine.initSync({ module: await read('target/packages/pkg/afterstate_bg.wasm') });
  papers.initSync({ module: await read('target/packages/pkg-papers/afterstate_bg.wasm') });
});

/** A row of tiles, and empty cells below it. @param {number[]} ranks */
const board = (...ranks) => Uint8Array.from({ length: 16 }, (_, at) => ranks[at] ?? 0);

test('the version is that of the crate', async () => {
  const [, version] = /^version = "(.*)"$/m.exec(String(await read('Cargo.toml'))) ?? [];
  assert.equal(engine.version(), version);
});

test('a known replay is the same game as natively', async () => {
  const game = new Game(4, 4, 42n);
  while ([3, 0, 1, 2].some((direction) => game.play(direction) !== undefined));
  const known = String(await read('tests/data/replay-4x4-seed42.txt')).split('\n')[1];
  assert.equal(game.replay(), known);
  assert.equal(Game.fromText(String(known)).toText(), game.toText());
  assert.deepEqual([game.status, game.isOver], ['over', true]);
});

test('a step lists every tile, and undo reverts it', () => {
  const ranks = board(1, 1, 2).with(15, 16);
  const game = Game.fromPosition(ranks, 4, 4, 100, 5n);
  const step = game.play(3);
  assert.deepEqual([step?.reward, step?.score, step?.moves.length], [4, 104, 4]);
  assert.deepEqual(step?.moves[1], { from: 1, to: 0, rank: 1, merged: true });
  assert.equal(game.ranks()[12], 16);
  assert.ok(game.canUndo && game.undo() && !game.canUndo);
  assert.deepEqual(game.ranks(), ranks);
  assert.deepEqual(game.redo(), step);
  assert.equal(game.redo(), undefined);
});

test('a report has four values and the expected moves; only the moves that were asked for are searched', () => {
  const solver = new Solver({ tableBytes: 1 << 20 });
  const report = solver.search(board(1, 2, 3, 4), 4, 4, { ply: 3 });
  assert.equal(report.values.length, 4);
  assert.equal(report.values[0], null, 'up changes nothing');
  assert.equal(typeof report.values[2], 'number');
  assert.deepEqual([report.ply, report.line.length, report.history.length], [3, 3, 3]);
  const down = solver.search(board(1, 2, 3, 4), 4, 4, { ply: 3 }, [2]);
  assert.equal(down.best, 2);
  assert.equal(down.values[2], report.values[2]);
  const none = solver.search(board(), 4, 4, wrongly({ nodes: 0 }), [0, 1, 2, 3]);
  assert.equal(none.best, null);
});

test('the largest tiles are passed exactly', () => {
  const ranks = board(17, 16, 15, 1);
  assert.equal(typeof new Solver().search(ranks, 4, 4, { ply: 2 }).best, 'number');
  const game = Game.fromPosition(ranks, 4, 4, 3_000_000, 1n);
  assert.deepEqual(Game.fromText(game.toText()).ranks(), ranks);
  assert.deepEqual([game.maxRank, game.score], [17, 3_000_000]);
});

test('a shipped network is read with its progress, and plays', async () => {
  for (const name of tried(['lite'], ['lite', 'full'])) {
    const bytes = await read(`models/${name}.bin`);
    /** @type {number[]} */
    const shares = [];
    const network = Network.read(bytes, (share) => shares.push(share));
    assert.ok(shares.length > 5 && shares.every((share) => share <= 1), String(shares));
    assert.deepEqual(
      shares.toSorted((a, b) => a - b),
      shares,
    );
    assert.notEqual(network.provenance, '');
    assert.ok(network.bytes > bytes.length, 'it is unpacked');
    const found = Solver.withNetwork(network, { tableBytes: 0 }).evaluate(board(1, 2, 3, 4), 4, 4, {
      ply: 2,
    });
    assert.equal(found.moves[0], null);
    assert.equal(found.moves[found.best ?? -1]?.grade, 'best');
    assert.ok((found.outlook?.points ?? 0) > 0);
  }
});

test('the forecast for people judges moves, and knows levels and games', async () => {
  const bytes = await read('models/people.bin');
  const people = People.read(bytes);
  assert.equal(people.checksum, Buffer.from(bytes).readUInt32LE(bytes.length - 4));
  assert.ok(people.bytes <= 16 * 2 ** 20, `${people.bytes} bytes in memory`);

  const ranks = board(5, 4, 3, 1, 0, 1);
  const judgment = people.judge(ranks, 4, 4);
  const losses = (judgment?.moves ?? []).flatMap((move) => (move ? [move.loss] : []));
  assert.equal(Math.min(...losses), 0);
  assert.ok(losses.every((loss) => loss >= 0 && loss <= 100));
  assert.equal(judgment?.stake, Math.max(...losses));
  assert.equal(judgment.matters, judgment.stake >= 2);
  for (const move of judgment.moves) {
    if (move?.loss === 0) assert.equal(move.grade, 'best');
    if (move?.grade === 'good') assert.ok(!judgment.matters || move.loss <= judgment.stake / 4);
  }
  assert.equal(people.judge(new Uint8Array(9), 3, 3), null);

  const played = people.observe(ranks, 4, 4, 2);
  assert.ok(played && played.stake === judgment.stake && played.tiles === 60);
  assert.equal(people.observe(board(1), 4, 4, 0), null, 'not possible');
  assert.equal(people.level(Array(29).fill(played), []), null);
  const level = people.level(Array(40).fill(JSON.parse(JSON.stringify(played))), []);
  assert.ok(level && level.low <= level.points && level.points <= level.high);
  const known = people.level([], [5000, 4000, 6000]);
  assert.ok(known && known.points > 3000 && known.points < 7000);

  const forecast = people.forecast(ranks, 4, 4, 100, 6000);
  assert.ok(forecast && forecast.points > 3000 && forecast.points < 12_000);
  assert.deepEqual(
    forecast.tiles.map(({ rank }) => rank),
    [6, 7, 8],
  );
  assert.equal(people.forecast(board(13, 1), 4, 4, 0, 6000), null);

  const wrong = { loss: 200, stake: 4, tiles: 4 };
  assert.throws(() => people.level([wrong], []), /loss and a stake from 0/);
  assert.throws(() => people.level([{ ...wrong, loss: 1, tiles: -4 }], []), /tiles must be/);
  assert.throws(() => people.level([wrongly({ loss: 1 })], []), /stake/);
  assert.throws(() => people.level([], [-1]), /score must be/);
  assert.throws(() => people.forecast(ranks, 4, 4, -1, 6000), /score must be/);
  assert.throws(() => people.forecast(ranks, 4, 4, 0, Number.NaN), /level must be/);
  assert.throws(() => People.read(bytes.subarray(0, 1000)), /cut short or altered/);
});

test('damaged networks are refused, by the check and by reading', async () => {
  const good = await read('models/lite.bin');
  const refuses = (/** @type {Uint8Array} */ bytes, /** @type {RegExp} */ words) => {
    assert.throws(() => Network.check(bytes), words);
    assert.throws(() => Network.read(bytes), words);
  };
  Network.check(good);
  refuses(new Uint8Array(), /not a network file/);
  refuses(new TextEncoder().encode('<!doctype html><title>404</title>'), /not a network file/);
  refuses(good.subarray(0, -1), /cut short or altered/);
  refuses(good.with(good.length >> 1, (good[good.length >> 1] ?? 0) ^ 1), /cut short or altered/);
  refuses(good.with(8, 9), /version 9; this program reads 2/);
});

test('errors of games state what is wrong, and change nothing', () => {
  const game = new Game(4, 4, 1n);
  const text = game.toText();
  for (const wrong of [4, -1, 0.5, NaN]) assert.throws(() => game.play(wrong), /0 \(up\)/);
  assert.equal(game.toText(), text);
  assert.throws(() => new Game(1, 4, 1n), /board sides must be 2 to 9/);
  for (const wrong of [4.9, 4_294_967_300, -1, NaN, Infinity]) {
    assert.throws(() => new Game(wrong, 4, 1n), /whole numbers from 2 to 9/);
    assert.throws(() => Game.fresh(4, wrong), /whole numbers from 2 to 9/);
  }
  assert.throws(() => Game.fromText('hello'), /begins with afterstate\/1/);
  for (const wrong of [undefined, 5, {}, []])
    assert.throws(() => Game.fromText(wrongly(wrong)), /the text of a game must be a string/);
  for (const wrong of [-1, 1e16])
    assert.throws(() => Game.fromPosition(board(), 4, 4, wrong, 1n), /a score must be/);
  const small = Game.fromPosition([1, 1, 0, 0], 2, 2, 0, 1n);
  assert.throws(() => small.playWith(3, 4, 1), /from 0 to 3/);
  for (const rank of [0, 3]) assert.throws(() => small.playWith(3, 1, rank), /from 1 to 2/);
  assert.throws(() => small.playWith(3, 0, 1), /must be empty/);
  assert.equal(typeof small.playWith(1, 0, 1), 'object');
});

test('errors of solvers state what is wrong', () => {
  assert.throws(() => new Solver({ evaluator: 'none' }), /the evaluators are/);
  assert.throws(() => new Solver(wrongly({ colour: 1 })), /colour/);
  for (const tableBytes of [1e12, -1, 0.5, 536_870_912])
    assert.throws(() => new Solver({ tableBytes }), /tableBytes.*a whole number from 0 to 268435456/);
  new Solver({ tableBytes: undefined });
  const solver = new Solver({ tableBytes: 0 });
  const full = new Uint8Array(16).fill(1);
  for (const [limits, words] of /** @type {[object, RegExp][]} */ ([
    [{}, /ply, nodes or timeMs/],
    [{ ply: 0 }, /from 1 to 30/],
    [{ ply: 'x' }, /limits must be/],
    [{ timeMs: -1 }, /0 ms or more/],
  ]))
    assert.throws(() => solver.search(full, 4, 4, limits, [0]), words);
  assert.throws(() => solver.search(full, 4, 4, { ply: 1 }, [7]), /a direction must/);
  assert.throws(() => solver.search(full.subarray(1), 4, 4, { ply: 1 }, [0]), /16 cells/);
  assert.throws(() => solver.search(new Uint8Array(20).fill(1), 5, 4, { ply: 1 }, [0]), /4x4/);
  assert.throws(() => solver.evaluate(full, 4, 4, {}), /nodes/);
  assert.throws(() => solver.evaluate(full, 4, 4, wrongly({ managed: true })), /managed/);
});

test('ranks may be numbers, but neither wrap around nor are something else', () => {
  const solver = new Solver();
  const row = (/** @type {unknown} */ rank) => wrongly([rank, ...new Array(15).fill(0)]);
  for (const rank of [0, 1, 40]) assert.equal(Game.fromPosition(row(rank), 4, 4, 0, 1n).ranks()[0], rank);
  for (const rank of [257, -255, 1.9, '1', null, true, 41]) {
    assert.throws(() => Game.fromPosition(row(rank), 4, 4, 0, 1n), /from 0 \(empty\) to 40, not tiles/);
    assert.throws(() => solver.search(row(rank), 4, 4, { ply: 1 }), /not tiles/);
    assert.throws(() => solver.evaluate(row(rank), 4, 4, { ply: 1 }), /not tiles/);
  }
  assert.throws(() => Game.fromPosition(board(99), 4, 4, 0, 1n), /1099511627776 \(rank 40\)/);
  for (const none of [null, undefined, 5, '0000'])
    assert.throws(() => Game.fromPosition(wrongly(none), 2, 2, 0, 1n), /not tiles/);
});

test('seeds do not wrap around', () => {
  assert.equal(new Game(4, 4, 2n ** 64n - 1n).seed, 2n ** 64n - 1n);
  for (const wrong of [-1n, 2n ** 64n])
    assert.throws(() => new Game(4, 4, wrong), /BigInt from 0n to 18446744073709551615n/);
  for (const wrong of [undefined, 42, '42', true]) {
    assert.throws(() => new Game(4, 4, wrongly(wrong)), /BigInt/);
    assert.throws(() => Game.fromPosition([1, 1, 0, 0], 2, 2, 0, wrongly(wrong)), /BigInt/);
  }
});

/** Games of one strategy, as they come from the experiments of a page. @param {object} [changed] */
const setOf = (changed) => ({
  strategy: 'greedy',
  rows: 4,
  cols: 4,
  games: [{ seed: 1, score: 4, largestRank: 2, moves: 1, seconds: 0, ...changed }],
});

test('the players of the papers choose moves, and the same seed gives the same game', () => {
  assert.ok(JSON.parse(papers.catalog()).length > 30);
  const player = new Player('greedy', 4, 4, 0n);
  const thought = player.choose(board(1, 1).with(15, 3));
  assert.ok(thought.best === 1 || thought.best === 3, 'right or left merges');
  assert.throws(() => player.choose([1, 2]), /16/);
  assert.throws(() => new Player('no-such', 4, 4, 0n), /greedy/);

  // See also tests/browser/lab.test.js, which compares with native games.
  const experiment = new Experiment('sequential', 3, 3);
  const games = [experiment.play(7), experiment.play(8)];
  assert.equal(new Experiment('sequential', 3, 3).play(7).score, games[0]?.score);
  assert.throws(() => experiment.play(0.5), /whole number/);
  const stuck = [1, 2, 1, 2, 1, 2, 1, 2, 1];
  assert.equal(experiment.playOn(stuck, 7).moves, 0);
  assert.throws(() => experiment.playOn(stuck.slice(1), 7), /9/);

  const set = { strategy: experiment.strategy, rows: 3, cols: 3, games };
  assert.ok(papers.tabulate([set], 'markdown').startsWith('| player'));
  const text = papers.tabulate([set], 'raw');
  assert.equal(text.trim().split('\n').length, 3);
  assert.equal(papers.tabulate(papers.readGames(text), 'raw'), text);
  assert.throws(() => papers.tabulate([set], 'pdf'), /markdown/);
  const { counts } = papers.histogram(set, 5);
  assert.equal(
    Array.from(counts).reduce((sum, count) => sum + count, 0),
    2,
  );
  assert.throws(() => papers.histogram(set, 0), /from 1 to 200/);
});

test('errors of the papers’ players and experiments state what is wrong', () => {
  for (const wrong of [4.9, 4_294_967_300, -1, NaN, Infinity]) {
    assert.throws(() => new Player('greedy', wrong, 4, 0n), /whole numbers/);
    assert.throws(() => new Experiment('greedy', 4, wrong), /whole numbers/);
    assert.throws(
      () => papers.growTree('cook-sum:depth=1', '2 2 / . .', wrong),
      /most must be a whole number/,
    );
  }
  assert.throws(() => papers.readTree('', -1), /most must be a whole number/);
  assert.throws(() => new Experiment('greedy', 4, 4, 267), /whole number from 0 to 40/);
  assert.throws(() => new Player('expectimax:table-mb=1024', 4, 4, 0n), /256/);
  const player = new Player('greedy', 2, 2, 0n);
  const experiment = new Experiment('greedy', 2, 2);
  for (const wrong of [
    [257, 0, 0, 0],
    [2, 4, 1.5, 0],
    [null, 1, 1, 1],
  ]) {
    assert.throws(() => player.choose(wrongly(wrong)), /not tiles/);
    assert.throws(() => experiment.playOn(wrongly(wrong), 1), /not tiles/);
  }
  assert.throws(() => new Player('greedy', 2, 2, wrongly(5)), /BigInt/);
  assert.throws(() => player.newGame(wrongly(undefined)), /BigInt/);
  const five = wrongly(5);
  for (const call of [
    () => new Player(five, 2, 2, 0n),
    () => new Experiment(five, 2, 2),
    () => papers.readGames(five),
    () => papers.readTree(five, 5),
    () => papers.growTree(five, five, 5),
  ])
    assert.throws(call, /must be a string/);
});

test('games that no program could have played are refused', () => {
  papers.tabulate([setOf()], 'raw');
  for (const changed of [
    { seed: -5 },
    { score: 0.5 },
    { largestRank: 64 },
    { moves: 1e300 },
    { seconds: -1 },
    { seconds: 1e300 },
  ])
    assert.throws(() => papers.tabulate([setOf(changed)], 'raw'), JSON.stringify(changed));
  const line = (/** @type {string} */ strategy, size = '4,4', seed = '1') =>
    papers.readGames(`"${strategy}",${size},${seed},4,4,1,0.5\n`);
  line('greedy');
  const [even] = JSON.parse(papers.tabulate(line('greedy (even spawns)'), 'json'));
  assert.deepEqual([even.player, even.rows], ['greedy (even spawns)', 4]);
  assert.throws(() => line('gredy'), /greedy/);
  assert.throws(() => line('gredy (even spawns)'), /Did you mean "greedy"/);
  assert.throws(() => line('greedy', '4,99'), /9/);
  assert.throws(() => line('greedy', '4,4', '9007199254740993'), /seed/);
  assert.throws(() => line('greedy', '4,4', ''), /not a game/);
  assert.throws(() => line('greedy', '4,4,1,4,0,1,0.5\n"greedy",4,4', '2'), /line 1 is not a game/);
});
