// Other tabs with the same game: their changes, and changes that a suspended page has missed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameName, writeGame } from '../../www/game/record.js';
import { PREFIX } from '../../www/shared/store.js';
import { listenToDeletions, listenToOtherTabs } from '../../www/game/tabs.js';

function listen() {
  const events = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => state.focus });
  const state = { rows: 4, cols: 4, revision: 0, knowsStored: false, busy: false, focus: true };
  /** @type {string[]} */
  const reported = [];
  listenToOtherTabs({
    events,
    page,
    game: () => state,
    busy: () => state.busy,
    onGame: () => reported.push('game'),
    onTakeOver: () => reported.push('take over'),
    onHide: () => reported.push('hide'),
    onBest: () => reported.push('best'),
    onSettings: () => reported.push('settings'),
    onWake: () => reported.push('wake'),
  });
  /** @param {string} game @param {number} [rows] */
  const written = (game, rows = 4) =>
    events.dispatchEvent(
      Object.assign(new Event('storage'), {
        key: PREFIX + gameName(rows, 4),
        newValue: writeGame({ game, previous: null, spentMs: 0, players: 'own' }),
      }),
    );
  /** @param {string} visibilityState */
  const become = (visibilityState) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { events, page, state, reported, written, become };
}

test('a change in another tab is reported once, until the game changes here', () => {
  const { state, reported, written } = listen();
  written('a');
  written('b');
  written('c', 3);
  assert.deepEqual(reported, ['game']);
  state.revision++;
  written('d');
  state.busy = true;
  state.revision++;
  written('e');
  assert.deepEqual(reported, ['game', 'game']);
});

test('an event that comes late, of a record that this page has read since, is not reported', () => {
  const { state, reported, written } = listen();
  state.knowsStored = true;
  written('a');
  state.busy = true;
  state.focus = false;
  written('b');
  assert.deepEqual(reported, []);
});

test('a change in another tab stops the AI here, unless this page has the focus', () => {
  const { state, reported, written, become } = listen();
  state.busy = true;
  written('a');
  assert.deepEqual(reported, [], 'the player is here');
  state.focus = false;
  written('b');
  assert.deepEqual(reported, ['take over', 'game'], 'another window');
  become('hidden');
  written('c');
  assert.deepEqual(reported, ['take over', 'game', 'hide', 'take over'], 'a hidden tab');
});

test('a page that becomes visible, or was frozen, reads everything again, whether or not it saw an event; not while the AI plays', () => {
  const { page, state, reported, written, become } = listen();
  become('hidden');
  written('a');
  assert.deepEqual(reported, ['hide'], 'no listener is left');
  become('visible');
  page.dispatchEvent(new Event('resume'));
  assert.deepEqual(reported, ['hide', 'settings', 'best', 'wake', 'settings', 'best', 'wake']);
  reported.length = 0;
  state.busy = true;
  become('visible');
  assert.deepEqual(reported, ['settings', 'best']);
});

test('a page from the back-forward cache reads everything again; a loaded page does not', () => {
  const { events, reported } = listen();
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  assert.deepEqual(reported, []);
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  assert.deepEqual(reported, ['settings', 'best', 'wake']);
});

test('deleted records are reported, one or all of them; written ones and bare events are not', () => {
  const events = new EventTarget();
  let deletions = 0;
  listenToDeletions(events, () => deletions++);
  const happen = (/** @type {object} */ more) =>
    events.dispatchEvent(Object.assign(new Event('storage'), more));
  happen({ key: null, newValue: null });
  happen({ key: PREFIX + gameName(4, 4), newValue: null });
  assert.equal(deletions, 2);
  happen({ key: PREFIX + gameName(4, 4), newValue: 'x' });
  happen({});
  assert.equal(deletions, 2);
});
