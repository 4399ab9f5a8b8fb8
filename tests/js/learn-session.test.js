// The page on which a network learns, without a page: its state, what it keeps, and what it does when
// something fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, HELLO, PROGRESS } from '../../www/engine/requests.js';
import { noGames } from '../../www/learn/curve.js';
import { LearnerClient } from '../../www/learn/learner-client.js';
import { roundStep, timeEnd } from '../../www/learn/plot.js';
import { readRun, writeRun } from '../../www/learn/record.js';
import { Session } from '../../www/learn/session.js';
import { defaults, problemOf, readSettings } from '../../www/learn/settings.js';
import { change, meanNow, newRun, newState, progressed, wouldLose } from '../../www/learn/state.js';
import { RUN } from '../../www/learn/keeping.js';
import { ALONE, Owner } from '../../www/game/owner.js';
import { Store } from '../../www/shared/store.js';
import { UNNAMED } from '../../www/ai/learned-networks.js';
import { FakeLocks } from './fakes/locks.js';
import { fakeStorage } from './fakes/storage.js';

/** @import { Ownership, Owning } from '../../www/game/owner.js' */
/** @import { NetworkFiles, NetworkInfo } from '../../www/ai/learned-networks.js' */
/** @import { Report, Settings } from '../../www/learn/protocol.js' */

const SETTINGS = defaults({ phone: false });

/** @param {number} games @param {number} score @param {number} rank @returns {Report} */
const report = (games, score, rank) => ({
  seconds: 0.1,
  tally: {
    ...noGames(),
    games,
    score: games * score,
    squares: games * score ** 2,
    best: score,
    ranks: noGames().ranks.map((_, at) => (at === rank ? games : 0)),
    moves: 1000,
  },
  watched: null,
  patterns: null,
});

/** A storage in memory. */
function makeStorage() {
  /** @type {Map<string, { info: NetworkInfo, files: NetworkFiles }>} */
  const kept = new Map();
  return {
    kept,
    full: false,
    async listNetworks() {
      return [...kept.values()].map(({ info }) => info);
    },
    /** @type {typeof import('../../www/ai/learned-networks.js').keepNetwork} */
    async keepNetwork(info, files, mayReplace = () => true) {
      if (this.full) throw new Error('Not enough storage for this network.');
      const stored = kept.get(info.id);
      if (stored && !mayReplace(stored.info)) return false;
      kept.set(info.id, structuredClone({ info, files }));
      return true;
    },
    /** @param {string} id */
    async filesOf(id) {
      return kept.get(id)?.files ?? null;
    },
    /** @type {typeof import('../../www/ai/learned-networks.js').deleteNetwork} */
    async deleteNetwork(id, mayDelete = () => true) {
      const stored = kept.get(id);
      if (stored && mayDelete(stored.info)) kept.delete(id);
    },
  };
}

/**
 * A worker that learns one report at a time.
 * @param {(reason: Error) => void} onBroken
 * @param {number} workers
 * @param {{ refuses: string, large: boolean, waits: Record<string, Promise<void>> }} how `refuses`: a
 *   question; `large`: it is not saved by itself; `waits`: what the answer to a question waits for
 */
function makeFake(onBroken, workers, { refuses, large, waits }) {
  return {
    workers,
    /** @type {any[]} */
    asked: [],
    ended: false,
    /** @type {(report: Report) => void} */
    report: () => {},
    /** @type {() => void} */
    stop: () => {},
    onBroken,
    /** @param {any} question */
    async ask(question) {
      this.asked.push(question);
      await waits[question.ask];
      if (question.ask === refuses) throw new Error('the network file is cut short or altered');
      if (large && question.ask === 'save') return null;
      return question.ask === 'save' || question.ask === 'export' ? new Uint8Array([1, 2, 3]) : null;
    },
    /** @param {number | null} _ @param {(report: Report) => void} onReport */
    learn(_, onReport) {
      this.report = onReport;
      return new Promise((resolve) => {
        this.stop = () => resolve(undefined);
      });
    },
    /** The report that answers a pause. @type {Report | null} */
    last: null,
    pause() {
      setTimeout(() => {
        if (this.last) this.report(this.last);
        this.stop();
      });
    },
    end() {
      this.ended = true;
      this.stop();
    },
  };
}

