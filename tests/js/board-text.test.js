// Boards as people paste them: what tests/data/boards.json says, which src/rules/board_text.rs reads too.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readPosition } from '../../www/game/board-text.js';
import { PositionError } from '../../www/game/position.js';

/** @type {{ text: string, board: string | null }[]} `board`: rows of tiles; null if it is refused */
const cases = JSON.parse(await readFile(new URL('../data/boards.json', import.meta.url), 'utf8'));

/** A slow and strict reference. @param {string} board */
function positionOf(board) {
  const rows = board.split(' / ').map((row) => row.split(' '));
  const ranks = rows.flat().map((word) => (/^[.0]$/.test(word) ? 0 : Math.log2(Number(word))));
  return { ranks: Uint8Array.from(ranks), rows: rows.length, cols: rows[0]?.length ?? 0 };
}

for (const { text, board } of cases) {
  test(`${board === null ? 'refused' : 'read'}: ${JSON.stringify(text).slice(0, 90)}`, () => {
    if (board !== null) assert.deepEqual(readPosition(text), positionOf(board));
    else assert.throws(() => readPosition(text), PositionError);
  });
}

test('the size of the board decides whether a blank cell is meant after the last sign', () => {
  const text = '2,4,\n8,16,';
  assert.throws(() => readPosition(text), /isn’t clear which cells are empty/);
  assert.deepEqual(readPosition(text, { rows: 2, cols: 3 }), positionOf('2 4 . / 8 16 .'));
  assert.deepEqual(readPosition(text, { rows: 2, cols: 2 }), positionOf('2 4 / 8 16'));
});
