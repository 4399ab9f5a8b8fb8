// Pasted positions and links: what is read, and the messages for what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST, LinkError, boardLink, gameLink, readLink, readPasted } from '../../www/game/link.js';
import { readPosition } from '../../www/game/board-text.js';
import { PositionError, writeDigits, writePosition } from '../../www/game/position.js';
import { rounds } from './fakes/fuzz.js';

const RANKS = [0, 0, 1, 2, 1, 3, 5, 4, 2, 7, 8, 6, 12, 11, 10, 9];
const BOARD = { ranks: Uint8Array.from(RANKS), rows: 4, cols: 4 };
const GAME = 'afterstate/1;4x4;seed=42;moves=7:UA4;keep=1;now=0010000200003002';

test('a position is read in every form that is written', () => {
  assert.deepEqual(readPosition(writePosition(BOARD)), BOARD);
  assert.deepEqual(readPosition(String(writeDigits(BOARD))), BOARD);
  assert.deepEqual(readPosition('0x00121354278 6CBA9'.replace(' ', '')), BOARD);
  assert.deepEqual(readPosition('. . 2 4 / 2 8 32 16 / 4 128 256 64 / 4096 2048 1024 512'), BOARD);
  assert.deepEqual(
    readPosition(
      JSON.stringify([
        [0, 0, 2, 4],
        [2, 8, 32, 16],
        [4, 128, 256, 64],
        [4096, 2048, 1024, 512],
      ]),
    ),
    BOARD,
  );
  assert.deepEqual(readPosition('0, 0, 2, 4, 2, 8, 32, 16, 4, 128, 256, 64, 4096, 2048, 1024, 512'), BOARD);
  // The editor gives its own position as the size.
  assert.deepEqual(readPosition('2 4 . 8', readPosition('2 2 / 2 2')), readPosition('2 4 / . 8'));
  assert.deepEqual(readPosition('. 2\r\n4 8\r\n16 32\r\n').rows, 3);
});

test('the largest tiles are read and written', () => {
  const great = { ranks: Uint8Array.from([17, 16, 15, 14, ...new Array(12).fill(0)]), rows: 4, cols: 4 };
  assert.equal(writeDigits(great), 'hgfe000000000000');
  assert.deepEqual(readPosition('HGFE000000000000'), great);
  assert.deepEqual(readPosition(writePosition(great)), great);
});

test('a tile that only a game from a position reaches is read, and has no form in digits', () => {
  const great = { ranks: Uint8Array.from([18, 1, ...new Array(14).fill(0)]), rows: 4, cols: 4 };
  assert.equal(writeDigits(great), null);
  assert.deepEqual(readPosition(writePosition(great)), great);
  assert.deepEqual(readLink(boardLink(great, 0)), { kind: 'board', position: great, score: 0 });
  assert.deepEqual(readPosition('64 . / . 2').ranks, Uint8Array.of(6, 0, 0, 1));
});

test('other sizes than 4x4 have no form in digits', () => {
  assert.equal(writeDigits({ ranks: Uint8Array.of(1, 2, 3, 4, 5, 0), rows: 2, cols: 3 }), null);
});

for (const [text, words] of /** @type {const} */ ([
  ['', /Enter a position/],
  ['3 5 / 7 9', /“3” is not a tile/],
  ['2 4 8 / 2 4', /same number of tiles. These have 3, 2/],
  ['2 4 8', /isn’t a board size/],
  ['2 4 / 8 2199023255552', /no 2199023255552 tile: the largest/],
  ['. . / . .', /empty/],
  ['0000000000000000', /empty/],
  ['<img src=x onerror=alert(1)>', /“<img” is not a tile/],
  ['2 '.repeat(2000), /too long/],
  ['2 4 / -8 16', /is not a tile/],
  ['2 4 / 8e1 16', /is not a tile/],
])) {
  test(`not a position: ${text.slice(0, 30)}`, () => {
    assert.throws(
      () => readPosition(text),
      (error) => error instanceof PositionError && words.test(error.message),
    );
  });
}

test('a game survives its link, on any host', () => {
  /** Who made the moves is not in the text of a game. */
  const SHARED = { kind: 'game', text: GAME, by: 'shared' };
  const OWN = { ...SHARED, by: 'own' };
  const link = String(gameLink(GAME));
  assert.equal(link, '#game=1&size=4x4&seed=42&moves=7:UA4&keep=1&now=0010000200003002');
  assert.deepEqual(readLink(link), OWN);
  assert.deepEqual(readLink(String(gameLink(GAME, 'own', 'lite'))), { ...OWN, rival: 'lite' });
  assert.throws(() => readLink(`${link}&rival=<b>`), LinkError);
  assert.deepEqual(readPasted(`  https://example.org/2048/?rows=4${link}\n`), OWN);
  assert.deepEqual(readPasted(GAME), SHARED);
  for (const [text, game] of /** @type {const} */ ([
    [GAME, SHARED],
    [`https://example.org/2048/${link}`, OWN],
  ])) {
    const wrapped = `\ufeff${text.replaceAll(/.{30}/g, '$&\r\n')}`;
    assert.deepEqual(readPasted(wrapped), game);
  }
  assert.deepEqual(readLink(`#${encodeURIComponent(link.slice(1))}`), OWN);
});

