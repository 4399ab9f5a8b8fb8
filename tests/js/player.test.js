// The player's own moves and his level: which moves count, how they are stored and forgotten, and when the
// forecast below the board is shown.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { followPlayer } from '../../www/forecast/own.js';
import { steady } from '../../www/forecast/state.js';
import { ownInWords } from '../../www/forecast/view.js';
import { MOVE, NEW_GAME, REDO, UNDO, perform } from '../../www/game/acts.js';
import { startOf } from '../../www/game/moves.js';
import {
  finishedGames,
  forecastsMade,
  forgetPlayed,
  movesOf,
  readPlayed,
  writePlayed,
} from '../../www/ai/player.js';
import { Store } from '../../www/shared/store.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';
import { until } from './fakes/until.js';

/** @import { State } from '../../www/game/state.js' */
/** @import { KeptGame } from '../../www/game/waiting.js' */
/** @import { Played } from '../../www/ai/player.js' */
/** @import { PeopleQuestion } from '../../www/engine/types.js' */

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});

/** What was observed of a move: opaque. @param {number} loss */
const observed = (loss) => ({ loss, stake: 10, tiles: 8 });

/** @param {{ there?: boolean, late?: boolean, games?: KeptGame[], store?: Store, seed?: bigint }}
 *   [options] `late`: the judge is loaded when the test calls `loads` */
function table({
  there = true,
  late = false,
  games = [],
  store = new Store(() => fakeStorage()),
  seed = 3n,
} = {}) {
  const { state } = fakeState({ Game, seed, ai: 'ready', store });
  /** @type {{ moves: number, scores: number[] }[]} */
  const levels = [];
  let points = 1000;
  /** The points of players at both ends of the range of levels. */
  let range = { low: 900, high: 1100 };
  let isLoaded = !late;
  let loads = () => {};
  const loading = new Promise((done) => {
    loads = () => void done((isLoaded = true));
  });
  /** @type {any} */
  const people = {
    checksum: 0,
    isThere: async () => there,
    // The file tells it.
    ready: async () => isLoaded && Boolean((people.checksum = 7)),
    load: () => loading,
    async ask(/** @type {PeopleQuestion} */ question) {
      if (question.ask === 'observe')
        return question.moves.map(({ direction }) => (direction === 2 ? null : observed(direction)));
      if (question.ask === 'forecast') return { points, ...range, tiles: [{ rank: 9, chance: 0.73 }] };
      if (question.ask !== 'level') throw new Error(question.ask);
      const { played, scores } = question;
      levels.push({ moves: played.length, scores });
      return played.length < 30 && scores.length === 0 ? null : { points: 500, low: 400, high: 600 };
    },
  };
  const own = followPlayer(state, people, {
    listGames: async () => games,
    idle: (act) => act(),
    restMs: 1,
  });
  const rest = () => new Promise((done) => void setTimeout(done, 20));
  const forecast = (/** @type {number} */ next, /** @type {typeof range} */ ends = range) => {
    points = next;
    range = ends;
  };
  return { state, own, levels, rest, forecast, loads };
}
/** Plays, never Down unless nothing else is possible. @param {State} state @param {number} moves how many */
function play(state, moves) {
  for (let made = 0; made < moves; made++)
    if (
      ![3, 1, 0, 2].some(
        (direction) => state.game.value.possible[direction] && perform(state, MOVE, direction),
      )
    )
      throw new Error('the game is over');
}
/** @param {State} state */
const known = ({ store }) => movesOf(readPlayed(store, 7)).length;

test('the line comes once the judge is loaded, also if that takes longer than the page waits and no move follows', async () => {
  const { state, own, rest, loads } = table({ late: true });
  play(state, 60);
  await until(() => own.value.kind === 'none');
  await rest();
  assert.equal(own.value.kind, 'none');
  loads();
  await until(() => own.value.kind === 'known');
});

