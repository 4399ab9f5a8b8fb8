// A race without a browser: the same tiles on both boards, who wins, the rival's moves, links.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startRival } from '../../www/race/rival.js';
import { chooseJudge, partingOf } from '../../www/race/parting.js';
import { readRace, readShared } from '../../www/race/link.js';
import { RIVALS, rivalOf } from '../../www/game/rivals.js';
import { gameLink } from '../../www/game/link.js';
import { storedRace } from '../../www/race/keep.js';
import { Store } from '../../www/shared/store.js';
import { MOVE, perform } from '../../www/game/acts.js';
import {
  choose,
  createRace,
  foundUnfinished,
  judge,
  leave,
  partedAt,
  ready,
  rematch,
  resume,
  rivalFailed,
  savedRace,
  start,
  tryAgain,
} from '../../www/race/state.js';
import { detailOf, leadInWords, outcomeInWords } from '../../www/race/view.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { Fuzz, rounds } from './fakes/fuzz.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';
import { until } from './fakes/until.js';
import { reportAbout, reportOf } from './fakes/worker.js';

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});

function setUp() {
  const [player, rival] = [fakeState({ racing: true }).state, fakeState({ racing: true }).state];
  const race = createRace(player, rival, 'none');
  return { race, player, rival };
}
/** @param {import('../../www/game/state.js').State} state */
const gameOf = (state) => /** @type {any} */ (state.session.game);
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('both boards get the same seed, and the race starts when the rival is ready', () => {
  const { race, player, rival } = setUp();
  start(race, 42n);
  assert.deepEqual([player.game.value.seed, rival.game.value.seed], [42n, 42n]);
  assert.deepEqual(race.phase.value, { kind: 'preparing', share: 0 });
  ready(race);
  assert.deepEqual(race.phase.value, { kind: 'running' });
});

test('a turn race ends when one is stuck and the other has made as many moves', () => {
  const { race, player, rival } = setUp();
  start(race, 1n);
  ready(race);
  for (let at = 0; at < 3; at++) perform(player, MOVE, 0);
  rival.session.move(0, 'engine');
  gameOf(player).overAt = 3;
  player.session.changed({ kind: 'board' });
  judge(race);
  assert.equal(race.phase.value.kind, 'running', 'the rival is two moves behind');
  rival.session.move(0, 'engine');
  rival.session.move(0, 'engine');
  judge(race);
  assert.deepEqual(race.phase.value, { kind: 'over', result: { winner: 'rival', stuck: 'player' } });
});

/** The types do not know that it changes. @param {ReturnType<typeof setUp>['race']} race */
const kindOf = (race) => race.phase.value.kind;

test('the player wins by lasting longer', () => {
  const { race, player, rival } = setUp();
  const endOf = () => {
    const { value } = race.phase;
    assert.ok(value.kind === 'over');
    return detailOf(value.result, player.game.value, rival.game.value, 'Beginner');
  };
  start(race, 1n);
  ready(race);
  perform(player, MOVE, 0);
  gameOf(rival).overAt = 0;
  rival.session.changed({ kind: 'board' });
  judge(race);
  assert.deepEqual(race.phase.value, { kind: 'over', result: { winner: 'player', stuck: 'rival' } });
  assert.equal(endOf(), 'Beginner got stuck after 0 moves. You scored 4 points, Beginner scored 0.');
});

test('trying again starts both boards from the player’s board', () => {
  const { race, player, rival } = setUp();
  start(race, 7n);
  ready(race);
  for (const direction of [0, 1, 0, 3]) perform(player, MOVE, direction);
  tryAgain(race, 2);
  for (const state of [player, rival]) {
    assert.deepEqual(gameOf(state).made, [0, 1]);
    assert.equal(state.game.value.seed, 7n);
  }
  assert.equal(player.session.undone, true, 'the player knows what tiles come');
  const later = setUp();
  foundUnfinished(later.race, savedRace(race));
  resume(later.race);
  assert.equal(later.player.session.undone, true, 'also after a reload');
  rematch(later.race);
  assert.equal(later.player.session.undone, false);
});