/**
 * @param {ReturnType<typeof makeStorage>} [storage]
 * @param {{
 *   refuses?: string, large?: boolean, waits?: Record<string, Promise<void>>, maxWorkers?: number,
 *   settings?: Settings, owner?: Owning
 * }} [options] `refuses`, `large` and `waits`: of all workers
 */
function open(
  storage = makeStorage(),
  { refuses = '', large = false, waits = {}, maxWorkers = 1, settings = SETTINGS, owner = ALONE } = {},
) {
  const state = newState(settings);
  /** @type {string[]} */
  const notices = [];
  /** The actions of the notices. @type {(() => void)[]} */
  const actions = [];
  /** @type {number[]} */
  const made = [];
  /** @type {ReturnType<typeof makeFake>[]} */
  const workers = [];
  const session = new Session({
    state,
    storage,
    owner,
    notify(message, action) {
      notices.push(message);
      if (action) actions.push(action.act);
    },
    onMade: (rank) => void made.push(rank),
    maxWorkers,
    makeClient(onBroken, count) {
      const worker = makeFake(onBroken, count, { refuses, large, waits });
      workers.push(worker);
      return /** @type {any} */ (worker);
    },
  });
  return { session, state, storage, notices, actions, made, workers };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('reports add up, and each large tile is made once', () => {
  const state = newState(SETTINGS);
  state.value.run = newRun(SETTINGS);
  change(state, { phase: 'learning' });
  assert.deepEqual(progressed(state, report(10, 500, 6)), []);
  assert.deepEqual(progressed(state, report(10, 5000, 10)), [9, 10]);
  assert.deepEqual(progressed(state, report(10, 5000, 10)), []);
  const { moves, games, best, milestones, speed, seconds } = state.value.run;
  assert.deepEqual([moves, games, best], [3000, 30, 5000]);
  assert.equal(milestones[9]?.games, 20);
  assert.ok(Math.abs(speed - 10_000) < 1e-6 && Math.abs(seconds - 0.3) < 1e-9);
  assert.equal(meanNow(state.value.run), 3500);
});

for (const [name, chance] of /** @type {const} */ ([
  ['often', 1],
  ['seldom', 0.01],
]))
  test(`the average is never that of the last game alone, now or after a reload: games end ${name}`, () => {
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const state = newState(SETTINGS);
    const run = newRun(SETTINGS);
    state.value.run = run;
    for (let at = 0; at < 3000; at++) {
      const ended = random() < chance;
      progressed(state, {
        ...report(ended ? 1 : 0, Math.round(20_000 + 40_000 * random()), 11),
        seconds: 0.05,
      });
      if (run.games < 20 || at % 29 > 0) continue;
      const reloaded = readRun(writeRun(run));
      assert.ok(reloaded);
      for (const [when, mean] of [
        ['now', meanNow(run)],
        ['after a reload', meanNow(reloaded)],
      ])
        assert.ok(Number(mean) > 32_000 && Number(mean) < 48_000, `report ${at}, ${when}: ${mean}`);
    }
  });

test('Start answers at once, also while the storage has not', async () => {
  for (const broken of [false, true]) {
    const storage = makeStorage();
    const { listNetworks } = storage;
    /** @type {() => void} */
    let answer = () => {};
    const answered = new Promise((resolve) => (answer = () => resolve(undefined)));
    storage.listNetworks = async () => {
      await answered;
      if (broken) throw new Error('The database does not open.');
      return listNetworks();
    };
    const { session, state, workers } = open(storage);
    void session.begin();
    void session.start();
    assert.equal(state.value.phase, 'starting');
    void session.start();
    answer();
    await settle();
    assert.equal(state.value.phase, 'learning');
    assert.equal(workers.length, 1);
  }
});

test('starts, pauses, saves what was learned, and goes on where it was after a reload', async () => {
  const first = open();
  await first.session.begin();
  void first.session.start();
  await settle();
  assert.equal(first.state.value.phase, 'learning');
  assert.deepEqual(first.workers[0]?.asked, [{ ask: 'make', settings: SETTINGS }]);
  first.workers[0]?.report(report(20, 4000, 9));
  assert.deepEqual(first.made, [9]);
  await first.session.pause();
  assert.equal(first.state.value.phase, 'paused');
  assert.deepEqual([...first.storage.kept.keys()], [UNNAMED]);

  const again = open(first.storage, { waits: { restore: settle().then(() => {}) } });
  await again.session.begin();
  assert.equal(again.state.value.phase, 'paused');
  assert.deepEqual(again.workers[0]?.asked, [{ ask: 'restore', state: new Uint8Array([1, 2, 3]) }]);
  assert.equal(again.state.value.run?.games, 20);
  assert.equal(meanNow(/** @type {any} */ (again.state.value.run)), 4000);
  void again.session.start();
  await settle();
  assert.equal(again.state.value.phase, 'learning');
  again.workers[0]?.report(report(5, 4000, 9));
  assert.equal(again.state.value.run?.games, 25);
  assert.deepEqual(again.made, [], 'it is not the first 512');

  await again.session.startOver();
  assert.equal(again.state.value.phase, 'learning', 'the player is asked');
  assert.match(again.notices.at(-1) ?? '', /would be lost/);
  assert.equal(again.storage.kept.size, 1);
  again.actions[0]?.();
  await settle();
  assert.equal(again.state.value.phase, 'empty');
  assert.ok(again.workers[0]?.ended);
  assert.equal(again.storage.kept.size, 0);
});

test('a run that is paused or has failed has no speed, and a pause keeps the last report', async () => {
  const { session, state, workers } = open();
  await goOn({ session, workers }, 20);
  const { run } = state.value;
  assert.ok(run && run.speed > 0);
  const [worker] = workers;
  assert.ok(worker);
  worker.last = report(5, 4000, 9);
  await session.pause();
  assert.deepEqual([state.value.phase, run.speed, run.games], ['paused', 0, 25]);
  await goOn({ session, workers }, 1);
  assert.ok(run.speed > 0);
  worker.onBroken(new Error('it ended without an error message'));
  assert.deepEqual([state.value.phase, run.speed], ['failed', 0]);
});

for (const plays of [false, true])
  test(`a pause during a saving${plays ? ', and another to play with it,' : ''} keeps all that was learned`, async () => {
    const { session, storage, notices, workers } = open();
    void session.start();
    await settle();
    workers[0]?.report(report(20, 4000, 9));
    const { keepNetwork } = storage;
    /** @type {() => void} */
    let write = () => {};
    storage.keepNetwork = async (...given) => {
      storage.keepNetwork = keepNetwork;
      await new Promise((resolve) => (write = () => resolve(null)));
      return storage.keepNetwork(...given);
    };
    const first = session.keeping.saveRun();
    await settle();
    workers[0]?.report(report(2, 4000, 9));
    const saved = plays ? session.keeping.play() : null;
    await settle();
    workers[0]?.report(report(3, 4000, 9));
    const paused = session.pause();
    for (let turns = 0; turns < 5; turns++) await settle();
    write();
    await Promise.all([first, saved, paused]);
    assert.equal(readRun(storage.kept.get(UNNAMED)?.info.run)?.games, 25);
    assert.deepEqual([...storage.kept.keys()], [UNNAMED]);
    assert.equal(storage.kept.get(UNNAMED)?.info.bytes, plays ? 3 : 0, 'the file to play with stays');
    assert.deepEqual(notices, []);
  });

/** A page goes on learning. @param {Pick<ReturnType<typeof open>, 'session' | 'workers'>} page */
async function goOn({ session, workers }, games = 0) {
  void session.start();
  await settle();
  workers.at(-1)?.report(report(games, 4000, 9));
}

/** Tabs of one browser. */
function browser() {
  const [locks, records, networks] = [new FakeLocks(), fakeStorage(), makeStorage()];
  return {
    /** @param {Parameters<typeof open>[1]} [options] */
    async openTab(options) {
      const changed = (/** @type {Ownership} */ status) => page.session.owned(status);
      const owner = new Owner(new Store(() => records), changed, /** @type {any} */ (locks));
      const page = open(networks, { owner, ...options });
      void owner.ask(RUN);
      await settle();
      return { ...page, owner };
    },
    /** The games that the record of the run holds. */
    saved: () => readRun(networks.kept.get(UNNAMED)?.info.run)?.games,
  };
}
const ELSEWHERE = 'Your run is open in another tab. You can continue it here.';

test('another tab learns nothing until it takes the run over; then it has all, and the first one stops', async () => {
  const { openTab, saved } = browser();
  const first = await openTab();
  await goOn(first, 20);
  await first.session.pause();
  const second = await openTab();
  assert.deepEqual(
    [second.state.value.phase, second.state.value.problem, second.workers],
    ['empty', ELSEWHERE, []],
  );
  await goOn(first, 2000);
  await first.session.keeping.saveRun();
  await goOn(second, 5);
  assert.deepEqual([second.state.value.phase, second.state.value.problem], ['learning', '']);
  assert.deepEqual([first.state.value.phase, first.state.value.problem], ['paused', ELSEWHERE]);
  first.workers[0]?.report(report(7, 4000, 9));
  await first.session.pause();
  assert.equal(saved(), 2020, 'what comes too late is not saved');
  await second.session.pause();
  assert.equal(saved(), 2025);
  await goOn(first, 1);
  assert.equal(first.state.value.run?.games, 2026);
  assert.equal(second.state.value.problem, ELSEWHERE);
});

test('when the tab that has the run is closed, another has it', async () => {
  const { openTab } = browser();
  const first = await openTab();
  await goOn(first, 20);
  await first.session.pause();
  const second = await openTab();
  first.owner.letGo();
  await settle();
  const { phase, problem, run } = second.state.value;
  assert.deepEqual([phase, problem, run?.games], ['paused', '', 20]);
});

test('starting over deletes nothing that another tab has', async () => {
  const { openTab, saved } = browser();
  const first = await openTab();
  await goOn(first, 20);
  await first.session.pause();
  const second = await openTab();
  await second.session.startOver();
  assert.equal(saved(), 20);
});

test('a run that is too large to be saved by itself gives its place to that of another tab only if the player agrees', async () => {
  const { openTab } = browser();
  const first = await openTab({ large: true });
  await goOn(first, 20);
  await first.session.pause();
  const second = await openTab();
  await goOn(second, 5);
  await second.session.pause();
  await goOn(first, 1);
  assert.equal(first.state.value.run?.games, 21);
  assert.match(first.notices.join(), /would be lost/);
  first.actions[0]?.();
  await settle();
  assert.equal(first.state.value.run?.games, 5);
});

test('to play with it, the run is saved with its file, under an id that no other file has; then nothing is lost', async () => {
  const { session, storage, state, notices, workers } = open();
  await goOn({ session, workers }, 20);
  const id = await session.keeping.play();
  const { info, files } = storage.kept.get(UNNAMED) ?? {};
  assert.deepEqual([info?.fileId, info?.mean, info?.bytes, info?.canContinue], [id, 4000, 3, true]);
  assert.ok(id && files?.file && files.state);
  assert.equal(readRun(info?.run)?.games, 20);
  await new Promise((resolve) => setTimeout(resolve, 2));
  workers[0]?.report(report(5, 4000, 9));
  await session.keeping.saveRun();
  assert.deepEqual(
    [storage.kept.get(UNNAMED)?.info.fileId, storage.kept.get(UNNAMED)?.info.bytes],
    [id, 3],
    'the game still plays with it',
  );
  const again = await session.keeping.play();
  assert.ok(again && again !== id);
  assert.deepEqual(notices, []);
  await session.startOver();
  assert.deepEqual([state.value.phase, storage.kept.size], ['empty', 0]);
});

test('networks that an earlier version kept stay until the player deletes them, and are offered as files', async () => {
  const storage = makeStorage();
  const run = writeRun({ ...newRun(SETTINGS), games: 9, moves: 900, seconds: 3 });
  for (const [id, name] of [
    [UNNAMED, 'The latest run'],
    ['learned-1', 'Mine'],
    ['learned-2', 'Other'],
  ])
    storage.kept.set(String(id), {
      info: {
        id: String(id),
        name: String(name),
        saved: 1,
        mean: 2000,
        moves: 900,
        bytes: id === UNNAMED ? 0 : 3,
        canContinue: true,
        run,
      },
      files: {
        file: id === UNNAMED ? null : new Uint8Array([4, 5, 6]),
        state: new Uint8Array([1]),
      },
    });
  const { session, state, notices, actions, workers } = open(storage);
  await session.begin();
  assert.equal(state.value.run?.games, 9, 'the run goes on');
  assert.deepEqual(
    state.value.earlier.map(({ name }) => name),
    ['Mine', 'Other'],
  );
  await goOn({ session, workers }, 20);
  await session.keeping.play();
  await session.open('x.bin', new Uint8Array([1]), { agreed: true });
  await session.startOver({ agreed: true });
  assert.deepEqual([...storage.kept.keys()], ['learned-1', 'learned-2']);
  const [mine] = state.value.earlier;
  assert.ok(mine);
  assert.deepEqual(await session.keeping.fileOf(mine), new Uint8Array([4, 5, 6]));
  assert.equal(storage.kept.size, 2, 'a download may have failed');
  await session.keeping.remove(mine);
  assert.deepEqual([...storage.kept.keys()], ['learned-2']);
  assert.equal(notices.at(-1), 'Mine was deleted.');
  actions.at(-1)?.();
  await settle();
  assert.equal(state.value.earlier.length, 2);
  assert.ok(await session.keeping.fileOf(mine), 'Undo puts it back');
});

test('a run that is too large to be saved by itself is lost with the page until the player has its file', async () => {
  const { session, state, storage, workers } = open(makeStorage(), { large: true });
  await goOn({ session, workers }, 20);
  const [worker] = workers;
  assert.ok(worker);
  assert.ok(!wouldLose(state));
  await session.keeping.saveRun();
  assert.equal(storage.kept.size, 0);
  assert.ok(wouldLose(state));
  for (const take of /** @type {const} */ (['download', 'play'])) {
    const taken = session.keeping[take]();
    worker.report(report(5, 4000, 9)); // the file may lack it
    assert.ok(await taken);
    assert.equal(state.value.saving, 'player');
    assert.ok(wouldLose(state));
    await session.keeping[take]();
    assert.ok(!wouldLose(state));
    worker.report(report(5, 4000, 9));
    assert.ok(wouldLose(state));
  }
  assert.equal(readRun(storage.kept.get(UNNAMED)?.info.run)?.games, 35);
  session.fail(new Error('out of memory'));
  assert.ok(!wouldLose(state), 'nothing can be saved any more');
  void session.start();
  await settle();
  assert.ok(!wouldLose(state));
});

test('a full storage and a worker that dies are told, and nothing that was saved is lost', async () => {
  const { session, storage, state, notices, workers } = open();
  void session.start();
  await settle();
  workers[0]?.report(report(20, 4000, 9));
  await session.pause();
  assert.equal(storage.kept.size, 1);
  storage.full = true;
  workers[0]?.report(report(5, 4000, 9));
  assert.equal(await session.keeping.play(), null);
  await session.pause();
  await session.pause();
  assert.deepEqual(notices, ['Not enough storage for this network.', 'Not enough storage for this network.']);
  assert.equal(storage.kept.size, 1);
  workers[0]?.onBroken(new Error('it ended without an error message'));
  assert.equal(state.value.phase, 'failed');
  assert.match(state.value.problem, /it ended without an error message\. What was saved is still there\./);
  storage.full = false;
  void session.start();
  await settle();
  assert.equal(workers.length, 2);
  assert.equal(state.value.phase, 'learning');
});

test('a file that is no network is told, and what was learned before it stays', async () => {
  const { session, state, notices, workers } = open(makeStorage(), { refuses: 'open' });
  void session.start();
  await settle();
  workers[0]?.report(report(20, 4000, 9));
  await session.open('x.bin', new Uint8Array([1]), { agreed: true });
  assert.deepEqual(notices, ['x.bin can’t be loaded: the network file is cut short or altered.']);
  assert.deepEqual([workers[0]?.ended, workers[1]?.ended], [false, true]);
  assert.equal(state.value.phase, 'paused');
  assert.equal(state.value.run?.games, 20);
});

for (const succeeds of [true, false])
  test(`a file is loaded while a large network is ${succeeds ? 'made' : 'tried in vain'}: the file stays`, async () => {
    /** @type {() => void} */
    let made = () => {};
    /** @type {Promise<void>} */
    const make = new Promise((resolve, reject) => {
      made = succeeds ? resolve : () => reject(new Error('out of memory'));
    });
    const { session, state, notices, workers } = open(makeStorage(), { waits: { make } });
    void session.start();
    await settle();
    assert.equal(state.value.phase, 'starting');
    await session.open('mine.bin', new Uint8Array([1]));
    made();
    await settle();
    assert.deepEqual([workers[0]?.ended, workers[1]?.ended], [true, false]);
    assert.equal(state.value.phase, 'paused');
    assert.equal(state.value.problem, '');
    assert.deepEqual(notices, ['mine.bin was loaded. Continue to let it learn more.']);
    void session.start();
    await settle();
    assert.equal(state.value.phase, 'learning');
    assert.equal(workers.length, 2);
  });

test('a file that can’t be loaded while a network is made does not stop it', async () => {
  /** @type {() => void} */
  let made = () => {};
  const make = new Promise((/** @type {(value: void) => void} */ resolve) => (made = resolve));
  const { session, state, workers } = open(makeStorage(), { refuses: 'open', waits: { make } });
  void session.start();
  await settle();
  await session.open('mine.bin', new Uint8Array([1]));
  assert.equal(state.value.phase, 'starting');
  made();
  await settle();
  assert.equal(state.value.phase, 'learning');
  assert.deepEqual([workers[0]?.ended, workers[1]?.ended], [false, true]);
});

test('starting over leaves nothing, even if a network was about to be continued', async () => {
  /** @type {() => void} */
  let read = () => {};
  const restore = new Promise((/** @type {(value: void) => void} */ resolve) => (read = resolve));
  const { session, state, workers } = open(makeStorage(), { waits: { restore } });
  await goOn({ session, workers }, 20);
  await session.keeping.play();
  void session.takeUp(/** @type {NetworkInfo} */ (session.keeping.left));
  for (let turns = 0; turns < 5; turns++) await settle();
  assert.equal(workers.length, 2);
  await session.startOver();
  read();
  await settle();
  assert.equal(state.value.phase, 'empty');
  assert.ok(workers.every(({ ended }) => ended));
});

test('after a failure, Start again takes up the run that was saved by itself', async () => {
  const { session, storage, state, workers } = open();
  void session.start();
  await settle();
  workers[0]?.report(report(20, 4000, 9));
  await session.keeping.saveRun();
  workers[0]?.report(report(5, 4000, 9));
  workers[0]?.onBroken(new Error('it ended without an error message'));
  void session.start();
  void session.start();
  await settle();
  assert.equal(workers.length, 2);
  assert.deepEqual(workers[1]?.asked, [{ ask: 'restore', state: new Uint8Array([1, 2, 3]) }]);
  assert.deepEqual([state.value.phase, state.value.run?.games], ['learning', 20]);
  assert.deepEqual([...storage.kept.keys()], [UNNAMED]);
});

test('a run that can’t be taken up gives its place only if the player agrees', async () => {
  const first = open();
  void first.session.start();
  await settle();
  first.workers[0]?.report(report(20, 4000, 9));
  await first.session.pause();

  const { session, storage, state, notices, actions } = open(first.storage, { refuses: 'restore' });
  await session.begin();
  for (const replace of [() => session.start(), () => session.open('x.bin', new Uint8Array([1]))]) {
    await replace();
    assert.equal(state.value.phase, 'empty');
    assert.match(notices.at(-1) ?? '', /would be lost/);
    assert.deepEqual([...storage.kept.keys()], [UNNAMED]);
  }
  actions[0]?.();
  await settle();
  void session.start();
  await settle();
  assert.equal(state.value.phase, 'learning');
});

for (const large of [false, true])
  test(`a ${large ? 'large' : 'small'} run gives its place to a file only if the player agrees or has its file`, async () => {
    const { session, state, notices, actions, workers } = open(makeStorage(), { large });
    await goOn({ session, workers }, 20);
    await session.open('x.bin', new Uint8Array([1]));
    assert.match(notices.at(-1) ?? '', /would be lost/);
    assert.deepEqual([state.value.phase, state.value.run?.games], ['paused', 20]);
    actions[0]?.();
    for (let turns = 0; turns < 5; turns++) await settle();
    assert.equal(notices.at(-1), 'x.bin was loaded. Continue to let it learn more.');
    assert.equal(state.value.run?.games, 0);

    await goOn({ session, workers }, 10);
    assert.ok(await session.keeping.download());
    await session.open('y.bin', new Uint8Array([1]));
    assert.equal(notices.at(-1), 'y.bin was loaded. Continue to let it learn more.');
  });

test('the run that a file replaced does not come back after a reload', async () => {
  const { session, storage, workers } = open();
  await goOn({ session, workers }, 20);
  await session.open('x.bin', new Uint8Array([1]), { agreed: true });
  assert.equal(storage.kept.size, 0);
});

test('after a failure the run that was saved by itself is not lost to another', async () => {
  const { session, storage, state, notices, workers } = open();
  await goOn({ session, workers }, 20);
  await session.pause();
  workers[0]?.onBroken(new Error('it ended without an error message'));
  assert.equal(await session.keeping.play(), null);
  assert.deepEqual(notices, [state.value.problem], 'the worker has ended, so that nothing can be saved');
  await session.open('x.bin', new Uint8Array([1]));
  assert.match(notices.at(-1) ?? '', /would be lost/);
  assert.equal(state.value.run?.games, 20);
  assert.equal(readRun(storage.kept.get(UNNAMED)?.info.run)?.games, 20);
});

test('several workers learn where they can share memory, and a run that is continued has as many', async () => {
  const settings = { ...SETTINGS, network: '5x4', workers: 4 };
  const several = open(makeStorage(), { maxWorkers: 2, settings });
  void several.session.start();
  await settle();
  assert.equal(several.workers[0]?.workers, 2);
  assert.equal(several.state.value.run?.settings.workers, 2);
  several.workers[0]?.report(report(20, 4000, 9));
  await several.session.pause();
  for (const [maxWorkers, expected] of [
    [8, 2],
    [1, 1],
  ]) {
    const again = open(several.storage, { maxWorkers, settings: SETTINGS });
    await again.session.begin();
    assert.equal(again.workers[0]?.workers, expected);
  }
  // A file may have a network of any size.
  await several.session.open('x.bin', new Uint8Array([1]), { agreed: true });
  assert.equal(several.workers[1]?.workers, 1);

  const large = open(makeStorage(), { maxWorkers: 2, settings: { ...settings, network: '4x6' } });
  void large.session.start();
  await settle();
  assert.equal(large.workers[0]?.workers, 1, 'too large for shared memory');
});

for (const [workers, expected] of /** @type {const} */ ([
  [2, ['one of its workers ended without an error message']],
  // One worker is watched by its lock, and may be busy with a large file.
  [1, []],
]))
  test(`of ${workers}: when reports stay away, it has broken where several wait for each other`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    /** @type {string[]} */
    const broken = [];
    /** @type {any} */
    const worker = { terminate() {}, postMessage: (/** @type {any} */ { id }) => void (worker.id = id) };
    const client = new LearnerClient({
      workers,
      makeWorker: () => worker,
      onBroken: ({ message }) => void broken.push(message),
    });
    /** @param {object} data */
    const send = async (data) => {
      worker.onmessage({ data });
      for (let turns = 0; turns < 20; turns++) await Promise.resolve();
    };
    await send({ type: HELLO, nested: true, lock: null });
    await send({ type: ANSWER, id: worker.id, value: null });
    client.learn(null, () => {}).catch(() => {});
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
    for (let second = 0; second < 30; second++) {
      t.mock.timers.tick(1000);
      await send({ type: PROGRESS, id: worker.id, value: report(1, 100, 6) });
    }
    assert.deepEqual(broken, [], 'reports arrive');
    for (let second = 0; second < 30; second++) t.mock.timers.tick(1000);
    assert.deepEqual(broken, expected);
  });