test('nothing is said, loaded or stored before thirty moves of the player; then the line says what he makes', async () => {
  const { state, own, levels, rest } = table();
  play(state, 20);
  await rest();
  assert.deepEqual([own.value, levels, known(state)], [{ kind: 'unknown' }, [], 0]);
  play(state, 40);
  await until(() => own.value.kind === 'known');
  assert.ok(known(state) >= 30);
  assert.equal(ownInWords(own.value), 'Like this: about 1,000 points, 73% for 512');
  assert.equal(readPlayed(state.store)[0]?.forecast, 1000);
  assert.ok(
    levels.some(({ moves }) => moves === 30),
    'by what was known at move 30',
  );
  perform(state, NEW_GAME);
  assert.equal(own.value.kind, 'unknown');
  await until(() => own.value.kind === 'known');
  play(state, 31);
  await until(() => readPlayed(state.store).at(-1)?.forecast === 1000);
  state.session.saving.now();
  const later = table({ store: state.store, seed: state.game.value.seed });
  await until(() => later.own.value.kind === 'known');
  const count = known(state);
  for (let undone = 0; undone < 5; undone++) perform(later.state, UNDO);
  assert.ok(known(state) < count, 'undone after a reload');
});

test('moves after a hint, of the AI, undone ones and boards that were set up do not count', async () => {
  const { state, own, rest } = table();
  play(state, 40);
  await until(() => own.value.kind === 'known');
  const count = known(state);
  const { moves } = state.game.value;
  state.evaluation.value = /** @type {any} */ ({ kind: 'known', report: {}, hint: true });
  play(state, 1);
  state.session.move(state.game.value.possible.indexOf(true), 'engine');
  await rest();
  assert.equal(known(state), count);
  perform(state, UNDO);
  perform(state, UNDO);
  perform(state, UNDO);
  perform(state, UNDO);
  assert.ok(known(state) < count, 'undone');
  assert.ok(movesAt(state).every((at) => at < moves - 2));
  const left = known(state);
  perform(state, REDO);
  await rest();
  assert.equal(known(state), left, 'made again');
  const board = Game.fromPosition(Uint8Array.of(1, 1, 2, ...new Array(13).fill(0)), 4, 4, 0, 3n);
  state.session.begin(board);
  play(state, 5);
  await rest();
  assert.equal(known(state), left, 'set up');
});
/** @param {State} state */
const movesAt = ({ store }) => readPlayed(store, 7).flatMap(({ moves }) => moves.map(([at]) => at));

test('where the site has no judge, the AI’s words take the place at once', async () => {
  const { own } = table({ there: false });
  await until(() => own.value.kind === 'none');
});

/** A finished game. @param {bigint} seed @param {Partial<KeptGame>} [more] @returns {KeptGame} */
function finished(seed, more) {
  const game = new Game(4, 4, seed);
  while (!game.isOver) game.play([3, 2, 1, 0].find((direction) => game.possible()[direction]) ?? 0);
  const { score, maxRank: rank, moves } = game;
  const text = game.replay();
  game.free();
  return {
    id: startOf(text),
    saved: Number(seed),
    rows: 4,
    cols: 4,
    score,
    rank,
    moves,
    aided: false,
    text,
    ...more,
  };
}

test('the scores of finished games of the player alone tell his level', async () => {
  const unfinished = new Game(4, 4, 9n);
  const games = [
    finished(1n),
    finished(2n, { aided: true }),
    finished(1n, { id: 'name:again', name: 'again' }),
    { ...finished(4n), undone: true },
    { ...finished(3n), text: unfinished.replay() },
  ];
  assert.deepEqual(finishedGames(games, Game), games.slice(0, 1));
  const { own, levels } = table({ games });
  await until(() => own.value.kind === 'known');
  assert.deepEqual(levels[0], { moves: 0, scores: [games[0]?.score] });
});

