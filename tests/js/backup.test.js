// All stored records as one file: writing, reading, and invalid files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LARGEST_FILE, putAll, readAll, readBackup, writeBackup } from '../../www/settings/backup.js';
import { loadFromFile } from '../../www/settings/acts.js';
import { adoptBest, followRecords, showStored } from '../../www/game/adopt.js';
import { DEFAULTS } from '../../www/shared/settings.js';
import { PREFIX, Store } from '../../www/shared/store.js';
import { listenToOtherTabs } from '../../www/game/tabs.js';
import { VERSIONS } from '../../www/shared/versions.js';
import { FakeDatabases } from './fakes/databases.js';
import { Fuzz, rounds } from './fakes/fuzz.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';
import { until } from './fakes/until.js';

const RECORDS = {
  best: '{"version":1,"scores":{"4x4":12}}',
  'embed:blog:game:3x3': '{"version":1,"game":"x"}',
  'game:4x4': '{"version":1,"game":"a \\"quoted\\" one"}',
  'game:4x4:damaged': '{',
  'game:4x4@1': '{"version":1,"game":"y"}',
  size: '4x4',
};
const HISTORY = [
  {
    id: 'name:one',
    saved: 5,
    rows: 4,
    cols: 4,
    score: 12,
    rank: 3,
    moves: 4,
    aided: false,
    text: 'a "quoted" game',
    name: 'one',
    accuracy: 1,
    mistakes: [{ at: 3, loss: 20.5 }],
  },
];
/** @param {Record<string, string>} records */
const stored = (records) =>
  fakeStorage(Object.fromEntries(Object.entries(records).map(([name, text]) => [PREFIX + name, text])));

test('saved records are restored in another browser, without those of other pages', () => {
  const storage = stored(RECORDS);
  storage.setItem('another-page', 'x');
  const file = writeBackup(readAll(storage), HISTORY, new Date(0));
  assert.match(file, /1970-01-01/);
  const other = fakeStorage({ 'another-page': 'y', [`${PREFIX}game:5x5`]: 'kept' });
  const { records, history } = readBackup(file);
  putAll(other, records, () => {});
  assert.deepEqual(history, HISTORY);
  assert.deepEqual(readAll(other), { ...RECORDS, 'game:5x5': 'kept' });
  assert.equal(other.getItem('another-page'), 'y');
});

test('who owns a board or what learns is neither in a file nor taken from one', () => {
  const owners = { 'owner:4x4': '3', 'owner:learning': '4', 'embed:blog:owner:3x3': '5' };
  const storage = stored({ ...RECORDS, ...owners });
  assert.deepEqual(readAll(storage), RECORDS);
  assert.deepEqual(readBackup(writeBackup({ ...RECORDS, ...owners }, [], new Date(0))).records, RECORDS);
});