test('a saved race is continued where it was: both boards and the rival', () => {
  const { race, player, rival } = setUp();
  choose(race, rivalOf('thinker'));
  start(race, 7n);
  ready(race);
  for (const direction of [0, 1, 0]) perform(player, MOVE, direction);
  rival.session.move(3, 'engine');
  const saved = savedRace(race);

  const later = setUp();
  foundUnfinished(later.race, saved);
  const { value } = later.race.unfinished;
  assert.ok(value.kind === 'saved' && value.score === 12 && value.rival.id === 'thinker');
  resume(later.race);
  assert.deepEqual([gameOf(later.player).made, gameOf(later.rival).made], [[0, 1, 0], [3]]);
  assert.equal(later.race.opponent.value.id, 'thinker');
  ready(later.race);
  assert.deepEqual(later.race.phase.value, { kind: 'running' });
  assert.equal(later.race.unfinished.value.kind, 'none');
});

test('a race against the clock, of an earlier version, goes on by turns, whoever is ahead', () => {
  const store = new Store(fakeStorage);
  const game = (/** @type {number} */ moves) =>
    `afterstate/1;4x4;seed=7;moves=${moves}:${'A'.repeat(Math.ceil(moves / 3))};now=1000000000000001`;
  const [mine, its] = [game(1), game(3)];
  store.write(
    'race',
    JSON.stringify({ version: 1, rival: 'lite', pace: 'clock', leftMs: 61_000, mine, its }),
  );
  assert.deepEqual(storedRace(store), { rival: 'lite', mine, its });

  const { race, player, rival } = setUp();
  start(race, 7n);
  ready(race);
  for (let at = 0; at < 3; at++) rival.session.move(0, 'engine');
  perform(player, MOVE, 0);
  gameOf(rival).overAt = 3;
  rival.session.changed({ kind: 'board' });
  judge(race);
  assert.equal(kindOf(race), 'running', 'the player has made fewer moves');
  perform(player, MOVE, 0);
  perform(player, MOVE, 0);
  judge(race);
  assert.deepEqual(race.phase.value, { kind: 'over', result: { winner: 'player', stuck: 'rival' } });
});

test('the player’s board takes moves only while the race runs', () => {
  const { race, player } = setUp();
  assert.equal(perform(player, MOVE, 0), false, 'no rival is chosen yet');
  start(race, 7n);
  assert.equal(perform(player, MOVE, 0), false, 'the rival is not ready');
  ready(race);
  assert.equal(perform(player, MOVE, 0), true);
  rivalFailed(race, 'offline');
  assert.equal(perform(player, MOVE, 1), false, 'the rival has failed');
  leave(race);
  assert.equal(perform(player, MOVE, 1), false, 'the race was left');
  resume(race);
  assert.deepEqual(gameOf(player).made, [0], 'it goes on where it was stopped');
  ready(race);
  leave(race);
  assert.equal(perform(player, MOVE, 1), false, 'a race that runs was left');
});

test('a saved race that is damaged, or whose rival is not known, is not offered', () => {
  const { race } = setUp();
  start(race, 7n);
  ready(race);
  const saved = savedRace(race);
  for (const damaged of [
    { ...saved, rival: 'x' },
    { ...saved, mine: 'x' },
    { ...saved, its: 'x' },
  ]) {
    foundUnfinished(race, damaged);
    assert.equal(race.unfinished.value.kind, 'none');
  }
});

