// What limits the page's memory: the number of drawings per second, and the collections that workers trigger.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { collectNowAndThen } from '../../www/engine/heap.js';
import { Frames } from '../../www/view/frames.js';

/** @import { TestContext } from 'node:test' */

/** Runs a second of a screen with 60 frames. @param {TestContext} t @param {() => void} everyMillisecond */
function runSecond(t, everyMillisecond) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  /** @type {(() => void)[]} */
  let frames = [];
  const { requestAnimationFrame } = globalThis;
  t.after(() => {
    globalThis.requestAnimationFrame = requestAnimationFrame;
  });
  globalThis.requestAnimationFrame = (draw) => frames.push(() => draw(now));
  t.mock.method(performance, 'now', () => now);
  for (; now < 1000; now++) {
    everyMillisecond();
    t.mock.timers.tick(1);
    if (Math.floor(now * 0.06) === Math.floor((now - 1) * 0.06)) continue;
    const due = frames;
    frames = [];
    for (const draw of due) draw();
  }
}

test('a thousand changes a second are drawn in every other frame, once each', (t) => {
  const frames = new Frames();
  const drawn = { board: 0, score: 0 };
  const board = () => void drawn.board++;
  const score = () => void drawn.score++;
  runSecond(t, () => {
    frames.ask(board);
    frames.ask(score);
  });
  assert.ok(drawn.board > 15 && drawn.board <= 31, `${drawn.board} drawings`);
  assert.equal(drawn.score, drawn.board, 'all in the same frames');
});

test('a change after a pause is drawn in the next frame', (t) => {
  const frames = new Frames();
  /** @type {number[]} */
  const waited = [];
  let ms = 0;
  runSecond(t, () => {
    const asked = ms++;
    if (asked % 100 === 0) frames.ask(() => void waited.push(ms - asked));
  });
  assert.equal(waited.length, 10);
  assert.ok(Math.max(...waited) <= 18, waited.join(' '));
});

test('a worker triggers a collection with every thousandth message', (t) => {
  let made = 0;
  const { ArrayBuffer } = globalThis;
  t.after(() => {
    globalThis.ArrayBuffer = ArrayBuffer;
  });
  globalThis.ArrayBuffer = /** @type {any} */ (
    class {
      constructor() {
        made++;
      }
    }
  );
  for (let message = 0; message < 20_000; message++) collectNowAndThen();
  globalThis.ArrayBuffer = ArrayBuffer;
  assert.equal(made, 20);
});

test('every worker counts each message', async () => {
  const read = (/** @type {string} */ file) =>
    readFile(new URL(`../../www/${file}`, import.meta.url), 'utf8');
  assert.match(
    await read('engine/serve.js'),
    /addEventListener\('message', \(event\) => \{\s*collectNowAndThen\(\);/,
  );
  for (const worker of ['engine/worker.js', 'players/worker.js'])
    assert.match(await read(worker), /^serve\(\{/m);
});
