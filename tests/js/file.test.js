// Text files of other programs, in several encodings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../../www/shared/file.js';

const TEXT = 'afterstate/1;4x4\r\n¤¾';

test('files are read in UTF-8, UTF-16 and Windows-1252, without a byte order mark', async () => {
  const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  const files = {
    'UTF-8': Buffer.from(TEXT),
    'UTF-8 with a mark': Buffer.from(`\ufeff${TEXT}`),
    'UTF-16': utf16,
    'UTF-16, big-endian': Buffer.from(utf16).swap16(),
    'Windows-1252': Buffer.from(TEXT, 'latin1'),
  };
  for (const [name, bytes] of Object.entries(files))
    assert.equal(await readFile(new Blob([bytes])), TEXT, name);
  const half = Buffer.concat([utf16, Buffer.from([0x41])]);
  assert.match(await readFile(new Blob([half])), /^ÿþa/, 'half a character at the end');
});