/** Plays a race until the player is stuck after three moves. @param {() => Promise<string | null>} judgeOf */
async function playRace(judgeOf) {
  const { race, player, rival } = setUp();
  /** @type {string[]} */
  const made = [];
  let ended = 0;
  const end = startRival(race, {
    judgeOf,
    makeEngine: async (network) => {
      made.push(network);
      return {
        ask: async ({ compare }) => ({
          kind: 'answer',
          report: compare ? reportAbout() : reportOf({ root: [0, 1] }),
        }),
        end: () => void ended++,
      };
    },
  });
  start(race, 5n);
  await turns();
  assert.equal(race.phase.value.kind, 'running');
  for (const direction of [1, 1, 0]) {
    perform(player, MOVE, direction);
    await turns();
  }
  assert.deepEqual(gameOf(rival).made, [1, 1, 1]);
  gameOf(player).overAt = 3;
  player.session.changed({ kind: 'board' });
  assert.equal(race.phase.value.kind, 'over');
  await until(() => !['unknown', 'searching'].includes(race.parting.value.kind));
  end();
  await turns();
  assert.equal(ended, made.length);
  return { made, parting: race.parting.value };
}

test('the rival answers every move of the player, and the move that parted the games is found afterwards', async () => {
  const { made, parting } = await playRace(async () => 'lite');
  assert.deepEqual(made, ['built-in', 'lite']);
  assert.ok(parting.kind === 'known' && parting.side === 'player');
  // The value of every board is the same, so only the last move, after which the player is stuck, can have
  // parted them.
  assert.deepEqual([parting.at, parting.moment.played, parting.moment.best], [2, 0, 1]);
});

test('with data saving on, only a network that was chosen or is stored judges a race', async () => {
  const [lite, full] = /** @type {any[]} */ ([{ id: 'lite' }, { id: 'full' }]);
  for (const [saveData, choice, stored, judge] of /** @type {const} */ ([
    [false, '', [], 'lite'],
    [true, '', [], null],
    [true, 'built-in', [], null],
    [true, 'full', [lite], 'full'],
    [true, '', [lite, full], 'lite'],
    [true, '', [full], 'full'],
  ])) {
    const asked = {
      choice,
      surroundings: { connection: { saveData } },
      list: async () => [lite, full],
      cached: async () => [...stored],
    };
    const { made, parting } = await playRace(() => chooseJudge(asked));
    assert.deepEqual(made, judge === null ? ['built-in'] : ['built-in', judge]);
    assert.equal(parting.kind, judge === null ? 'unjudged' : 'known');
  }
});

test('two games part at the move that widens the gap for good', () => {
  const level = [100, 98, 95, 95, 90, 92];
  assert.equal(partingOf(level, [100, 99, 93, 60, 55, 20], false), 2);
  assert.equal(
    partingOf(level, [100, 60, 93, 60, 55, 20], false),
    2,
    'a gap that closed again does not count',
  );
  assert.equal(
    partingOf([100, 98, 95, 95, 90], [100, 93, 88, 85, 60], false),
    3,
    'a step, not the slow drift before it',
  );
  assert.equal(partingOf(level, level, false), null, 'level to the end');
  assert.equal(partingOf(level, level.slice(0, 3), true), 2, 'the last move ended the game');
  assert.equal(partingOf(level, [NaN, NaN], true), null, 'nothing is known');
});

test('a race that is left can be continued; one that is over cannot', () => {
  const { race, player } = setUp();
  start(race, 7n);
  ready(race);
  leave(race);
  assert.equal(race.unfinished.value.kind, 'none', 'no move was made');
  start(race, 7n);
  ready(race);
  perform(player, MOVE, 0);
  leave(race);
  assert.deepEqual([race.phase.value.kind, race.unfinished.value.kind], ['choosing', 'saved']);
  resume(race);
  assert.equal(player.game.value.moves, 1);
});

test('a saved race is offered until another one runs, whatever happens before', () => {
  const { race, player } = setUp();
  start(race, 7n);
  ready(race);
  perform(player, MOVE, 0);
  const saved = savedRace(race);
  /** @type {((race: import('../../www/race/state.js').Race) => void)[][]} */
  const ways = [
    [resume],
    [(race) => start(race, 8n)],
    [resume, (race) => rivalFailed(race, 'offline')],
    [(race) => start(race, 8n), (race) => rivalFailed(race, 'offline')],
  ];
  for (const [index, steps] of ways.entries()) {
    const later = setUp();
    foundUnfinished(later.race, saved);
    for (const step of steps) step(later.race);
    leave(later.race);
    const { value } = later.race.unfinished;
    assert.ok(value.kind === 'saved' && value.race.mine === saved.mine, `way ${index}`);
    resume(later.race);
    ready(later.race);
    assert.deepEqual([later.player.game.value.moves, later.race.unfinished.value.kind], [1, 'none']);
  }
});

