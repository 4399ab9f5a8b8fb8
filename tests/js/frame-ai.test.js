// What the line of an embedded game says of its AI.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startFrameAi } from '../../www/embed/frame-ai.js';
import { fakeState } from './fakes/state.js';

/** @type {(() => void)[]} */
const ends = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A frame's AI whose engine reports what the test says. */
function frameAi() {
  const { state } = fakeState();
  const line = { said: '', show: (/** @type {string} */ words) => (line.said = words), showProgress() {} };
  const options = { tier: null, threads: 1, network: 'none' };
  const ai = startFrameAi(state, /** @type {any} */ (line), options, () => {});
  ends.push(() => state.session.saving.forget());
  /** @param {'starting' | 'ready' | 'idle' | 'unavailable'} name */
  const report = (name) => ai.client.options.onStatus?.({ state: name, tier: null, threads: 0 });
  return { line, report };
}

test('an AI that is ended while it starts is no longer said to start', () => {
  const { line, report } = frameAi();
  report('starting');
  assert.equal(line.said, 'Starting the AI…');
  report('idle');
  assert.equal(line.said, '');
});

test('what the line says of an AI that ran stays when it is ended', () => {
  const { line, report } = frameAi();
  for (const name of /** @type {const} */ (['starting', 'ready'])) report(name);
  line.said = 'The AI crashed and restarted.';
  report('idle');
  assert.equal(line.said, 'The AI crashed and restarted.');
});
