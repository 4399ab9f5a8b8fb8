// Games in the forms of other programs, with the rules of the real package: each form is read and written
// like a slow reference implementation, errors name the position, and altered texts are read or refused with
// a message.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { Replay } from '../../www/game/replay.js';
import { FormError, readForm, textOf, writeForm } from '../../www/game/replay-forms.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { tried } from '../all.js';
import { Fuzz, rounds } from './fakes/fuzz.js';

before(async () => {
  initSync({
    module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
  });
});

/** @param {number} seed @param {number} moves @param {number} [rows] @param {number} [cols] */
function played(seed, moves, rows = 4, cols = 4) {
  const game = new Game(rows, cols, BigInt(seed));
  game.keepGoing();
  for (let turn = 0; game.moves < moves && !game.isOver; turn++) game.play([3, 2, 1, 0][turn % 4] ?? 0);
  return Replay.of(Game, game.replay());
}

/** The tiles and moves of a replay, by comparing its boards. @param {Replay} replay */
function tilesOf(replay) {
  const { rows, cols } = replay;
  const start = [...replay.ranks(0)].flatMap((rank, cell) =>
    rank > 0 ? [{ move: '', rank, row: Math.floor(cell / cols), column: cell % cols }] : [],
  );
  const moves = Array.from({ length: replay.moves }, (_, at) => {
    const slid = Game.fromPosition(replay.ranks(at), rows, cols, 0, 0n);
    const step = slid.play(Number(replay.direction(at)));
    const kept = new Set(step?.moves.map(({ to }) => to));
    const cell = [...replay.ranks(at + 1)].findIndex((rank, index) => rank > 0 && !kept.has(index));
    return {
      move: ['up', 'right', 'down', 'left'][Number(replay.direction(at))] ?? '',
      rank: Number(replay.ranks(at + 1)[cell]),
      row: Math.floor(cell / cols),
      column: cell % cols,
    };
  });
  return [...start, ...moves];
}

const binary = (/** @type {number} */ value, /** @type {number} */ width) =>
  value.toString(2).padStart(width, '0');
const NEW = `${[...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].join('')}ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ¤¾`;
/**
 * The reference: each entry as a text of bits.
 * @type {Record<string, (tiles: ReturnType<typeof tilesOf>, size: string) => string>}
 */
const REFERENCE = {
  verse: (tiles, size) =>
    `${size}-1_${tiles
      .map(({ move, rank, row, column }) => {
        const bits = `11111111111${binary(row, 3)}${binary(column, 3)}${binary(rank - 1, 2)}${binary(Math.max(0, ['up', 'down', 'left', 'right'].indexOf(move)), 2)}`;
        return bits
          .match(/.{7}/g)
          ?.map((seven) => NEW[parseInt(seven, 2)])
          .join('');
      })
      .join('')}`,
  list: (tiles, size) =>
    `${size} ${tiles.map(({ move, rank, row, column }) => `${move.slice(0, 1).toUpperCase()}${2 ** rank}@${row + 1},${column + 1}`).join(' ')}`,
};
const FORMS = /** @type {const} */ (['verse', 'list']);

/** @param {string} text */
const imported = async (text) =>
  Replay.of(
    Game,
    await textOf(Game, /** @type {NonNullable<ReturnType<typeof readForm>>} */ (readForm(text))),
  );

test('every form is written as the reference writes it, and read back to the same game', async () => {
  assert.equal(NEW.length, 128);
  for (const [rows, cols] of [
    [4, 4],
    [3, 4],
    [2, 4],
    [3, 3],
  ]) {
    for (const seed of tried([1, 2], [1, 2, 3, 4, 5])) {
      const replay = await played(seed, 400, rows, cols);
      for (const form of FORMS) {
        const text = REFERENCE[form]?.(tilesOf(replay), `${rows}x${cols}`) ?? '';
        assert.equal(writeForm(replay, form).replace(/\n/g, form === 'list' ? ' ' : '\n'), text);
        const back = await imported(`${text}\n`);
        assert.deepEqual(back.boards, replay.boards);
        assert.deepEqual(back.scores, replay.scores);
      }
    }
  }
});