test('the result tells first whether the score of a link was beaten, of a race on its tiles', () => {
  const asked = { seed: 7n, score: 240, moves: 20, game: /** @type {const} */ ('none') };
  const lost = /** @type {const} */ ({ winner: 'rival', stuck: 'player' });
  /** @param {typeof asked | 'none'} challenge @param {bigint} seed @param {number} score */
  const told = (challenge, seed, score) => {
    const mine = { moves: 20, seed, score };
    const { title, detail, won } = outcomeInWords(lost, challenge, mine, { moves: 21, score: 250 }, 'Lite');
    return [title, detail.startsWith('Lite wins. You got stuck'), won];
  };
  assert.deepEqual(told(asked, 7n, 244), ['Challenge beaten: 240 points.', true, true]);
  assert.deepEqual(told(asked, 7n, 240), ['Challenge not beaten: 240 points.', true, false]);
  assert.deepEqual(told(asked, 8n, 244), ['Lite wins.', false, false]);
  assert.deepEqual(told('none', 7n, 244), ['Lite wins.', false, false]);
});

test('a race goes past 2048 without asking', () => {
  const { race, player } = setUp();
  start(race, 7n);
  ready(race);
  gameOf(player).wonAt = 1;
  /** @type {string[]} */
  const seen = [];
  const unwatch = player.game.subscribe(({ status }) => void seen.push(status));
  perform(player, MOVE, 0);
  unwatch();
  assert.deepEqual(seen, ['playing', 'playing']);
  assert.equal(perform(player, MOVE, 1), true);
});

test('a mistake of the loser parts the games, or else the tiles', () => {
  const { race } = setUp();
  const moment = /** @type {any} */ ({ played: 0, best: 1, loss: 12 });
  const over = (/** @type {'player' | 'rival'} */ winner) => {
    race.phase.value = { kind: 'over', result: { winner, stuck: 'both' } };
  };
  over('player');
  partedAt(race, 5, moment);
  assert.deepEqual(race.parting.value, { kind: 'known', at: 5, side: 'rival', moment });
  over('rival');
  partedAt(race, 5, moment);
  assert.deepEqual(race.parting.value, { kind: 'known', at: 5, side: 'player', moment });
  for (const harmless of [
    { ...moment, loss: 0.5 },
    { ...moment, best: 0 },
  ]) {
    partedAt(race, 5, harmless);
    assert.deepEqual(race.parting.value, { kind: 'known', at: 5, side: 'tiles' });
  }
});

test('a rival that cannot play ends the race with the reason', async () => {
  const { race } = setUp();
  const end = startRival(race, {
    makeEngine: async () => Promise.reject(new Error('offline')),
    judgeOf: async () => null,
  });
  start(race, 5n);
  await turns();
  assert.deepEqual(race.phase.value, { kind: 'failed', text: 'offline' });
  end();
});

test('a rival that was left while it loaded neither starts nor stops the race against the next one', async () => {
  for (const loads of [true, false]) {
    const { race } = setUp();
    /** @type {{ resolve: (engine: any) => void, reject: (error: Error) => void }[]} */
    const engines = [];
    const end = startRival(race, {
      makeEngine: () => new Promise((resolve, reject) => void engines.push({ resolve, reject })),
      judgeOf: async () => null,
    });
    start(race, 5n);
    leave(race);
    choose(race, rivalOf('thinker'));
    start(race, 6n);
    if (loads) engines[0]?.resolve({ end() {} });
    else engines[0]?.reject(new Error('offline'));
    await turns();
    assert.equal(race.phase.value.kind, 'preparing', `the first rival ${loads ? 'loads' : 'fails'}`);
    leave(race);
    engines[1]?.reject(new Error('offline'));
    await turns();
    assert.equal(race.phase.value.kind, 'choosing', 'nobody waits for the second rival');
    end();
  }
});

