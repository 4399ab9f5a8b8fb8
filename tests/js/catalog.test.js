// The catalog of strategies in menus: groups, boards, and the text form of a strategy with its settings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDocument, fromText, sourceInWords, toText } from '../../www/lab/catalog.js';

/** @import { Strategy } from '../../www/players/protocol.js' */

/** @param {Partial<Strategy>} parts @returns {Strategy} */
const strategy = (parts) => ({
  id: 'some',
  name: 'Some',
  document: 'Kumar 2018',
  section: '5.1',
  sentence: 'Plays.',
  boards: { text: '2x2 to 9x9', sizes: null },
  unit: 'points',
  parameters: [],
  ...parts,
});

test('documents keep the order of the catalog, even if their strategies are not adjacent', () => {
  const groups = byDocument([
    strategy({ id: 'a' }),
    strategy({ id: 'b', document: 'Cook 2023' }),
    strategy({ id: 'c' }),
  ]);
  assert.deepEqual(
    [...groups].map(([document, all]) => [document, all.map(({ id }) => id)]),
    [
      ['Kumar 2018', ['a', 'c']],
      ['Cook 2023', ['b']],
    ],
  );
});

test('only settings that are not defaults are written, and they are read again', () => {
  const some = strategy({
    parameters: [
      {
        id: 'depth',
        label: '',
        sentence: '',
        accepts: '',
        type: 'whole',
        default: 3,
        least: 1,
        most: 5,
      },
      { id: 'win', label: '', sentence: '', accepts: '', type: 'switch', default: true },
      { id: 'fail-value', label: '', sentence: '', accepts: '', type: 'real', default: -1000 },
    ],
  });
  assert.equal(toText(some, new Map()), 'some');
  assert.equal(
    toText(
      some,
      new Map([
        ['depth', '3'],
        ['win', 'true'],
      ]),
    ),
    'some',
  );
  const settings = new Map([
    ['depth', '4'],
    ['fail-value', '-0.5'],
  ]);
  const text = toText(some, settings);
  assert.equal(text, 'some:depth=4,fail-value=-0.5');
  assert.deepEqual(fromText(text), { id: 'some', settings });
  assert.equal(
    toText(some, new Map([['depth', '']])),
    'some:depth=',
    'an empty field is not the default: the crate reports what it accepts',
  );
});

test('sources are named with document and section', () => {
  assert.equal(sourceInWords(strategy({})), 'Kumar 2018, section 5.1');
  assert.equal(sourceInWords(strategy({ section: 'appendix A, AI13' })), 'Kumar 2018, appendix A, AI13');
  assert.equal(
    sourceInWords(strategy({ document: 'Moskvil 2015', section: 'Heuristic function' })),
    'Moskvil 2015: Heuristic function',
  );
});
