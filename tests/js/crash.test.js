// A page that dies, or a disk that is full, between any two writes: the game before or the game after is
// still there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../www/game/session.js';
import { Records } from '../../www/game/record.js';
import { PREFIX, Store } from '../../www/shared/store.js';
import { effect } from '../../www/vendor/signals-core.js';
import { FakeGame } from './fakes/game.js';
import { fakeStorage } from './fakes/storage.js';

/** @param {import('../../www/shared/store.js').StorageLike} storage */
function sit(storage) {
  /** @type {string[]} */
  const played = [];
  const session = new Session({
    Game: /** @type {any} */ (FakeGame),
    records: new Records(new Store(() => storage)),
    rows: 4,
    cols: 4,
    seed: null,
  });
  const first = session.board.value;
  effect(() => {
    if (session.board.value !== first) played.push(session.game.toText());
  });
  return { session, played };
}

/**
 * A storage that takes this many writes. After them the page is dead, and writes do nothing; or the disk is
 * full, and they throw.
 * @param {ReturnType<typeof fakeStorage>} storage @param {number} most @param {boolean} full
 */
function cutOff(storage, most, full) {
  let writes = 0;
  return {
    ...storage,
    get writes() {
      return writes;
    },
    setItem(/** @type {string} */ name, /** @type {string} */ text) {
      if (++writes <= most) storage.setItem(name, text);
      else if (full) throw new Error('QuotaExceededError');
    },
    removeItem(/** @type {string} */ name) {
      // Space can always be freed.
      if (++writes <= most || full) storage.removeItem(name);
    },
  };
}

/** @param {Session} session @param {number} moves */
function play(session, moves) {
  for (let move = 0; move < moves; move++) session.move(move % 2, 'person');
  session.saving.now({ anyway: true });
}

/**
 * What a player does, each from a 4x4 game of three moves and a 3x3 game of two.
 * @type {Record<string, (session: Session) => void>}
 */
const STEPS = {
  'some moves': (session) => play(session, 2),
  'a new game': (session) => {
    session.newGame();
    session.saving.now({ anyway: true });
  },
  'a new game that is played': (session) => {
    session.newGame();
    play(session, 1);
  },
  'a new game that is taken back': (session) => {
    const takeBack = session.newGame();
    session.saving.now({ anyway: true });
    takeBack();
    session.saving.now({ anyway: true });
  },
  'undo and redo': (session) => {
    session.undo();
    session.saving.now({ anyway: true });
    session.redo();
    session.saving.now({ anyway: true });
  },
  'another size, played, and back': (session) => {
    session.open(3, 3);
    play(session, 1);
    session.open(4, 4);
    session.saving.now({ anyway: true });
  },
  'a new game of another size that is taken back': (session) => {
    const takeBack = session.begin(/** @type {any} */ (new FakeGame(3, 3, 5n)));
    session.saving.now({ anyway: true });
    takeBack();
    session.saving.now({ anyway: true });
  },
  'a new game of a size that was never played': (session) => {
    const takeBack = session.begin(/** @type {any} */ (new FakeGame(5, 5, 5n)));
    session.saving.now({ anyway: true });
    takeBack();
    session.saving.now({ anyway: true });
  },
};

/** A 3x3 game of two moves and, played last, a 4x4 game of three. */
function begin() {
  const storage = fakeStorage();
  const { session } = sit(storage);
  session.open(3, 3);
  play(session, 2);
  session.open(4, 4);
  play(session, 3);
  session.saving.forget();
  return {
    storage,
    texts: [
      session.game.toText(),
      /** @type {string} */ (new Records(new Store(() => storage)).loadGame(3, 3).saved?.game),
    ],
  };
}

for (const [name, steps] of Object.entries(STEPS)) {
  for (const full of [false, true]) {
    test(`${name}: the page ${full ? 'finds the disk full' : 'dies'} after any number of writes`, () => {
      let most = 0;
      for (let writes = Infinity; writes > most; most++) {
        const { storage, texts } = begin();
        const best = new Records(new Store(() => storage)).best(4, 4);
        const cut = cutOff(storage, most, full);
        const { session, played } = sit(cut);
        steps(session);
        session.saving.forget();
        writes = cut.writes;
        const records = new Records(new Store(() => storage));
        for (const [rows, cols, before] of /** @type {const} */ ([
          [4, 4, texts[0]],
          [3, 3, texts[1]],
        ])) {
          const { saved, damaged } = records.loadGame(rows, cols);
          assert.equal(damaged, false);
          const known = [
            before,
            ...played.filter((text) => text.startsWith(`fake;${rows}x`) && !text.includes(';moves=0:')),
          ];
          assert.ok(
            known.includes(saved?.game ?? '') || known.includes(saved?.previous?.game ?? ''),
            `${rows}x${cols} after ${most} writes: ${JSON.stringify(saved)}`,
          );
        }
        assert.ok(records.best(4, 4) >= best);
      }
      assert.ok(most > 1, 'something is written');
    });
  }
}

test('a damaged record that is set aside is there under one of its names, after any number of writes', () => {
  for (const full of [false, true]) {
    for (let most = 0; most < 6; most++) {
      const storage = fakeStorage({ [`${PREFIX}game:4x4`]: '{"version":1,"game":', [`${PREFIX}best`]: '{' });
      const { session } = sit(cutOff(storage, most, full));
      play(session, 2);
      session.saving.forget();
      for (const [name, text] of /** @type {const} */ ([
        ['game:4x4', '{"version":1,"game":'],
        ['best', '{'],
      ])) {
        const kept = [storage.items.get(`${PREFIX}${name}`), storage.items.get(`${PREFIX}${name}:damaged`)];
        // If there is no space for a copy, the next game replaces the record (docs/develop/storage.md).
        if (!full || most >= 2) assert.ok(kept.includes(text), `${name} after ${most} writes: ${kept}`);
      }
    }
  }
});
