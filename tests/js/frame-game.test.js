// The embedded game without its views: what it answers the host page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { FrameGame } from '../../www/embed/frame-game.js';
import { NO_AI } from '../../www/shared/notices.js';
import { FakeGame } from './fakes/game.js';

/** @import { TestContext } from 'node:test' */
/** @import { FrameReport } from '../../www/embed/types.js' */

/** @type {FrameGame[]} */
const open = [];
afterEach(() => {
  for (const { session } of open.splice(0)) session.saving.forget();
});

/** A part of the page. */
const part = () => ({ textContent: '', title: '', classList: { toggle() {} } });

/** A frame whose host is connected. `reports`: what it was told. @param {TestContext} t */
function frameGame(t) {
  const scope = /** @type {any} */ (globalThis);
  const page = new EventTarget();
  const fakes = {
    window: Object.assign(page, { parent: page }),
    addEventListener: page.addEventListener.bind(page),
    location: { search: '' },
    matchMedia: () => ({ matches: false }),
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
  return { game, reports };
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
