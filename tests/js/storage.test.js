// Saved games, settings and choices, with storage that is blocked, full, or holds invalid records.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Records, readGame, writeGame } from '../../www/game/record.js';
import {
  adoptSettings,
  CHOICES,
  DEFAULTS,
  readSettings,
  saveSettings,
  setSetting,
  storedSettings,
} from '../../www/shared/settings.js';
import { PREFIX, Store } from '../../www/shared/store.js';
import { UNSAVED, forget, notify } from '../../www/shared/notices.js';
import { changeSettings } from '../../www/settings/acts.js';
import { tellRefused } from '../../www/page/first-notices.js';
import { saveGame } from './fakes/records.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';
import { signal } from '../../www/vendor/signals-core.js';

const own = (/** @type {number} */ score) => ({ own: score, aided: 0, ai: 0 });

test('a game is restored with the previous one', () => {
  const storage = fakeStorage();
  const records = new Records(new Store(() => storage));
  for (const players of /** @type {const} */ (['own', 'aided', 'ai', 'shared'])) {
    const saved = { game: 'now', previous: { game: 'before', spentMs: 3, players }, spentMs: 5, players };
    assert.equal(saveGame(records, 4, 4, saved), true);
    assert.deepEqual(new Records(new Store(() => storage)).loadGame(4, 4), { saved, damaged: false });
  }
  assert.deepEqual(records.loadGame(3, 4).saved, null, 'each size has its own');
});

test('names carry the prefix', () => {
  const storage = fakeStorage();
  saveGame(new Records(new Store(() => storage)), 4, 4, {
    game: 'x',
    previous: null,
    spentMs: 0,
    players: 'own',
  });
  assert.ok([...storage.items.keys()].every((name) => name.startsWith(PREFIX)));
});

test('a game of 2,000,000 moves with tiles from elsewhere on a large board is read', () => {
  const text = `afterstate/1;9x9;seed=1;moves=2000000:${'A'.repeat(666_667)};spawns=${'A'.repeat(4_000_000)}`;
  const saved = { game: text, previous: null, spentMs: 0, players: /** @type {const} */ ('own') };
  const records = new Records(new Store(fakeStorage));
  saveGame(records, 9, 9, saved);
  assert.deepEqual(records.loadGame(9, 9), { saved, damaged: false });
});

const DAMAGED = [
  '',
  '{',
  'null',
  '[]',
  '17',
  '"text"',
  '{}',
  '{"version":0,"game":"x"}',
  '{"version":1}',
  '{"version":1,"game":7}',
  '{"version":1,"game":"x","previous":{}}',
  JSON.stringify({ version: 1, game: 'x'.repeat(5_000_001) }),
  `{${'x'.repeat(1_400_000)}`,
];
for (const text of DAMAGED) {
  test(`a damaged record is set aside: ${text.slice(0, 40)}`, () => {
    const storage = fakeStorage({ [`${PREFIX}game:4x4`]: text });
    const records = new Records(new Store(() => storage));
    assert.deepEqual(records.loadGame(4, 4), { saved: null, damaged: true });
    assert.equal(storage.items.get(`${PREFIX}game:4x4`), text, 'who only looks changes nothing');
    records.setAside(4, 4);
    assert.equal(storage.items.get(`${PREFIX}game:4x4:damaged`), text.slice(0, 2_000_000));
    assert.equal(storage.items.has(`${PREFIX}game:4x4`), false);
    assert.deepEqual(records.loadGame(4, 4), { saved: null, damaged: false });
  });
}

test('storage that cannot be opened is replaced by memory', () => {
  const records = new Records(
    new Store(() => {
      throw new Error('SecurityError');
    }),
  );
  assert.equal(saveGame(records, 4, 4, { game: 'x', previous: null, spentMs: 0, players: 'own' }), false);
  assert.equal(records.loadGame(4, 4).saved?.game, 'x');
  records.saveBests(4, 4, own(12));
  assert.equal(records.best(4, 4), 12);
});