test('a position survives its link', () => {
  const link = boardLink(BOARD, 31_416);
  assert.deepEqual(readLink(link), { kind: 'board', position: BOARD, score: 31_416 });
  for (const score of [10 ** 15, Number.MAX_SAFE_INTEGER])
    assert.deepEqual(readLink(boardLink(BOARD, score)), { kind: 'board', position: BOARD, score });
  assert.throws(() => readLink(boardLink(BOARD, 2 ** 53)), LinkError);
  assert.deepEqual(readLink('#board=2x2:1200'), {
    kind: 'board',
    position: { ranks: Uint8Array.of(1, 2, 0, 0), rows: 2, cols: 2 },
    score: 0,
  });
});

test('other fragments and texts give null', () => {
  for (const hash of ['', '#', '#top', '#gamer=1', '#Board']) assert.equal(readLink(hash), null);
  assert.equal(readPasted('2 4 8 16'), null);
});

test('a game that is too long has no link', () => {
  assert.equal(gameLink(`afterstate/1;4x4;seed=1;moves=200000:${'A'.repeat(66_667)}`), null);
});

for (const hash of [
  '#game=',
  '#game=2&size=4x4',
  '#game=1',
  '#game=1&size=10x9&seed=1&moves=1:A',
  '#game=1&size=4x4&seed=1&seed=2&moves=1:A',
  '#game=1&size=4x4&seed=1;keep=1&moves=1:A',
  '#game=1&size=4x4&seed=<b>&moves=1:A',
  '#game=1&size=4x4&evil=1',
  '#game=1&size=4x4&seed',
  '#game=1&__proto__=1',
  '#board=4x4:00',
  '#game=<img src=x>',
  '#board=1x1:1',
  '#board=10x9:1',
  '#board=2x2:12 0',
  '#board=2x2:1200&score=-1',
  '#board=2x2:1200&score=1e9',
  '#board=2x2:1200&score=9999999999999999',
  '#board=2x2:1200&x=1',
  '#game=%E0%A4%A',
  `#game=1&size=4x4&moves=0:${'A'.repeat(LONGEST)}`,
]) {
  test(`refused: ${hash.slice(0, 60)}`, () => {
    assert.throws(() => readLink(hash), LinkError);
  });
}

test('a link to an impossible position is refused with a message for the player', () => {
  assert.throws(() => readLink('#board=4x4:F000000000000000'), {
    message: 'There is no 2199023255552 tile: the largest is 1099511627776.',
  });
  assert.throws(() => readLink('#board=2x2:00Z0'), { message: /^There is no 2305843009213693952 tile/ });
  assert.throws(() => readLink('#board=2x2:0000'), { message: 'The board is empty. Place a tile.' });
});

test('altered texts are read or refused with a message, never with another error', () => {
  // A seeded generator makes failures repeatable: xorshift32 (Marsaglia 2003).
  let state = 20_481_024;
  const random = (/** @type {number} */ below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const seeds = [
    GAME,
    String(gameLink(GAME)),
    boardLink(BOARD, 5),
    writePosition(BOARD),
    String(writeDigits(BOARD)),
    '[[2,4],[8,16]]',
  ];
  const letters = '#=&:;x/.-_ 0123456789abcdefzAZ%<>"\'\\\n\t\u0000\u202e\ud800é漢';
  for (let round = 0; round < rounds(20_000); round++) {
    const text = [...(seeds[random(seeds.length)] ?? '')];
    for (let changes = 1 + random(6); changes > 0; changes--) {
      const at = random(text.length + 1);
      const letter = letters[random(letters.length)] ?? '';
      text.splice(
        at,
        random(3),
        ...([[], [letter], [letter, letter], text.slice(at, at + random(9))][random(4)] ?? []),
      );
    }
    const made = text.join('');
    for (const read of [readPosition, readLink, readPasted]) {
      try {
        read(made);
      } catch (error) {
        assert.ok(
          error instanceof LinkError || error instanceof PositionError,
          `${JSON.stringify(made)}: ${error}`,
        );
        assert.ok(error.message.length < 200, error.message);
      }
    }
  }
});
