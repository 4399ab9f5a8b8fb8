// The pictures that the pages name exist, have the stated size, and are small files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const WWW = new URL('../../www/', import.meta.url);
const MAX_BYTES = 120_000;

/** Width and height in the frame header of a JPEG file. @param {Buffer} file */
function sizeOf(file) {
  for (let at = 2; at < file.length;) {
    assert.equal(file[at], 0xff, 'a marker');
    const marker = file[at + 1];
    if (marker === 0xc0 || marker === 0xc2)
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    at += 2 + file.readUInt16BE(at + 2);
  }
  throw new Error('this is no JPEG file');
}

/** @param {string} path @param {{ width: number, height: number }} size */
async function assertPicture(path, size) {
  const file = await readFile(new URL(path, WWW));
  assert.deepEqual(sizeOf(file), size, path);
  assert.ok(file.length <= MAX_BYTES, `${path}: ${file.length} bytes`);
}

for (const page of ['index.html', 'lab.html']) {
  test(`the picture of a link to ${page}`, async () => {
    const html = await readFile(new URL(page, WWW), 'utf8');
    const property = (/** @type {string} */ name) =>
      new RegExp(`property="og:${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
    await assertPicture(property('image'), {
      width: Number(property('image:width')),
      height: Number(property('image:height')),
    });
    assert.match(property('image:alt'), /\w+/);
  });
}

test('the pictures of the installable page, one for wide and one for narrow screens', async () => {
  /**
   * @type {{ screenshots: { src: string, sizes: string, type: string, form_factor: string, label: string }[]
   *   }}
   */
  const { screenshots } = JSON.parse(await readFile(new URL('manifest.webmanifest', WWW), 'utf8'));
  assert.deepEqual(
    screenshots.map(({ form_factor }) => form_factor),
    ['wide', 'narrow'],
  );
  for (const { src, sizes, type, label } of screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    await assertPicture(src, { width, height });
    assert.equal(type, 'image/jpeg');
    assert.match(label, /\w+/);
  }
});
