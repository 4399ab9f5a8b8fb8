// The live board of the page about the AI: it looks longer each time, moves, pauses, and survives an engine
// that fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Live } from '../../www/about/live.js';

/** A game whose board counts its moves, and which is over after some. */
class CountingGame {
  static moves = Infinity;
  made = 0;
  score = 0;
  /** @param {Uint8Array} start */
  constructor(start) {
    this.start = start;
  }
  /** @param {Uint8Array} ranks */
  static fromPosition(ranks) {
    return new CountingGame(ranks);
  }
  keepGoing() {}
  free() {}
  ranks() {
    return this.start.with(0, this.made);
  }
  /** @param {number} direction */
  play(direction) {
    if (this.made >= CountingGame.moves) return undefined;
    this.made++;
    return { direction };
  }
}

/** @param {Partial<ConstructorParameters<typeof Live>[0]>} [options] */
function makeLive(options) {
  /** @type {number[]} */
  const looks = [];
  const engine = {
    async ask(/** @type {any} */ { limits }) {
      looks.push(limits.nodes);
      return { kind: 'answer', report: { best: 1, nodes: limits.nodes, values: [] } };
    },
  };
  const live = new Live({
    Game: /** @type {any} */ (CountingGame),
    makeEngine: async () => /** @type {any} */ (engine),
    seed: () => 1n,
    sleep: () => Promise.resolve(),
    ...options,
  });
  return { live, looks };
}

/** Lets everything that waits for nothing go on. */
const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test('a step looks longer and longer at the board; the next one makes the best move first', async () => {
  const { live, looks } = makeLive();
  await live.step();
  assert.deepEqual(looks, [1000, 10_000, 100_000, 1_000_000]);
  assert.equal(live.phase.value.kind, 'paused');
  assert.equal(live.shown.value.step, 'none', 'nothing was known before the first look');
  await live.step();
  assert.equal(live.shown.value.ranks[0], 1);
  assert.deepEqual(live.shown.value.step, { direction: 1 });
});

test('it plays until it is paused, and what was under way then changes nothing', async () => {
  let moves = 0;
  const { live } = makeLive();
  const end = live.shown.subscribe(() => {
    if (++moves === 4) live.pause();
  });
  await live.play();
  end();
  const { made } = /** @type {any} */ (live.game);
  assert.equal(made, 3);
  assert.equal(live.phase.value.kind, 'paused');
  await settle();
  assert.equal(/** @type {any} */ (live.game).made, 3);
});

test('after the end of a game the next one begins', async () => {
  CountingGame.moves = 1;
  try {
    const { live } = makeLive();
    await live.step();
    await live.step();
    assert.equal(live.shown.value.ranks[0], 1);
    await live.step();
    assert.equal(live.shown.value.ranks[0], 0);
    assert.equal(live.shown.value.step, 'none');
  } finally {
    CountingGame.moves = Infinity;
  }
});

test('an engine that cannot start is told, and the next press tries again', async () => {
  let tries = 0;
  const { live } = makeLive({
    makeEngine: async () => {
      tries++;
      throw new Error('no connection to the site');
    },
  });
  await live.play();
  assert.deepEqual(live.phase.value, { kind: 'failed', text: 'no connection to the site' });
  live.pause();
  assert.equal(live.phase.value.kind, 'failed', 'the reason stays');
  await live.play();
  assert.equal(tries, 2);
});

test('a search that fails is told', async () => {
  const { live } = makeLive({
    makeEngine: async () =>
      /** @type {any} */ ({ ask: async () => ({ kind: 'failed', message: 'it broke' }) }),
  });
  await live.step();
  assert.deepEqual(live.phase.value, { kind: 'failed', text: 'it broke' });
});
