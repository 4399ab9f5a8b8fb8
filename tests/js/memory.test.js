// What limits the page's memory: the number of drawings per second.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paced } from '../../www/shared/paced.js';

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
  const drawn = { board: 0, score: 0 };
  const board = paced(() => void drawn.board++, { picture: true });
  const score = paced(() => void drawn.score++, { picture: true });
  runSecond(t, () => {
    board();
    score();
  });
  assert.ok(drawn.board > 15 && drawn.board <= 31, `${drawn.board} drawings`);
  assert.equal(drawn.score, drawn.board, 'all in the same frames');
});

test('a change after a pause is drawn in the next frame', (t) => {
  /** @type {number[]} */
  const waited = [];
  let ms = 0;
  let asked = 0;
  const draw = paced(() => void waited.push(ms - asked), { picture: true });
  runSecond(t, () => {
    if (ms++ % 100 !== 0) return;
    asked = ms - 1;
    draw();
  });
  assert.equal(waited.length, 10);
  assert.ok(Math.max(...waited) <= 18, waited.join(' '));
});