test('an imported game is a game text, with its tiles, and goes on from any board', async () => {
  const replay = await imported('4x4 2@1,1 2@1,2 L2@4,4 R4@1,1 D2@1,3');
  assert.match(
    replay.text,
    /^afterstate\/1;4x4;seed=0;start=1100000000000000;score=0;moves=3:n;spawns=eBE;keep=1;now=/,
  );
  assert.deepEqual([...replay.ranks(3)].filter((rank) => rank > 0).length, 4);
  const game = replay.gameAt(1);
  assert.deepEqual([...game.ranks()], [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  assert.ok(!game.redo(), 'moves of somebody else cannot be redone');
  const own = await Replay.of(Game, replay.text, { players: 'own' });
  assert.equal(own.gameAt(1).redo()?.spawn.rank, 2, 'its own tiles come again');
});

test('a game that began with points is neither a list nor a verse, which cannot hold them', async () => {
  const game = Game.fromPosition(Uint8Array.from([1, 1, ...new Array(14).fill(0)]), 4, 4, 1234, 1n);
  game.play(3);
  const replay = await Replay.of(Game, game.replay());
  assert.equal(writeForm(replay, 'text'), game.replay());
  for (const form of /** @type {const} */ (['list', 'verse']))
    assert.throws(() => writeForm(replay, form), /started with a score.*Choose the game text/);
});

test('a text gives the game that another program reads from it', async () => {
  assert.deepEqual([...(await imported('4x4-1_00000g')).ranks(0)], [1, 1, ...new Array(14).fill(0)]);
  // Left in 5 ms, then a 2 in the last cell: time 00000101001, row 011, column 011, tile 00, move 10.
  const timed = await imported(`4x4-1_00000g${NEW[0b0000010]}${NEW[0b1001011]}${NEW[0b0110010]}`);
  assert.deepEqual([...timed.ranks(1)], [2, ...new Array(14).fill(0), 1]);
  assert.equal((await imported('4X4 2@1,1'.toLowerCase())).moves, 0);
  assert.equal((await imported('16@1,1;8@1,2 d2@1,1')).ranks(0)[0], 4, 'a list without a size is 4x4');
});

test('a game that began with a set board is a list only', async () => {
  const set = await imported('3x5 1024@1,1 1024@1,2 L2@1,2');
  assert.equal(writeForm(set, 'list'), '3x5\n1024@1,1 1024@1,2 L2@1,2');
  assert.throws(() => writeForm(set, 'verse'), /choose the move list/);
  const wide = await played(1, 20, 9, 9);
  assert.throws(() => writeForm(wide, 'verse'), /up to 8x8/);
  assert.deepEqual((await imported(writeForm(wide, 'list'))).boards, wide.boards);
});

for (const [text, words] of /** @type {const} */ ([
  ['4x4-1_000', 'has no starting tiles'],
  ['4x4-1_00000g0', 'Move 1 (“0”, character 13): the text is cut off'],
  ['4x4-1_00000g0!0', 'Move 1 (“0!0”, character 13): “!” isn’t valid in this format'],
  ['4x4-1_00000o', 'Starting tile 2 (“00o”, character 10): the new tile is neither 2 nor 4'],
  ['2x4-1_000020', 'Starting tile 2 (“020”, character 10): row 3, column 1 is outside the 2x4 board'],
  ['4x4-1_000000', 'Starting tile 2 (“000”, character 10): two starting tiles are in one cell'],
  ['4x4-1_00000g000', 'Move 1 (“000”, character 13): this move isn’t possible'],
  ['4x4-1_00000g002', 'Move 1 (“002”, character 13): the cell of the new tile is not empty'],
  ['44x4-1_000', '“44x4” isn’t a board size'],
  ['4x4 2@1,1 2@1,2 L2@1,1', 'Move 1 (“L2@1,1”, character 17): the cell of the new tile is not empty'],
  ['4x4 2@1,1 2@1,2 L8@1,3', 'Move 1 (“L8@1,3”, character 17): the new tile is neither 2 nor 4'],
  ['4x4 2@1,1 2@1,2 L2@1,2 X2@1,1', 'Move 2 (“X2@1,1”, character 24): expected a direction'],
  ['4x4 2@1,1 2@1,2 L2@1,2 2@1,1', 'Move 2 (“2@1,1”, character 24): a move begins with U, R, D or L'],
  ['4x4 2@1,1 3@1,2', 'Starting tile 2 (“3@1,2”, character 11): 3 is not a tile'],
  ['4x4 2@1,1 2@5,1', 'Starting tile 2 (“2@5,1”, character 11): row 5, column 1 is outside'],
  ['4x4 L2@1,1', 'has no starting tiles'],
])) {
  test(`refused: ${text}`, async () => {
    await assert.rejects(
      async () => imported(text),
      (error) => (error instanceof FormError && error.message.includes(words)) || assert.fail(String(error)),
    );
  });
}

test('other texts are none of these forms', () => {
  for (const text of [
    '',
    'hello',
    'replay',
    '4x4-000',
    '4x4',
    '2 4 8 16',
    'afterstate/1;4x4;seed=1',
    'https://example.org/replay_x',
  ])
    assert.equal(readForm(text), null, text);
});

test('a game of more moves than a replay has is refused before it is played', () => {
  assert.throws(() => readForm(`4x4-1_${'000'.repeat(200_003)}`), /more than 200,000 moves/);
});

test('altered texts are read as a game or refused with a message', async () => {
  const fuzz = new Fuzz(20_481_124);
  const replays = [await played(1, 12), await played(2, 40), await played(3, 8, 3, 4)];
  const seeds = replays.flatMap((replay) => FORMS.map((form) => writeForm(replay, form)));
  const tries = rounds(20_000);
  let read = 0;
  for (let round = 0; round < tries; round++) {
    const text = fuzz.garble(fuzz.pick(seeds));
    try {
      const foreign = readForm(text);
      if (!foreign) continue;
      const game = Game.fromText(await textOf(Game, foreign));
      assert.ok(game.moves <= foreign.entries.length);
      game.free();
      read++;
    } catch (error) {
      assert.ok(error instanceof FormError, `${JSON.stringify(text)}: ${error}`);
      assert.ok(error.message.length < 200, error.message);
    }
  }
  assert.ok(read > tries / 40, `${read} were still games`);
});
