// Sharing a text: with the browser's dialog, or else copied, or else shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { share } from '../../www/shared/share.js';

const WHAT = { text: 'I won.', url: 'https://example.org/' };
const WORDS = 'I won. https://example.org/';

/**
 * Shares with a browser that has these functions.
 * @param {Record<string, unknown>} browser
 * @param {Parameters<typeof share>[0]} [what]
 */
async function shareIn(browser, what = WHAT) {
  /** @type {string[]} */
  const told = [];
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: browser, configurable: true });
  try {
    await share(what, (words) => void told.push(words));
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
  }
  return told;
}
/** @param {unknown[]} calls @param {Error} [error] */
const call = (calls, error) => async (/** @type {unknown} */ what) => {
  calls.push(what);
  if (error) throw error;
};

test('the dialog of the browser gets text and address, and files if it takes them', async () => {
  /** @type {unknown[]} */
  const shared = [];
  const browser = { share: call(shared), canShare: () => false };
  assert.deepEqual(await shareIn(browser), []);
  const files = [new File(['x'], 'x.png')];
  await shareIn(browser, { ...WHAT, files });
  await shareIn({ ...browser, canShare: () => true }, { text: 'I won.', files });
  assert.deepEqual(shared, [WHAT, WHAT, { text: 'I won.', files }]);
});

test('nothing is shown if the player closes the dialog; without a dialog the text is copied, or else shown', async () => {
  /** @type {unknown[]} */
  const copied = [];
  const clipboard = { writeText: call(copied) };
  const closed = call([], new DOMException('closed', 'AbortError'));
  assert.deepEqual(await shareIn({ share: closed, clipboard }), []);
  assert.deepEqual(copied, []);
  const refused = call([], new DOMException('no', 'NotAllowedError'));
  assert.deepEqual(await shareIn({ share: refused, clipboard }), ['Copied.']);
  assert.deepEqual(await shareIn({ clipboard }), ['Copied.']);
  assert.deepEqual(copied, [WORDS, WORDS]);
  const blocked = { writeText: call([], new DOMException('no', 'NotAllowedError')) };
  for (const browser of [{ clipboard: blocked }, {}])
    assert.match(String(await shareIn(browser)), /Select and copy this text: I won\. https/);
});