test('a finished game says something before the first move, but not one of fewer than thirty moves', async () => {
  const { own, levels, rest } = table({ games: [finished(1n, { moves: 29 })] });
  await rest();
  assert.deepEqual([own.value, levels], [{ kind: 'unknown' }, []]);
  const later = table({ games: [finished(1n, { moves: 29 }), finished(2n, { moves: 1 })] });
  await until(() => later.own.value.kind === 'known');
});

test('a forecast is drawn again only after a change of five percent', () => {
  const at = (/** @type {number} */ points, chance = 0.5, rank = 9) => ({
    ...{ points, low: 0.85 * points, high: 1.15 * points },
    tiles: [
      { rank: 8, chance: 1 },
      { rank, chance },
    ],
  });
  const first = steady({ kind: 'unknown' }, at(1000));
  assert.deepEqual(first, { kind: 'known', points: 1000, tile: { rank: 9, chance: 0.5 } });
  assert.equal(steady(first, at(1040, 0.53)), first);
  for (const other of [at(1060), at(940), at(1000, 0.56), at(1000, 0.5, 10)])
    assert.notEqual(steady(first, other), first);
  const small = { points: 500, low: 400, high: 600, tiles: [{ rank: 3, chance: 0.95 }] };
  assert.equal(ownInWords(steady(first, small)), 'Like this: about 500 points', 'no small tile');
  assert.equal(ownInWords(steady(first, { ...at(14_321), tiles: [] })), 'Like this: about 14,000 points');
});

test('as long as the level is not known well, the line gives a range instead of one number and of a tile', async () => {
  const { state, own, forecast } = table();
  forecast(2050, { low: 1234, high: 3567 });
  play(state, 40);
  await until(() => own.value.kind === 'range');
  assert.equal(ownInWords(own.value), 'Likely average from here: 1,200 to 3,600 points');
  const wide = own.value;
  const at = (/** @type {number} */ low, /** @type {number} */ high) =>
    steady(wide, { points: 2000, low, high, tiles: [{ rank: 9, chance: 0.5 }] });
  assert.equal(at(1250, 3500), wide, 'drawn again only after a change of five percent');
  assert.deepEqual(at(1250, 3300), { kind: 'range', low: 1250, high: 3300 });
  const sure = at(1650, 2470);
  assert.deepEqual(sure, { kind: 'known', points: 2000, tile: { rank: 9, chance: 0.5 } });
  const ends = { points: 2000, tiles: [{ rank: 9, chance: 0.5 }] };
  assert.equal(steady(sure, { ...ends, low: 1640, high: 2500 }), sure, 'nor does it change its form at once');
  assert.equal(steady(sure, { ...ends, low: 1600, high: 2600 }).kind, 'range');
});

test('what is stored belongs to one judge, is bounded, and is deleted and restored with its games', () => {
  const store = new Store(() => fakeStorage());
  const games = [4n, 5n, 6n].map((seed) => finished(seed));
  /** @type {Played} */
  const played = games.map(({ text, score }) => ({
    game: startOf(text),
    moves: Array.from({ length: 150 }, (_, at) => [at, observed(at)]),
    forecast: score + 300,
  }));
  writePlayed(store, played, 7);
  assert.equal(movesOf(readPlayed(store, 7)).length, 300);
  assert.deepEqual(
    readPlayed(store, 8).map(({ moves }) => moves.length),
    [0, 0, 0],
  );
  const mean = games.reduce((sum, { score }) => sum + score, 0) / 3;
  assert.deepEqual(forecastsMade(store, games, Game), { games: 3, forecast: mean + 300, made: mean });
  const restore = forgetPlayed(store, games.slice(0, 1));
  assert.equal(forecastsMade(store, games, Game), null, 'too few');
  assert.deepEqual(
    readPlayed(store).map(({ game }) => game),
    played.slice(1).map(({ game }) => game),
  );
  restore();
  assert.equal(readPlayed(store).length, 3);
  store.write('people', '{"version":1,"games":[{"game":1},{"game":"a","moves":[[0]]},5]}');
  assert.deepEqual(readPlayed(store), []);
});
