// When the page offers a new version, and when it switches, with a fake browser API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Updates } from '../../www/offline/updates.js';

/** A minimal event target. */
class Target {
  constructor() {
    /** @type {Map<string, () => void>} */
    this.listeners = new Map();
  }
  /** @param {string} type @param {() => void} listener */
  addEventListener(type, listener) {
    this.listeners.set(type, listener);
  }
  /** @param {string} type */
  fire(type) {
    this.listeners.get(type)?.();
  }
}

class Worker extends Target {
  constructor() {
    super();
    this.state = 'installing';
    /** @type {any[]} */
    this.received = [];
  }
  /** @param {unknown} message */
  postMessage(message) {
    this.received.push(message);
  }
}

/** @param {{ active?: Worker | null }} [options] */
async function opened({ active = null } = {}) {
  const registration = Object.assign(new Target(), {
    active,
    waiting: /** @type {Worker | null} */ (null),
    installing: /** @type {Worker | null} */ (null),
    updates: 0,
    async update() {
      this.updates++;
    },
  });
  const container = Object.assign(new Target(), {
    controller: active,
    ready: Promise.resolve(registration),
    register: async () => registration,
  });
  /** @type {string[]} */
  const reported = [];
  /** @type {(() => void)[]} */
  const offers = [];
  let now = 0;
  const updates = new Updates({
    container: /** @type {any} */ (container),
    address: 'sw.js',
    now: () => now,
    reload: () => reported.push('reload'),
    onReplaced: () => reported.push('replaced'),
    onVersion: (takeOver) => {
      reported.push('version');
      offers.push(takeOver);
    },
  });
  await updates.start();
  return {
    updates,
    registration,
    container,
    reported,
    offers,
    wait: (/** @type {number} */ ms) => {
      now += ms;
    },
  };
}

test('only later versions are offered, and the page reloads only after the player accepts and the version has taken over', async () => {
  const { registration, container, reported, offers } = await opened({ active: new Worker() });
  const next = new Worker();
  registration.installing = next;
  registration.fire('updatefound');
  next.fire('statechange');
  assert.deepEqual(reported, []);
  registration.installing = null;
  registration.waiting = next;
  next.fire('statechange');
  assert.deepEqual(reported, ['version']);
  offers[0]?.();
  assert.deepEqual(next.received, [{ type: 'take-over' }]);
  container.fire('controllerchange');
  assert.deepEqual(reported, ['version']);
  next.state = 'activated';
  next.fire('statechange');
  assert.deepEqual(reported, ['version', 'reload']);
});

test('a first installation and the first controller are not reported', async () => {
  const { registration, container, reported } = await opened();
  const first = new Worker();
  registration.waiting = first;
  registration.fire('updatefound');
  container.fire('controllerchange');
  assert.deepEqual(reported, []);
});

test('a switch in another tab is reported, without a reload', async () => {
  const { container, reported } = await opened({ active: new Worker() });
  container.fire('controllerchange');
  assert.deepEqual(reported, ['replaced']);
});

test('an open page checks for new versions, at most once an hour', async () => {
  const { updates, registration, wait } = await opened({ active: new Worker() });
  updates.shown();
  wait(3_600_001);
  updates.shown();
  updates.shown();
  assert.equal(registration.updates, 1);
});

test('nothing happens if service workers are not allowed', async () => {
  for (const register of [
    async () => {
      throw new Error('SecurityError');
    },
    async () => undefined,
  ]) {
    const container = Object.assign(new Target(), {
      controller: null,
      ready: new Promise(() => {}),
      register,
    });
    const updates = new Updates({
      container: /** @type {any} */ (container),
      address: 'sw.js',
      reload: assert.fail,
      onReplaced: assert.fail,
      onVersion: () => assert.fail(),
    });
    await updates.start();
    await updates.keepParallel();
    updates.shown();
    assert.equal(updates.registration, null);
  }
});
