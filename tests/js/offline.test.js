// When a page tells of a new version, and when it changes to one: with a browser's part made up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Updates } from '../../www/offline/updates.js';

/** Something that listeners are added to. */
class Target {
  constructor() {
    /** @type {Map<string, () => void>} */
    this.listeners = new Map();
  }
  /** @param {string} type @param {() => void} listener */
  addEventListener(type, listener) { this.listeners.set(type, listener); }
  /** @param {string} type */
  fire(type) { this.listeners.get(type)?.(); }
}

class Worker extends Target {
  constructor() {
    super();
    this.state = 'installing';
    /** @type {any[]} */
    this.heard = [];
  }
  /** @param {unknown} message */
  postMessage(message) { this.heard.push(message); }
}

/** @param {{ active?: Worker | null }} [options] */
async function opened({ active = null } = {}) {
  const registration = Object.assign(new Target(), { active, waiting: /** @type {Worker | null} */ (null), installing: /** @type {Worker | null} */ (null), updates: 0, async update() { this.updates++; } });
  const container = Object.assign(new Target(), {
    controller: active, ready: Promise.resolve(registration), register: async () => registration,
  });
  /** @type {string[]} */
  const told = [];
  /** @type {(() => void)[]} */
  const offers = [];
  let now = 0;
  const updates = new Updates({
    container, address: 'sw.js', now: () => now, reload: () => told.push('reload'), onReplaced: () => told.push('replaced'),
    onVersion: (takeOver) => {
      told.push('version');
      offers.push(takeOver);
    },
  });
  await updates.start();
  return { updates, registration, container, told, offers, wait: (/** @type {number} */ ms) => { now += ms; } };
}

test('the first version is not told of; a later one is, and reloads only when it was asked for and has taken over', async () => {
  const { registration, container, told, offers } = await opened({ active: new Worker() });
  const next = new Worker();
  registration.installing = next;
  registration.fire('updatefound');
  next.fire('statechange');
  assert.deepEqual(told, []);
  registration.installing = null;
  registration.waiting = next;
  next.fire('statechange');
  assert.deepEqual(told, ['version']);
  offers[0]?.();
  assert.deepEqual(next.heard, [{ type: 'take-over' }]);
  container.fire('controllerchange');
  assert.deepEqual(told, ['version']);
  next.state = 'activated';
  next.fire('statechange');
  assert.deepEqual(told, ['version', 'reload']);
});

test('a first installation tells nothing, nor does the first controller', async () => {
  const { registration, container, told } = await opened();
  const first = new Worker();
  registration.waiting = first;
  registration.fire('updatefound');
  container.fire('controllerchange');
  assert.deepEqual(told, []);
});

test('a version that another tab has changed to is told, without a reload', async () => {
  const { container, told } = await opened({ active: new Worker() });
  container.fire('controllerchange');
  assert.deepEqual(told, ['replaced']);
});

test('a page that stays open asks for new versions, at most once an hour', async () => {
  const { updates, registration, wait } = await opened({ active: new Worker() });
  updates.lookedAt();
  wait(3_600_001);
  updates.lookedAt();
  updates.lookedAt();
  assert.equal(registration.updates, 1);
});

test('where no service worker is allowed nothing happens', async () => {
  for (const register of [async () => { throw new Error('SecurityError'); }, async () => undefined]) {
    const container = Object.assign(new Target(), { controller: null, ready: new Promise(() => {}), register });
    const updates = new Updates({ container: /** @type {any} */ (container), address: 'sw.js', reload: assert.fail, onReplaced: assert.fail, onVersion: () => assert.fail() });
    await updates.start();
    await updates.keepParallel();
    updates.lookedAt();
    assert.equal(updates.registration, null);
  }
});