test('every name that the page writes can be restored', () => {
  const docs = readFileSync(new URL('../../docs/develop/storage.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| record [^\n]*\n([^]*?)\n\n/m.exec(docs) ?? [];
  /** @type {Record<string, string>} */
  const examples = { ROWSxCOLS: '4x4', ID: '3w5e11264sgsf', RIVAL: 'beginner' };
  const names = [...table.matchAll(/^\| `([^`]+)` /gm)]
    .map(([, name = '']) => name.replace(/[A-Z]+x?[A-Z]+/g, (part) => examples[part] ?? part))
    .filter((name) => !name.startsWith('NAME'));
  const kinds = names.map((name) => name.split(':', 1)[0] ?? '');
  assert.deepEqual(kinds.sort(), Object.keys(VERSIONS).sort());
  const restored = names.filter((name) => !name.startsWith('owner:'));
  const records = Object.fromEntries(
    ['', 'daily:', `embed:My_blog-${'x'.repeat(32)}:`].flatMap((prefix) =>
      restored.flatMap((name) =>
        ['', ':damaged', '@1', ':damaged@1'].map((suffix) => [prefix + name + suffix, 'text']),
      ),
    ),
  );
  assert.ok('daily:game:4x4:damaged' in records);
  for (const [name, record] of Object.entries(records)) {
    const file = writeBackup({ [name]: record }, [], new Date(0));
    assert.deepEqual(readBackup(file).records, { [name]: record }, name);
  }
});

test('loading a file can be undone', () => {
  const storage = stored({ size: '5x5', best: '{"version":1,"scores":{}}' });
  const before = new Map(storage.items);
  const putBack = putAll(storage, RECORDS, () => {});
  assert.equal(storage.getItem(`${PREFIX}size`), '4x4');
  putBack();
  assert.deepEqual(storage.items, before);
});

test('the player hears that a file has another language, and of games that cannot be taken away again', async () => {
  const databases = new FakeDatabases();
  Object.assign(globalThis, { indexedDB: databases });
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] } });
  const { state } = fakeState({ store: new Store(fakeStorage) });
  const told = () => state.notices.value.map(({ text }) => text);
  const settings = JSON.stringify({ version: 1, ...DEFAULTS, language: 'ja' });
  const file = new File([writeBackup({ settings }, HISTORY, new Date(0))], 'x.json');
  await loadFromFile(state, file);
  const loaded = 'Your games and settings were loaded.';
  assert.deepEqual(told(), ['The language changes when you reload the page.', loaded]);
  databases.error = 'UnknownError';
  databases.connections.clear();
  const undo = state.notices.value.find(({ text }) => text === loaded);
  undo?.action?.act();
  assert.deepEqual([told(), state.settings.value], [[loaded], DEFAULTS], 'the rest is as it was');
  await until(() => told().includes('This browser can’t save your history.'));
});

test('a game that the file replaces is handed over before, and again when that is undone; best scores only rise', () => {
  const record = (/** @type {string} */ codes) =>
    JSON.stringify({ version: 1, game: `afterstate/1;4x4;seed=7;moves=${3 * codes.length}:${codes}` });
  const best = (/** @type {number} */ score) => JSON.stringify({ version: 1, scores: { '4x4': score } });
  const storage = stored({ 'game:4x4': record('ABC'), 'daily:best': best(900), best: best(5) });
  /** @type {string[]} */
  const lost = [];
  const putBack = putAll(
    storage,
    { 'game:4x4': record('AD'), 'daily:best': best(20), best: best(20) },
    ({ game }) => lost.push(game.split(':')[1] ?? ''),
  );
  assert.deepEqual(lost, ['ABC']);
  assert.match(String(storage.getItem(`${PREFIX}daily:best`)), /"4x4":900/);
  assert.match(String(storage.getItem(`${PREFIX}best`)), /"4x4":20/);
  storage.setItem(`${PREFIX}game:4x4`, record('ADE'));
  putBack();
  assert.deepEqual(lost, ['ABC', 'ADE']);
});

test('the best score that is shown is the stored one after a file was loaded, and after that is undone', () => {
  const best = (/** @type {number} */ score) => JSON.stringify({ version: 1, scores: { '4x4': score } });
  const another = '{"version":1,"game":"fake;4x4;seed=9;moves=3:A"}';
  for (const records of /** @type {Record<string, string>[]} */ ([{}, { 'game:4x4': another }])) {
    const storage = fakeStorage();
    const { state } = fakeState({ store: new Store(() => storage) });
    const { session } = state;
    session.move(0, 'person');
    session.saving.now();
    const putBack = putAll(storage, { ...records, best: best(900) }, () => {});
    showStored(state);
    assert.equal(state.best.value, 900);
    session.saving.now();
    putBack();
    showStored(state);
    assert.equal(state.best.value, 4);
    session.move(0, 'person');
    session.saving.now();
    assert.match(String(storage.getItem(`${PREFIX}best`)), /"4x4":8/);
  }
});

test('another window does not save the best score of a file again when loading it is undone', () => {
  const best = (/** @type {number} */ score) => JSON.stringify({ version: 1, scores: { '4x4': score } });
  for (const before of /** @type {Record<string, string>[]} */ ([{ best: best(100) }, {}])) {
    const [events, storage] = [new EventTarget(), stored(before)];
    const change = (/** @type {string} */ key, /** @type {string | null} */ newValue) => {
      if (newValue === null) storage.items.delete(key);
      else storage.items.set(key, newValue);
      events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    };
    const written = {
      ...storage,
      setItem: change,
      removeItem: (/** @type {string} */ key) => change(key, null),
    };
    const { state } = fakeState({ store: new Store(() => storage) });
    const { session } = state;
    session.saving.now();
    const { value: mine } = state.best;
    followRecords(events, session);
    listenToOtherTabs({
      events,
      page: Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => false }),
      onBest: (how) => adoptBest(state, how),
      ...{ onHide() {}, onSettings() {} },
    });
    const putBack = putAll(written, { best: best(900) }, () => {});
    assert.equal(state.best.value, 900);
    putBack();
    assert.equal(state.best.value, mine);
    session.move(0, 'person');
    session.saving.now();
    assert.match(String(storage.getItem(`${PREFIX}best`)), new RegExp(`"4x4":${Math.max(mine, 4)}\\b`));
  }
});

test('a record of a newer version stays', () => {
  const newer = '{"version":7,"game":"x"}';
  const storage = stored({ 'game:4x4': newer });
  putAll(storage, RECORDS, () => {})();
  putAll(storage, RECORDS, () => {});
  assert.equal(storage.getItem(`${PREFIX}game:4x4`), newer);
});

test('if not all records fit, nothing changes', () => {
  for (let room = 0; room < Object.keys(RECORDS).length; room++) {
    const storage = stored({ size: '5x5', best: '{}' });
    const before = new Map(storage.items);
    let writes = 0;
    const full = {
      ...storage,
      setItem(/** @type {string} */ name, /** @type {string} */ text) {
        if (++writes === room + 1) throw new Error('QuotaExceededError');
        storage.setItem(name, text);
      },
    };
    assert.throws(() => putAll(full, RECORDS, () => {}), /browser storage.*Nothing was changed/);
    assert.deepEqual(new Map([...storage.items].sort()), new Map([...before].sort()));
  }
});

test('invalid files are refused with a reason', () => {
  const file = JSON.parse(writeBackup(RECORDS, HISTORY, new Date(0)));
  for (const text of [
    '',
    '{',
    'null',
    '7',
    '[]',
    '{}',
    'x'.repeat(LARGEST_FILE + 1),
    JSON.stringify({ ...file, app: 'other' }),
    JSON.stringify({ ...file, version: '1' }),
  ]) {
    assert.throws(() => readBackup(text), /a backup from this page/, text.slice(0, 40));
  }
  assert.throws(() => readBackup(JSON.stringify({ ...file, version: 2 })), /newer version/);
  for (const records of [undefined, null, {}])
    assert.throws(() => readBackup(JSON.stringify({ ...file, records, history: [] })), /no saved data/);
  for (const history of [
    undefined,
    {},
    'text',
    7,
    [null],
    [{}],
    [{ ...HISTORY[0], id: 7 }],
    [{ ...HISTORY[0], text: 7 }],
    [{ ...HISTORY[0], score: -1 }],
    [{ ...HISTORY[0], name: 7 }],
    [{ ...HISTORY[0], race: {} }],
    ...['x', '0.5', null, -1, 1.5, [0]].map((accuracy) => [{ ...HISTORY[0], accuracy }]),
    ...['x', null, {}, [null], [{ at: 0 }], [{ at: '0', loss: 1 }], [{ at: 4, loss: 1 }]].map((mistakes) => [
      { ...HISTORY[0], mistakes },
    ]),
  ]) {
    assert.throws(
      () => readBackup(JSON.stringify({ ...file, history })),
      /damaged. Nothing was changed/,
      JSON.stringify(history),
    );
  }
  for (const records of [
    { 'game:4x4': 7 },
    { 'game:4x4': null },
    { '../x': 'y' },
    { '': 'y' },
    { ['a'.repeat(30)]: 'x' },
    { 'game:4x4@': 'x' },
    'text',
    [1],
  ]) {
    assert.throws(
      () => readBackup(JSON.stringify({ ...file, records })),
      /damaged. Nothing was changed|no saved data/,
      JSON.stringify(records),
    );
  }
});

test('altered files throw only a message for the player', () => {
  const fuzz = new Fuzz(5);
  const file = JSON.parse(writeBackup(RECORDS, HISTORY, new Date(0)));
  for (let round = 0; round < rounds(3000); round++) {
    try {
      const { records, history } = readBackup(
        JSON.stringify(fuzz.mutate(file), (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        ) ?? '',
      );
      assert.ok(Object.values(records).every((text) => typeof text === 'string'));
      assert.ok(history.every(({ id, text }) => typeof id === 'string' && typeof text === 'string'));
    } catch (error) {
      assert.match(String(error), /file|backup/);
    }
  }
});