test('full storage and storage that always throws do no harm', () => {
  const full = {
    ...fakeStorage(),
    setItem() {
      throw new Error('QuotaExceededError');
    },
  };
  const records = new Records(new Store(() => full));
  assert.equal(saveGame(records, 4, 4, { game: 'x', previous: null, spentMs: 0, players: 'own' }), false);
  assert.equal(records.loadGame(4, 4).saved?.game, 'x');
  const throws = () => {
    throw new Error('gone');
  };
  const broken = new Records(new Store(() => ({ getItem: throws, setItem: throws, removeItem: throws })));
  assert.deepEqual(broken.loadGame(4, 4), { saved: null, damaged: false });
  assert.equal(broken.best(4, 4), 0);
  broken.setAside(4, 4);
});

test('a record that did not fit is stored when there is space again', () => {
  const storage = fakeStorage();
  let room = false;
  const store = new Store(() => ({
    ...storage,
    setItem(name, text) {
      if (!room) throw new Error('QuotaExceededError');
      storage.setItem(name, text);
    },
  }));
  assert.equal(store.write('size', '1'), false);
  room = true;
  assert.equal(store.write('size', '2'), true);
  assert.equal(store.read('size'), '2');
});

test('each size has its best score, which only grows, and invalid scores are ignored', () => {
  const storage = fakeStorage();
  const records = new Records(new Store(() => storage));
  records.saveBests(4, 4, own(100));
  records.saveBests(4, 4, own(50));
  records.saveBests(3, 3, own(7));
  for (const nonsense of [-1, NaN, Infinity, 1.5]) records.saveBests(4, 4, own(nonsense));
  assert.equal(records.best(4, 4), 100);
  assert.equal(records.best(3, 3), 7);
  storage.items.set(`${PREFIX}best`, '{"version":1,"scores":{"4x4":"9","3x3":-4,"5x5":12}}');
  assert.deepEqual([records.best(4, 4), records.best(3, 3), records.best(5, 5)], [0, 0, 12]);
  storage.items.set(`${PREFIX}best`, '{"version":1,"scores":7}');
  assert.equal(records.best(4, 4), 0);
});

test('best scores of the player alone, with help, and of the AI are kept apart', () => {
  const storage = fakeStorage({ [`${PREFIX}best`]: '{"version":1,"scores":{"4x4":9}}' });
  const records = new Records(new Store(() => storage));
  records.saveBests(4, 4, { own: 8, aided: 200, ai: 3000 });
  records.saveBests(3, 3, { own: 1, aided: 0, ai: 0 });
  const again = new Records(new Store(() => storage));
  assert.deepEqual(again.bestsOf(4, 4), { own: 9, aided: 200, ai: 3000 });
  assert.deepEqual(again.bestsOf(3, 3), own(1));
});

test('an unreadable record of best scores is set aside before another is written', () => {
  for (const text of ['{"version":0,"scores":{"4x4":9000}}', '{"version":1,"scores":7}', '{', '']) {
    const storage = fakeStorage({ [`${PREFIX}best`]: text });
    const records = new Records(new Store(() => storage));
    assert.equal(records.best(4, 4), 0);
    assert.equal(storage.items.get(`${PREFIX}best`), text, 'looking at it changes nothing');
    records.saveBests(4, 4, own(8));
    assert.equal(records.best(4, 4), 8);
    assert.equal(storage.items.get(`${PREFIX}best:damaged`), text);
  }
});

test('a record that cannot be set aside is not overwritten', () => {
  const start = { [`${PREFIX}best`]: '{"version":0}', [`${PREFIX}game:4x4`]: '{"version":0}' };
  const storage = fakeStorage(start);
  const full = {
    ...storage,
    setItem() {
      throw new Error('QuotaExceededError');
    },
  };
  const records = new Records(new Store(() => full));
  records.saveBests(4, 4, own(8));
  records.setAside(4, 4);
  assert.equal(records.loadGame(4, 4).damaged, true);
  assert.deepEqual(Object.fromEntries(storage.items), start);
});

test('a written record is read', () => {
  const players = /** @type {const} */ ('own');
  const saved = { game: 'a "quoted" text', previous: null, spentMs: 0, players };
  assert.deepEqual(readGame(writeGame(saved)), saved);
});

