// The embedded game without its views: what it answers the host page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { FrameGame } from '../../www/embed/frame-game.js';
import { NO_AI } from '../../www/shared/notices.js';
import { FakeGame } from './fakes/game.js';

/** @import { TestContext } from 'node:test' */
/** @import { Command, FrameReport } from '../../www/embed/types.js' */

/** @type {FrameGame[]} */
const open = [];
afterEach(() => {
  for (const { session } of open.splice(0)) session.saving.forget();
});

/** A part of the page. */
const part = () => ({ textContent: '', title: '', classList: { toggle() {} } });

/**
 * A frame whose host is connected. `reports`: what it was told. `see`: the board is on screen, or no longer.
 * @param {TestContext} t
 */
function frameGame(t) {
  const scope = /** @type {any} */ (globalThis);
  const page = new EventTarget();
  /** @type {(entries: { isIntersecting: boolean }[]) => void} */
  let looks = () => {};
  const fakes = {
    window: Object.assign(page, { parent: page }),
    addEventListener: page.addEventListener.bind(page),
    location: { search: '' },
    matchMedia: () => ({ matches: false }),
    IntersectionObserver: class {
      constructor(/** @type {typeof looks} */ callback) {
        looks = callback;
      }
      observe() {}
    },
    document: Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: part }),
  };
  Object.assign(scope, fakes);
  t.after(() => {
    for (const name of Object.keys(fakes)) delete scope[name];
  });
  const game = new FrameGame(/** @type {any} */ (FakeGame));
  open.push(game);
  /** @type {FrameReport[]} */
  const reports = [];
  game.host.report = (report) => void reports.push(report);
  game.reportAll();
  const see = (/** @type {boolean} */ isIntersecting) => looks([{ isIntersecting }]);
  return { game, reports, see };
}

test('a hint that waits for an AI that cannot be loaded is told so', async (t) => {
  t.mock.method(console, 'warn', () => {});
  const { game, reports } = frameGame(t);
  game.ai = Promise.reject(new Error('404'));
  game.followOrRefuse({ type: 'hint', id: 7 });
  await game.withAi();
  assert.deepEqual(reports, [
    { type: 'mode', mode: 'hint' },
    { type: 'no-hint', id: 7, message: NO_AI },
    { type: 'mode', mode: 'off' },
  ]);
});

/** @type {(Command | null)[]} */
const OUT_OF_SIGHT = [
  null,
  { type: 'theme', theme: 'dark' },
  { type: 'stop' },
  { type: 'hint', id: 1 },
  { type: 'new', seed: null },
  { type: 'move', direction: 3 },
  { type: 'position', ranks: [1, 1, ...new Array(14).fill(0)], rows: 4, cols: 4, score: 0 },
];
for (const command of OUT_OF_SIGHT) {
  const goesOn = command === null || command.type === 'theme';
  test(`autoplay that waits out of sight ${goesOn ? 'goes on' : 'is stopped'} after ${command?.type ?? 'nothing'}, and the host knows`, (t) => {
    const { game, reports, see } = frameGame(t);
    const { mode } = game.state;
    const waits = () => reports.findLast(({ type }) => type === 'waiting');
    game.sight.begin(true);
    see(true);
    assert.equal(mode.value, 'autoplay');
    see(false);
    assert.equal(mode.value, 'off');
    assert.deepEqual(waits(), { type: 'waiting', waiting: true });
    if (command) game.followOrRefuse(command);
    assert.deepEqual(waits(), { type: 'waiting', waiting: goesOn });
    see(true);
    assert.equal(mode.value === 'autoplay', goesOn, mode.value);
  });
}

test('a host that connects later hears that autoplay waits', (t) => {
  const { game, reports } = frameGame(t);
  game.sight.begin(true);
  reports.length = 0;
  game.connected();
  assert.deepEqual(reports.at(-1), { type: 'waiting', waiting: true });
});

test('a host is told that it cannot play a game that another tab has: only the player takes it over', (t) => {
  const { game, reports } = frameGame(t);
  const { state } = game;
  const board = state.game.value;
  state.owner.value = 'elsewhere';
  for (const command of /** @type {Command[]} */ ([
    { type: 'new', seed: null },
    { type: 'position', ranks: [1, 1, 1, 1], rows: 2, cols: 2, score: 0 },
    { type: 'move', direction: 0 },
    { type: 'start' },
    { type: 'hint', id: 7 },
  ]))
    game.followOrRefuse(command);
  const message = 'this game is open in another tab';
  assert.deepEqual(reports, [
    ...['new', 'position', 'move', 'start'].map((about) => ({ type: 'refused', about, message })),
    { type: 'no-hint', id: 7, message },
  ]);
  assert.equal(state.game.value, board);
});