test('stored runs and settings of other forms are refused', () => {
  const run = newRun(SETTINGS);
  assert.deepEqual(readRun(writeRun(run))?.settings, SETTINGS);
  for (const change of [
    { version: 2 },
    { settings: null },
    { curve: null },
    { games: -1 },
    { moves: 'many' },
  ])
    assert.equal(readRun({ ...writeRun(run), ...change }), null);
  assert.equal(readSettings({ ...SETTINGS, network: '9x9' }), null);
  assert.equal(readSettings({ ...SETTINGS, rate: 3 }), null);
  assert.equal(readSettings({ ...SETTINGS, workers: 0 }), null);
  assert.equal(
    readSettings({ ...SETTINGS, workers: undefined })?.workers,
    1,
    'as an earlier version wrote it',
  );
  assert.match(problemOf({ ...SETTINGS, rate: Number.NaN }), /from 0.01 to 2/);
  assert.match(
    problemOf({ ...SETTINGS, method: 'td', rate: 1 }),
    /from 0.01 to 0.5. At higher rates it overshoots/,
  );
  assert.equal(problemOf({ ...SETTINGS, method: 'td', rate: 0.5 }), '');
  assert.match(problemOf({ ...SETTINGS, seed: 1.5 }), /whole number/);
  assert.equal(problemOf(SETTINGS), '');
  assert.equal(defaults({ phone: true }).network, '5x4');
  assert.equal(defaults({ phone: false, deviceMemory: 2 }).network, '5x4');
});

test('axes end at round numbers beyond what they show', () => {
  assert.deepEqual([1, 3, 70, 1200].map(roundStep), [1, 5, 100, 2000]);
  for (const seconds of [1, 11, 59, 61, 1000])
    assert.ok(timeEnd(seconds) >= seconds && timeEnd(seconds) <= Math.max(10, seconds * 1.3), `${seconds}`);
});
