// The element's connection to its frame: who may connect, and when a frame counts as lost. With a fake frame
// and clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEADLINES, FrameLink } from '../../www/embed/frame-link.js';
import { CONNECT, READY, isWord, word } from '../../www/embed/messages.js';

/** @import { TestContext } from 'node:test' */

const ORIGIN = 'https://game.example';
const STATE = {
  type: 'state',
  ranks: [1, 0, 0, 1],
  rows: 2,
  cols: 2,
  score: 0,
  best: 0,
  moves: 0,
  status: 'playing',
};

/** @param {TestContext} t @param {string} [origin] of the page */
function link(t, origin = 'https://blog.example') {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const scope = /** @type {any} */ (globalThis);
  const page = new EventTarget();
  /** @type {((entries: { isIntersecting: boolean }[]) => void)} */
  let see = () => {};
  Object.assign(scope, {
    addEventListener: page.addEventListener.bind(page),
    origin,
    IntersectionObserver: class {
      constructor(/** @type {any} */ callback) {
        see = callback;
      }
      observe() {}
      disconnect() {
        see = () => {};
      }
    },
  });
  t.after(() => {
    delete scope.addEventListener;
    delete scope.origin;
    delete scope.IntersectionObserver;
  });
  /** @type {MessagePort[]} */
  const ports = [];
  const inner = {
    postMessage: (
      /** @type {any} */ data,
      /** @type {string} */ target,
      /** @type {MessagePort[]} */ [port],
    ) => {
      assert.ok(isWord(data, CONNECT) && target === (origin === 'null' ? '*' : ORIGIN) && port);
      ports.push(port);
    },
  };
  t.after(() => {
    for (const port of ports) port.close();
  });
  const frame = Object.assign(new EventTarget(), { contentWindow: inner, loading: 'lazy' });
  /** @type {string[]} */
  const events = [];
  const made = new FrameLink(/** @type {any} */ (frame), {
    origin: ORIGIN,
    onConnect: () => events.push('connect'),
    onReport: ({ type }) => events.push(type),
    onLost: (reason) => events.push(reason),
  });
  t.after(() => made.end());
  const ready = (/** @type {object} */ given = {}) =>
    page.dispatchEvent(
      Object.assign(new Event('message'), { source: inner, origin: ORIGIN, data: word(READY), ...given }),
    );
  const load = () => frame.dispatchEvent(new Event('load'));
  /** Messages between ports arrive in a later task. */
  const arrive = () =>
    new Promise((resolve) => {
      setImmediate(() => setImmediate(resolve));
    });
  return {
    link: made,
    frame,
    ports,
    events,
    ready,
    load,
    arrive,
    see: () => see([{ isIntersecting: true }]),
    wait: (/** @type {number} */ ms) => t.mock.timers.tick(ms),
  };
}

test('only the frame of this origin connects', async (t) => {
  const { link: made, ready, events, ports, arrive } = link(t);
  ready({ source: {} });
  ready({ origin: 'https://other.example' });
  ready({ data: 'ready' });
  assert.equal(made.send({ type: 'stop' }), false);
  ready();
  assert.equal(made.send({ type: 'stop' }), true);
  /** @type {any[]} */
  const commands = [];
  const [port] = ports;
  assert.ok(port);
  port.onmessage = ({ data }) => commands.push(data);
  port.postMessage(STATE);
  port.postMessage({ type: 'nonsense' });
  await arrive();
  assert.deepEqual(events, ['connect', 'state']);
  assert.deepEqual(commands, [{ type: 'stop' }]);
});

test('a frame without an origin connects only in a page without one', async (t) => {
  const here = link(t);
  here.ready({ origin: 'null' });
  assert.deepEqual(here.events, []);
  t.mock.timers.reset();
  const { ready, events } = link(t, 'null');
  ready({ origin: 'https://other.example' });
  assert.deepEqual(events, []);
  ready({ origin: 'null' });
  assert.deepEqual(events, ['connect']);
});

test('a frame that is out of sight and has no calls has no deadline', (t) => {
  const { events, wait } = link(t);
  wait(10 * DEADLINES.open);
  assert.deepEqual(events, []);
});

test('a frame without a document is lost after its deadline, once a call waits for it or it is visible', (t) => {
  for (const how of /** @type {const} */ (['hurry', 'see'])) {
    const { link: made, frame, events, wait, see } = link(t);
    if (how === 'hurry') made.hurry();
    else see();
    wait(DEADLINES.open - 1);
    assert.deepEqual(events, []);
    wait(1);
    assert.deepEqual(events, ['the game could not be loaded']);
    if (how === 'hurry') assert.equal(frame.loading, 'eager');
    t.mock.timers.reset();
  }
});

test('another document, or a game that does not start, is lost after its own deadline', (t) => {
  const { events, wait, load, ready } = link(t);
  load();
  wait(DEADLINES.answer);
  assert.deepEqual(events, ['the game did not start']);
  ready();
  assert.deepEqual(events, ['the game did not start'], 'it is ended');
});

test('a slow game that has connected has no deadline', async (t) => {
  const { events, wait, load, ready, ports, arrive } = link(t);
  load();
  wait(DEADLINES.answer - 1);
  ready();
  ports[0]?.postMessage(STATE);
  await arrive();
  wait(10 * DEADLINES.open);
  assert.deepEqual(events, ['connect', 'state']);
});

for (const answers of [true, false]) {
  test(`another document in the frame: the port ${answers ? 'still answers' : 'is dead'}`, async (t) => {
    const { events, wait, load, ready, ports, arrive } = link(t);
    ready();
    const [port] = ports;
    assert.ok(port);
    port.postMessage(STATE);
    await arrive();
    if (answers)
      port.onmessage = ({ data }) => {
        if (data.type === 'state') port.postMessage(STATE);
      };
    load();
    await arrive();
    wait(DEADLINES.answer);
    assert.deepEqual(events.slice(2), answers ? ['state'] : ['another page was loaded in place of the game']);
  });
}
