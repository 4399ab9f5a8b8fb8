// Reading Cook's trees: the lines of his C.5, and the moves and spawns that they imply.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countNodes, readTree } from '../../www/lab/tree.js';

/** The output of `cargo lab tree '2 4 / 4 .' cook-sum:depth=2`, with one value replaced by infinity. */
const TEXT = [
  '#2#4#4#0#10.0#12.200000000000001M',
  ' #2#0#4#4#10.0#12.200000000000001C',
  '  #2#2#4#4#12.0#12.0L',
  '  #2#4#4#4#14.0#14.0L',
  ' #2#4#0#4#10.0#-infC',
  '  #2#4#2#4#12.0#12.0L',
  '  #2#4#4#4#14.0#14.0L',
  '',
].join('\n');
/** The moves of its lines, as the crate tells them: Down and Right. */
const MOVES = [null, 2, null, null, 1, null, null];

test('nodes have kinds and values, which may be infinite', () => {
  const root = readTree({ text: TEXT, moves: MOVES });
  assert.deepEqual(root.tiles, [2, 4, 4, 0]);
  assert.deepEqual(
    [root.kind, root.heuristic, root.value, root.children.length],
    ['M', 10, 12.200000000000001, 2],
  );
  assert.deepEqual(
    root.children.map(({ kind, value }) => [kind, value]),
    [
      ['C', 12.200000000000001],
      ['C', -Infinity],
    ],
  );
  assert.deepEqual(countNodes(root), { M: 1, C: 2, L: 4 });
  assert.throws(() => readTree({ text: '', moves: [] }), /no tree/);
});

test('nodes have the move or the new tile with its probability, and the best child is marked', () => {
  const root = readTree({ text: TEXT, moves: MOVES });
  assert.deepEqual(
    root.children.map(({ move, best }) => [move, best]),
    [
      ['Down', true],
      ['Right', false],
    ],
  );
  assert.deepEqual(
    root.children[0]?.children.map(({ spawn }) => spawn),
    [
      { cell: 1, tile: 2, chance: 0.9 },
      { cell: 1, tile: 4, chance: 0.1 },
    ],
  );
  // A tree without some children: their probabilities would not add up.
  const cut = readTree({
    text: TEXT.split('\n')
      .filter((_, line) => line !== 3)
      .join('\n'),
    moves: MOVES.filter((_, line) => line !== 3),
  });
  assert.deepEqual(
    cut.children[0]?.children.map(({ spawn }) => spawn?.chance),
    [null],
  );
});