test('a record without a valid time is read', () => {
  assert.deepEqual(readGame('{"version":1,"game":"x","previous":null}'), {
    game: 'x',
    previous: null,
    spentMs: 0,
    players: 'own',
  });
  assert.equal(readGame('{"version":1,"game":"x","spentMs":"long"}')?.spentMs, 0);
});

test('the last size is restored, and invalid sizes are ignored', () => {
  const records = new Records(new Store(() => fakeStorage()));
  assert.equal(records.size(), null);
  records.saveSize(3, 5);
  assert.deepEqual(records.size(), { rows: 3, cols: 5 });
  for (const text of ['10x4', '4x', '4x4x4', '{}']) {
    assert.equal(new Records(new Store(() => fakeStorage({ [`${PREFIX}size`]: text }))).size(), null);
  }
});

test('settings are restored one by one, and can be reset', () => {
  const storage = fakeStorage();
  const store = new Store(() => storage);
  const state = { settings: signal(storedSettings(store)) };
  saveSettings(state.settings, store);
  assert.equal(storage.items.size, 0, 'nothing was chosen yet');
  setSetting(state, 'theme', 'dark');
  setSetting(state, 'letters', false);
  const stored = storedSettings(new Store(() => storage));
  const known = {
    theme: 'dark',
    motion: 'system',
    letters: false,
    arrows: 'auto',
    count: false,
    forecast: true,
    coach: false,
    askBlunder: false,
    language: 'auto',
    vibrate: false,
  };
  assert.deepEqual({ ...stored, ...known }, stored);
  adoptSettings(state, DEFAULTS);
  assert.equal(storage.items.size, 0);
  assert.equal(state.settings.value.letters, true);
});

for (const text of [
  null,
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"version":2,"theme":"dark"}',
  '{"version":1,"theme":"plaid","letters":"no","arrows":null,"__proto__":{"count":true}}',
]) {
  test(`invalid settings: ${text}`, () => {
    const values = /** @type {Record<string, unknown>} */ (readSettings(text));
    for (const [name, choices] of Object.entries(CHOICES)) assert.equal(values[name], choices[0]);
  });
}

test('with another language the page is loaded again, also when the settings are reset, unless it would lose the game', () => {
  let loads = 0;
  Object.assign(globalThis, { location: { reload: () => loads++ } });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-US'] } });
  const { state } = fakeState({ store: new Store(fakeStorage) });
  changeSettings(state, { ...DEFAULTS, theme: 'dark', language: 'en' });
  assert.deepEqual(
    [loads, state.settings.value.theme],
    [0, 'dark'],
    'the browser’s language is English, too',
  );
  changeSettings(state, { ...DEFAULTS, language: 'de' });
  assert.deepEqual([loads, state.settings.value.language], [1, 'de']);
  changeSettings(state, DEFAULTS);
  assert.deepEqual([loads, state.settings.value], [2, DEFAULTS]);
  const { state: blocked } = fakeState({ store: new Store(() => null) });
  assert.throws(() => changeSettings(blocked, { ...DEFAULTS, language: 'de' }), /would lose your game/);
  assert.deepEqual([loads, blocked.settings.value], [2, DEFAULTS]);
});

test('what can’t be read of a link is said, but nothing of an AI that is off', () => {
  for (const ai of /** @type {const} */ (['loading', 'off'])) {
    const { state } = fakeState({ ai });
    tellRefused(state, ['rows', 'seed', 'tier']);
    const words = String(state.notices.value[0]?.text);
    assert.match(words, /^Boards have 2 to 9 .* This one is 4 × 4\. The tiles of this link/);
    assert.equal(words.includes('AI'), ai !== 'off', words);
    state.session.saving.forget();
  }
});

test('of the notices the newest two are shown, but that of an unsaved game stays until it is saved', () => {
  const { state } = fakeState();
  const shown = () => state.notices.value.map(({ text }) => text);
  for (const text of ['one', 'two', 'three']) notify(state, text);
  assert.deepEqual(shown(), ['two', 'three']);
  notify(state, UNSAVED, undefined, 'unsaved');
  for (const text of ['four', 'five']) notify(state, text);
  assert.deepEqual(shown(), [UNSAVED, 'five']);
  forget(state, 'unsaved');
  assert.deepEqual(shown(), ['five']);
});
