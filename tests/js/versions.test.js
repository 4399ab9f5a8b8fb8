// Stored records of other versions of the page: earlier ones are read, later ones are not touched.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { storeAiGame, storedAiGame } from '../../www/daily/rival-records.js';
import { readNetwork, saveNetwork } from '../../www/ai/choice.js';
import { Owner } from '../../www/game/owner.js';
import { Records } from '../../www/game/record.js';
import { readPlayed, writePlayed } from '../../www/ai/player.js';
import { storePuzzles, storedPuzzles } from '../../www/puzzles/record.js';
import { forgetRace, storeRace, storedRace } from '../../www/race/keep.js';
import {
  adoptSettings,
  DEFAULTS,
  saveSettings,
  setSetting,
  storedSettings,
} from '../../www/shared/settings.js';
import { PREFIX, Store } from '../../www/shared/store.js';
import { VERSIONS, versionOf } from '../../www/shared/versions.js';
import { storeWaiting, waiting } from '../../www/game/waiting.js';
import { signal } from '../../www/vendor/signals-core.js';
import { saveGame } from './fakes/records.js';
import { fakeStorage } from './fakes/storage.js';

const GAME = 'afterstate 1;4x4;seed=5';
/** @type {import('../../www/race/keep.js').SavedRace} */
const RACE = { rival: 'lite', mine: GAME, its: GAME };
const KEPT = {
  id: 'a',
  saved: 1,
  rows: 4,
  cols: 4,
  score: 100,
  rank: 5,
  moves: 20,
  aided: false,
  text: GAME,
};

/** @param {string} kind */
const versionOfKind = (kind) => /** @type {Record<string, number>} */ (VERSIONS)[kind] ?? 0;

/** Settings as the page has them. @param {Store} store */
function savedSettings(store) {
  const settings = signal(storedSettings(store));
  saveSettings(settings, store);
  return { settings };
}

/**
 * How each kind is read and written, and its value if nothing is stored.
 * @type {Record<string, { name: string, read: (store: Store) => unknown, write: (store: Store) => unknown,
 *   remove?: (store: Store) => unknown, none: unknown }>}
 */
const KINDS = {
  game: {
    name: 'game:4x4',
    read: (store) => new Records(store).loadGame(4, 4),
    write: (store) =>
      saveGame(new Records(store), 4, 4, { game: GAME, previous: null, spentMs: 9, players: 'own' }),
    remove: (store) => store.remove('game:4x4'),
    none: { saved: null, damaged: false },
  },
  best: {
    name: 'best',
    read: (store) => new Records(store).best(4, 4),
    write: (store) => new Records(store).saveBests(4, 4, { own: 8, aided: 0, ai: 0 }),
    none: 0,
  },
  owner: {
    name: 'owner:4x4',
    read: (store) => store.read('owner:4x4'),
    write(store) {
      const owner = new Owner(store, () => {});
      owner.size = '4x4';
      owner.gain();
    },
    none: null,
  },
  size: {
    name: 'size',
    read: (store) => new Records(store).size(),
    write: (store) => new Records(store).saveSize(3, 5),
    none: null,
  },
  settings: {
    name: 'settings',
    read: (store) => storedSettings(store).theme,
    write: (store) => setSetting(savedSettings(store), 'theme', 'dark'),
    remove: (store) => adoptSettings(savedSettings(store), DEFAULTS),
    none: 'system',
  },
  network: {
    name: 'network',
    read: readNetwork,
    write: (store) => {
      const choice = signal('');
      saveNetwork(choice, store);
      choice.value = 'lite';
    },
    none: '',
  },
  waiting: {
    name: 'waiting:1',
    read: (store) => waiting(store).map(({ game }) => game.text),
    write: (store) => storeWaiting(store, KEPT),
    none: [],
  },
  'daily-ai': {
    name: 'daily-ai:lite',
    read: (store) => storedAiGame(store, '2026-11-25', 'lite', 'lite.bin'),
    write: (store) => storeAiGame(store, '2026-11-25', 'lite', 'lite.bin', { score: 8, rank: 2, moves: 3 }),
    none: null,
  },
  puzzles: {
    name: 'puzzles',
    read: (store) => storedPuzzles(store).solved,
    write: (store) => storePuzzles(store, { solved: ['a'], streak: 1, best: 1 }),
    none: [],
  },
  people: {
    name: 'people',
    read: (store) => readPlayed(store),
    write: (store) => writePlayed(store, [{ game: GAME, moves: [] }], 1),
    none: [],
  },
  race: {
    name: 'race',
    read: storedRace,
    write: (store) => storeRace(store, RACE),
    remove: forgetRace,
    none: null,
  },
  try: {
    name: 'try',
    read: (store) => store.read('try'),
    write: (store) => store.write('try', '2026-11-25'),
    remove: (store) => store.remove('try'),
    none: null,
  },
};

/**
 * Every form that a released page has stored, and its value in today's page.
 * @type {[name: string, text: string, read: unknown][]}
 */
