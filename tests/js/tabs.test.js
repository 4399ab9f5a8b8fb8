// Other tabs with the same game: their changes, and changes that a suspended page has missed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameName, writeGame } from '../../www/storage/record.js';
import { PREFIX } from '../../www/storage/store.js';
import { listenToOtherTabs } from '../../www/storage/tabs.js';

function listen() {
  const events = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const state = { rows: 4, cols: 4, revision: 0, busy: false };
  /** @type {string[]} */
  const reported = [];
  listenToOtherTabs({
    events, page, game: () => state, busy: () => state.busy,
    onGame: () => reported.push('game'), onReturn: (saved) => reported.push(`return ${saved.game}`), onHide: () => reported.push('hide'),
    onBest: () => reported.push('best'), onSettings: () => reported.push('settings'), onWake: () => reported.push('wake'),
  });
  /** @param {string} game @param {number} [rows] */
  const written = (game, rows = 4) => events.dispatchEvent(Object.assign(new Event('storage'), {
    key: PREFIX + gameName(rows, 4), newValue: writeGame({ game, previous: null, spentMs: 0 }),
  }));
  /** @param {string} visibilityState */
  const become = (visibilityState) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { events, state, reported, written, become };
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

test('a hidden page adopts the newest game when it becomes visible', () => {
  const { reported, written, become } = listen();
  become('hidden');
  written('a');
  written('b');
  become('visible');
  become('hidden');
  become('visible');
  assert.deepEqual(reported, ['hide', 'return b', 'hide']);
});

test('a page from the back-forward cache reads everything again; a loaded page does not', () => {
  const { events, reported } = listen();
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  assert.deepEqual(reported, []);
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  assert.deepEqual(reported, ['settings', 'best', 'wake']);
});
