// License expressions in tools/licenses.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAccepted } from '../../tools/licenses.js';

const ACCEPTED = ['MIT', 'Apache-2.0', 'Unicode-3.0'];

for (const [expression, accepted] of /** @type {const} */ ([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['', false],
  ['GPL-3.0-only OR MIT', true],
  ['Apache-2.0/MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT OR GPL-3.0-only) AND Unicode-3.0', true],
  ['(LGPL-2.1-only OR GPL-3.0-only) AND MIT', false],
])) {
  test(`license '${expression}' is ${accepted ? 'accepted' : 'refused'}`, () => {
    assert.equal(isAccepted(expression, ACCEPTED), accepted);
  });
}
