// The networks of the site as players of the Lab.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../www/engine/requests.js';
import { NetworkPlayers } from '../../www/lab/networks.js';

const networks = new NetworkPlayers([
  { id: 'lite', name: 'Lite', url: 'https://example.org/lite.bin', bytes: 100 },
]);
/** @param {string} strategy @param {number} [rows] */
const check = (strategy, rows = 4) => networks.check({ strategy, rows, cols: 4 });

test('a network has the text form of a strategy; other strategies are left to the crate', () => {
  assert.deepEqual(
    networks.catalog.map(({ id, name }) => [id, name]),
    [['network-lite', 'Lite network']],
  );
  assert.equal(check('network-lite'), 'network-lite');
  assert.equal(check('network-lite:ply=2'), 'network-lite', 'without defaults');
  assert.equal(check('network-lite:ply=3'), 'network-lite:ply=3');
  assert.equal(networks.find('network-lite:ply=3')?.ply, 3);
  for (const other of ['greedy', 'greedy:ply=3', 'network-huge', '']) assert.equal(check(other), null);
});

test('what a network does not play is refused with the accepted values', () => {
  for (const ply of ['0', '10', '1.5', 'x', ''])
    assert.throws(() => check(`network-lite:ply=${ply}`), {
      message: 'network-lite: invalid depth; accepted: a whole number from 1 to 9',
    });
  assert.throws(() => check('network-lite', 3), { message: 'network-lite cannot play 3x4. It plays 4x4.' });
  assert.throws(() => check('network-lite (even spawns)'), Refusal);
});
