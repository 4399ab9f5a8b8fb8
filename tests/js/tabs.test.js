// What tabs share besides games: best scores and settings, also those that a suspended page has missed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followRecords } from '../../www/game/adopt.js';
import { gameName } from '../../www/game/record.js';
import { PREFIX, Store } from '../../www/shared/store.js';
import { listenToOtherTabs } from '../../www/game/tabs.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';

function listen() {
  const events = new EventTarget();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  /** @type {string[]} */
  const reported = [];
  listenToOtherTabs({
    events,
    page,
    onHide: () => reported.push('hide'),
    onBest: (how) => reported.push(how?.lower ? 'best, perhaps lower' : 'best'),
    onSettings: () => reported.push('settings'),
  });
  /** @param {string} name */
  const written = (name) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key: PREFIX + name, newValue: '{}' }));
  /** @param {string} visibilityState */
  const become = (visibilityState) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { events, page, reported, written, become };
}

test('best scores and settings of another tab are adopted, games are not', () => {
  const { reported, written } = listen();
  written('best');
  written('settings');
  written(gameName(4, 4));
  assert.deepEqual(reported, ['best, perhaps lower', 'settings']);
});

test('a page that becomes visible, or was frozen, reads everything again, whether or not it saw an event', () => {
  const { page, reported, become } = listen();
  become('hidden');
  become('visible');
  page.dispatchEvent(new Event('resume'));
  assert.deepEqual(reported, ['hide', 'settings', 'best', 'settings', 'best']);
});

test('a page from the back-forward cache reads everything again; a loaded page does not', () => {
  const { events, reported } = listen();
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  assert.deepEqual(reported, []);
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  assert.deepEqual(reported, ['settings', 'best']);
});

test('a game whose record is deleted, alone or with all others, is saved again; written records and bare events change nothing', () => {
  const storage = fakeStorage();
  const events = new EventTarget();
  const { session } = fakeState({ store: new Store(() => storage) }).state;
  followRecords(events, session);
  session.move(0, 'person');
  session.saving.now();
  const name = PREFIX + gameName(4, 4);
  const saved = storage.getItem(name);
  const happen = (/** @type {object} */ more) =>
    events.dispatchEvent(Object.assign(new Event('storage'), more));
  for (const key of [null, name]) {
    storage.clear();
    happen({ key, newValue: 'x' });
    happen({});
    assert.equal(storage.getItem(name), null);
    happen({ key, newValue: null });
    assert.equal(storage.getItem(name), saved);
  }
});