const STORED = [
  [
    'game:4x4',
    `{"version":1,"game":"${GAME}","previous":null}`,
    { saved: { game: GAME, previous: null, spentMs: 0, players: 'own' }, damaged: false },
  ],
  [
    'game:4x4',
    `{"version":1,"game":"${GAME}","previous":"x","spentMs":7}`,
    {
      saved: { game: GAME, previous: { game: 'x', spentMs: 0, players: 'own' }, spentMs: 7, players: 'own' },
      damaged: false,
    },
  ],
  [
    'game:4x4',
    `{"version":1,"game":"${GAME}","previous":"x","spentMs":7,"aided":true,"previousMs":9,"previousAided":true}`,
    {
      saved: {
        game: GAME,
        previous: { game: 'x', spentMs: 9, players: 'aided' },
        spentMs: 7,
        players: 'aided',
      },
      damaged: false,
    },
  ],
  ['best', '{"version":1,"scores":{"4x4":1234}}', 1234],
  ['best', '{"version":1,"scores":{"4x4":1234},"aided":{"4x4":2000},"ai":{}}', 1234],
  ['waiting:1', JSON.stringify({ version: 1, game: KEPT }), [GAME]],
  [
    'daily-ai:lite',
    '{"version":1,"day":"2026-11-25","network":"lite.bin","score":8,"rank":2,"moves":3}',
    { score: 8, rank: 2, moves: 3 },
  ],
  ['owner:4x4', '3', '3'],
  ['size', '3x5', { rows: 3, cols: 5 }],
  [
    'settings',
    '{"version":1,"theme":"dark","motion":"system","letters":true,"arrows":true,"count":false}',
    'dark',
  ],
  ['network', 'lite', 'lite'],
  [
    'people',
    `{"version":1,"checksum":7,"games":[{"game":"${GAME}","moves":[[3,{"loss":1,"stake":4,"tiles":9}]]}]}`,
    [{ game: GAME, moves: [[3, { loss: 1, stake: 4, tiles: 9 }]] }],
  ],
  ['puzzles', '{"version":1,"solved":["0123","7@9"],"streak":1,"best":2}', ['0123', '7@9']],
  // Races against the clock go on by turns.
  ['race', JSON.stringify({ version: 1, pace: 'clock', leftMs: 61_000, ...RACE }), RACE],
  ['try', '2026-11-25', '2026-11-25'],
];

for (const [name, text, read] of STORED) {
  test(`an earlier page's record is read: ${text.slice(0, 60)}`, () => {
    const kind = KINDS[name.split(':')[0] ?? ''];
    assert.deepEqual(kind?.read(new Store(() => fakeStorage({ [PREFIX + name]: text }))), read);
  });
}

test('the tables have every kind', async () => {
  assert.deepEqual(Object.keys(KINDS).sort(), Object.keys(VERSIONS).sort());
  assert.deepEqual(
    [...new Set(STORED.map(([name]) => name.split(':')[0]))].sort(),
    Object.keys(VERSIONS).sort(),
  );
  const docs = await readFile(new URL('../../docs/develop/storage.md', import.meta.url), 'utf8');
  for (const [kind, version] of Object.entries(VERSIONS))
    assert.match(docs, new RegExp(`^\\| \`${kind}[^|]*\\| ${version} \\|`, 'm'), kind);
});

for (const [kind, { name, read, write, remove, none }] of Object.entries(KINDS)) {
  test(`a newer record of kind ${kind} is never touched, and this page's own is stored beside it`, async () => {
    const newer = `{"version":${versionOfKind(kind) + 1},"unknown":"field"}`;
    const storage = fakeStorage({ [PREFIX + name]: newer });
    let reported = 0;
    const open = () => {
      const store = new Store(() => storage);
      store.onNewer = () => reported++;
      return store;
    };
    const store = open();
    assert.deepEqual(read(store), none);
    write(store);
    await Promise.resolve();
    assert.equal(reported, 1, 'reported once');
    assert.notDeepEqual(read(open()), none, 'what this page wrote survives a reload');
    remove?.(store);
    if (remove) assert.deepEqual(read(open()), none);
    assert.equal(storage.items.get(PREFIX + name), newer);
    assert.deepEqual(
      [...storage.items.keys()].filter((key) => key.includes('damaged')),
      [],
    );
  });

  test(`an older page leaves this page's record of kind ${kind} unchanged`, () => {
    const storage = fakeStorage();
    write(new Store(() => storage));
    const text = storage.items.get(PREFIX + name);
    const older = new Store(() => storage, '', { ...VERSIONS, [kind]: versionOfKind(kind) - 1 });
    write(older);
    remove?.(older);
    assert.equal(storage.items.get(PREFIX + name), text);
    assert.notDeepEqual(read(new Store(() => storage)), none);
  });
}

test('a damaged copy of a newer record, as earlier pages made them, is not overwritten', () => {
  const newer = '{"version":2,"game":"a lost one"}';
  const storage = fakeStorage({ [`${PREFIX}game:4x4:damaged`]: newer, [`${PREFIX}game:4x4`]: '{' });
  new Records(new Store(() => storage)).setAside(4, 4);
  assert.equal(storage.items.get(`${PREFIX}game:4x4:damaged`), newer);
  assert.equal(storage.items.get(`${PREFIX}game:4x4:damaged@1`), '{');
});

test('a kind without a version is a mistake of the page', () => {
  const store = new Store(() => fakeStorage());
  assert.throws(() => store.read('other'), /versions\.js/);
  assert.throws(() => store.write('other', ''), /versions\.js/);
  assert.throws(() => store.remove('other'), /versions\.js/);
});

test('the version of a text', () => {
  for (const [text, version] of /** @type {const} */ ([
    ['{"version":2,"a":1}', 2],
    ['{"version":12}', 12],
    ['{"version":1,', 1],
    ['4x4', 1],
    ['', 1],
    ['{"version":"2"}', 1],
    ['{"version":2e9}', 1],
    ['{"version":9999999999999}', 1],
    [' {"version":2}', 1],
  ]))
    assert.equal(versionOf(text), version, text);
});
