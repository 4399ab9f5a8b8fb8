// The daily board: its seed, the streak, and the shared text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaveDay, readDaily } from '../../www/daily/record.js';
import { finishDaily, offerToday, wakeDaily } from '../../www/daily/state.js';
import { shareText, streakOf } from '../../www/daily/tries.js';
import { dayOf, dayOfGame, seedOf } from '../../www/game/daily.js';
import { Records } from '../../www/game/record.js';
import { Store } from '../../www/shared/store.js';
import { useCatalog } from '../../www/shared/text.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';

const TRY = { score: 1200, rank: 7, moves: 150 };
const DAY = '2025-11-24';
const NEXT = '2025-11-25';

/** The page of a day, while the records have the try of this day or another one. @param {string} started */
function openPage(started) {
  const storage = fakeStorage();
  const records = new Records(new Store(() => storage, 'daily:'));
  records.store.write('try', started);
  const { state } = fakeState({
    store: new Store(() => storage),
    records,
    daily: { kind: 'daily', day: DAY, seed: BigInt(seedOf(DAY)), tries: new Map() },
  });
  return { state, records, started: () => records.store.read('try') };
}

test('the day is the UTC date, and the seed its digits', () => {
  assert.equal(dayOf(new Date('2026-11-24T23:59:59.999Z')), '2026-11-24');
  assert.equal(dayOf(new Date('2026-11-25T00:30:00+01:00')), '2026-11-24');
  assert.equal(seedOf('2026-11-24'), 20261124);
});

test('a game of a day is recognized, and one that was set up or has tiles from elsewhere is not', () => {
  assert.equal(dayOfGame('afterstate/1;4x4;seed=20261124;moves=7:UA4'), '2026-11-24');
  for (const other of [
    'afterstate/1;4x4;seed=20261399;moves=7:UA4',
    'afterstate/1;4x4;seed=20260230;moves=7:UA4',
    'afterstate/1;5x5;seed=20261124;moves=7:UA4',
    'afterstate/1;4x4;seed=42;moves=7:UA4',
    'afterstate/1;4x4;seed=20261124;start=1000000000000000;score=9;moves=7:UA4',
    'afterstate/1;4x4;seed=20261124;moves=7:UA4;spawns=AA',
    '',
  ])
    assert.equal(dayOfGame(other), null, other);
});

test('a streak counts the days in a row; today may still come', () => {
  const days = ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'];
  assert.equal(streakOf(days, '2026-03-01'), 4, 'over the end of February');
  assert.equal(streakOf(days, '2026-03-02'), 4, 'today is still to come');
  assert.equal(streakOf(days, '2026-03-03'), 0, 'a day was missed');
  assert.equal(
    streakOf(
      days.filter((day) => day !== '2026-02-28'),
      '2026-03-01',
    ),
    1,
  );
  assert.equal(streakOf([], '2026-03-01'), 0);
});

test('a page ends the try of its own day, when that is finished or given up, and no other', async () => {
  for (const day of [DAY, NEXT]) {
    const left = day === DAY ? null : NEXT;
    const finished = openPage(day);
    await finishDaily(finished.state);
    assert.equal(finished.started(), left);
    assert.equal(finished.state.final.value, false);

    const givenUp = openPage(day);
    let loads = 0;
    offerToday(givenUp.state, () => loads++);
    givenUp.state.notices.value[0]?.action?.act();
    assert.deepEqual([givenUp.started(), loads], [left, 1]);
  }
});

test('a page is loaded again when it is shown while the try of another day is played; the new one is of the day of that', async () => {
  let loads = 0;
  const load = () => void loads++;
  const here = openPage(DAY);
  await wakeDaily(here.state, load);
  assert.equal(loads, 0);
  const elsewhere = openPage(NEXT);
  await wakeDaily(elsewhere.state, load);
  assert.deepEqual([loads, elsewhere.state.notices.value], [1, []]);

  // A try that cannot go on, when that of today has ended.
  const today = dayOf(new Date());
  const { Game, store, records } = here.state;
  for (const started of [DAY, today]) {
    const { day, tries } = await readDaily(Game, store, records);
    here.state.daily.value = { kind: 'daily', day, seed: 1n, tries };
    assert.deepEqual([day, leaveDay(records, day, load)], [today, false]);
    await finishDaily(here.state);
    records.store.write('try', started);
  }
  const { day } = await readDaily(Game, store, records);
  assert.equal(leaveDay(records, day, load), false);
});

test('the shared text has the board as squares, the score and the link', () => {
  const ranks = [0, 1, 4, 5, 7, 8, 9, 10, 11, 12, 17, 0, 0, 0, 0, 0];
  assert.equal(
    shareText('2026-11-24', TRY, ranks, 'https://x/#game=1', []),
    '2048 daily 2026-11-24\n1,200 points, 128 tile, 150 moves\n⬜🟨🟨🟧\n🟧🟥🟥🟪\n🟦🟩🟩⬜\n⬜⬜⬜⬜\nhttps://x/#game=1',
  );
  assert.match(
    shareText('2026-11-24', TRY, ranks, '', [
      { name: 'Beginner', score: 5200 },
      { name: 'Lite', score: 61_234 },
    ]),
    /150 moves\nRivals: Beginner 5,200, Lite 61,234\n⬜/,
  );
});

test('the shared text is in the language of the page', () => {
  useCatalog('de', {
    '2048 daily {day}': '2048-Tagesbrett {day}',
    '{points}, {tile} tile, {moves}': '{points}, Kachel {tile}, {moves}',
    '{n} points': { one: '{n} Punkt', other: '{n} Punkte' },
    '{n} moves': { one: '{n} Zug', other: '{n} Züge' },
    'Rivals: {rivals}': 'Gegner: {rivals}',
  });
  assert.match(
    shareText('2026-11-24', TRY, [], '', [{ name: 'Lite', score: 61_234 }]),
    /^2048-Tagesbrett 2026-11-24\n1.200 Punkte, Kachel 128, 150 Züge\nGegner: Lite 61.234\n/,
  );
  useCatalog('en', {});
});