test('a rival that was replaced stops loading, and does not drive the progress of the next one', async () => {
  const { race } = setUp();
  /** @type {{ onShare?: (share: number) => void, signal: AbortSignal }[]} */
  const engines = [];
  const end = startRival(race, {
    makeEngine(network, options) {
      engines.push(options);
      return new Promise(() => {});
    },
    judgeOf: async () => null,
  });
  choose(race, rivalOf('full'));
  start(race, 5n);
  engines[0]?.onShare?.(0.4);
  leave(race);
  choose(race, rivalOf('lite'));
  start(race, 6n);
  engines[1]?.onShare?.(0.9);
  engines[0]?.onShare?.(0.5);
  assert.deepEqual(race.phase.value, { kind: 'preparing', share: 0.9 });
  assert.deepEqual(
    engines.map(({ signal }) => signal.aborted),
    [true, false],
  );
  end();
  assert.equal(engines[1]?.signal.aborted, true);
});

test('a race is shared as a game with its rival; older links have rival, seed, result and moves', () => {
  const played = new Game(4, 4, 42n);
  for (const move of [3, 2, 3, 0]) played.play(move);
  const text = played.replay();
  const { score, moves } = played;
  played.free();
  const shared = readShared(Game, String(gameLink(text, 'own', 'lite')));
  const challenge = { seed: 42n, score, moves, game: text };
  assert.deepEqual(shared, { rival: 'lite', seed: 42n, refused: false, challenge });
  assert.equal(readShared(Game, '#7:UA4'), null);
  assert.equal(readShared(Game, String(gameLink(text, 'shared', 'lite'))), null, 'no challenge');

  const game = 'afterstate/1;4x4;seed=42;moves=7:UA4;now=1210201000000000';
  assert.deepEqual(readRace('?seed=-1', '').refused, true);
  assert.deepEqual(readRace('?rival=lite&seed=42&score=31416&moves=7', '#7:UA4;now=1210201000000000'), {
    rival: 'lite',
    seed: 42n,
    refused: false,
    challenge: { seed: 42n, score: 31_416, moves: 7, game },
  });
  assert.equal(rivalOf('nobody'), RIVALS[0]);
});

test('how a race stands is said in points, and what decides it', () => {
  assert.equal(leadInWords(0, 'Lite'), 'Same score. Whoever lasts longer wins.');
  assert.equal(leadInWords(48, 'Lite'), 'You are 48 points ahead. Whoever lasts longer wins.');
  assert.equal(leadInWords(-4, 'Lite'), 'Lite is 4 points ahead. Whoever lasts longer wins.');
});

test('a rematch has the same tiles for both', () => {
  const { race } = setUp();
  start(race, 7n);
  const first = race.player.game.value.ranks;
  race.player.session.move(3, 'person');
  race.player.session.move(2, 'person');
  rematch(race);
  assert.deepEqual(race.player.game.value.ranks, first);
  assert.deepEqual(race.rival.game.value.ranks, first);
  assert.equal(race.phase.value.kind, 'preparing');
});

test('altered links are races: with invalid parts left out', () => {
  const fuzz = new Fuzz(2048);
  const link = '?rival=lite&pace=clock&seed=42&score=31416&moves=7';
  const hash = '#7:UA4;now=1210201000000000';
  for (let round = 0; round < rounds(20_000); round++) {
    const { seed, challenge } = readRace(fuzz.garble(link), fuzz.garble(hash));
    assert.ok(seed === 'random' || (seed >= 0n && seed < 1n << 64n));
    if (challenge === 'none') continue;
    assert.ok(Number.isSafeInteger(challenge.score) && Number.isSafeInteger(challenge.moves));
    assert.match(challenge.game, /^(none|afterstate\/1;4x4;seed=\d+;moves=[\w:;=-]+)$/);
  }
});
