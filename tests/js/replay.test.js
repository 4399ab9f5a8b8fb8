// Replays of games and their reviews, with the rules of the real package: every board, every step, and the losses.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { Replay } from '../../www/game/replay.js';
import { Review } from '../../www/game/review.js';
import { boardLink, gameLink, readLink } from '../../www/game/link.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { reportOf } from './fakes/worker.js';

/** @import { Outcome, Question } from '../../www/engine/types.js' */

before(async () => {
  initSync({
    module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
  });
});

/** Plays a game of up to this many moves. @param {number} moves */
function played(moves, rows = 4, cols = 4) {
  const game = new Game(rows, cols, 42n);
  for (let turn = 0; game.moves < moves && !game.isOver; turn++) {
    if (game.status === 'won') game.keepGoing();
    game.play([3, 2, 1, 0][turn % 4] ?? 0);
  }
  return game;
}

test('a replay has every board of the game, and the steps between them', async () => {
  const game = played(120);
  const replay = await Replay.of(Game, game.toText());
  assert.equal(replay.moves, game.moves);
  assert.deepEqual(replay.ranks(replay.moves), game.ranks());
  assert.equal(replay.score(replay.moves), game.score);
  const again = replay.gameAt(0);
  for (let at = 0; at < replay.moves; at++) {
    assert.deepEqual(replay.ranks(at), again.ranks());
    assert.deepEqual(replay.step(at), again.play(Number(replay.direction(at))), `move ${at}`);
  }
  assert.equal(replay.step(replay.moves), null);
});

test('a game continued from a board gets the same tiles', async () => {
  const replay = await Replay.of(Game, played(60).toText());
  const game = replay.gameAt(30);
  assert.equal(game.moves, 30);
  game.play(Number(replay.direction(30)));
  assert.deepEqual(game.ranks(), replay.ranks(31));
});

test('a replay omits undone moves', async () => {
  const game = played(20);
  for (let times = 0; times < 5; times++) game.undo();
  assert.equal((await Replay.of(Game, game.toText())).moves, 15);
});

test('games of any size, won games and games from a position have replays', async () => {
  assert.equal((await Replay.of(Game, played(30, 2, 5).toText())).moves, 30);
  const set = Game.fromPosition(
    Uint8Array.from([10, 10, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]),
    4,
    4,
    20_000,
    1n,
  );
  set.play(3);
  const replay = await Replay.of(Game, set.toText());
  assert.deepEqual([replay.moves, replay.score(0), replay.score(1)], [1, 20_000, 22_048]);
  assert.equal(replay.step(0)?.reward, 2048);
});

test('invalid text is refused with the message of the rules', async () => {
  await assert.rejects(
    Replay.of(Game, 'afterstate/1;4x4;seed=1;moves=1:z'),
    /^Error: the field moves must be /,
  );
  await assert.rejects(Replay.of(Game, '<b>'), /begins with/);
});

test('loading a long replay can be aborted', async () => {
  const slow = /** @type {any} */ ({
    fromText(/** @type {string} */ text) {
      const game = Game.fromText(text);
      const redo = game.redo.bind(game);
      game.redo = () => {
        for (const end = performance.now() + 15; performance.now() < end;);
        return redo();
      };
      return game;
    },
  });
  const closing = new AbortController();
  /** @type {number[]} */
  const shares = [];
  const onProgress = (/** @type {number} */ share) => {
    shares.push(share);
    closing.abort();
  };
  await assert.rejects(Replay.of(slow, played(20).toText(), { onProgress, signal: closing.signal }), {
    name: 'AbortError',
  });
  assert.equal(shares.length, 1);
});

test('a game survives its link', async () => {
  const text = played(200).replay();
  const shared = readLink(String(gameLink(text)));
  assert.equal(shared?.kind === 'game' && Game.fromText(shared.text).replay(), text);
  const replay = await Replay.of(Game, text);
  const board = readLink(boardLink({ ranks: replay.ranks(50), rows: 4, cols: 4 }, replay.score(50)));
  assert.deepEqual(board?.kind === 'board' && board.position.ranks, replay.ranks(50).slice());
});

/** An engine that answers at once: the value of a move is ten times its direction. */
function fakeClient() {
  return {
    asked: /** @type {Question[]} */ ([]),
    ended: 0,
    /** @param {Question} question @returns {Promise<Outcome>} */
    async ask(question) {
      this.asked.push(question);
      return { kind: 'answer', report: reportOf() };
    },
    end() {
      this.ended++;
    },
  };
}

/** @param {any} client @param {'points' | 'units'} [unit] */
const use =
  (client, unit = 'units') =>
  async () => ({ client, unit, name: unit });

/** A fake replay of these moves, all on one board. @param {number[]} directions */
const replayOf = (directions) => ({
  rows: 4,
  cols: 4,
  moves: directions.length,
  ranks: () => new Uint8Array(16),
  score: (/** @type {number} */ at) => at * 1000,
  direction: (/** @type {number} */ at) => directions[at] ?? null,
});

test('a review computes the loss of each move', async () => {
  const client = fakeClient();
  const review = new Review({
    replay: replayOf([3, 0, 3, 2]),
    engine: use(client),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  await review.run();
  assert.equal(review.state, 'done');
  assert.deepEqual([...review.losses], [0, 30, 0, 10]);
  assert.equal(review.accuracy, 0.5);
  assert.equal(review.meanLoss, 10);
  assert.deepEqual(review.worst(5), [
    { at: 1, played: 0, best: 3, loss: 30 },
    { at: 3, played: 2, best: 3, loss: 10 },
  ]);
  assert.equal(client.ended, 1, 'its worker is not kept');
});

test('a review has the accuracy by phase and the mistakes by kind', async () => {
  const ranks = (/** @type {number} */ at) => new Uint8Array(16).fill(at < 1 ? 9 : 7, 3, 5);
  const replay = { ...replayOf([3, 0, 3, 2]), ranks };
  const review = new Review({
    replay,
    engine: use(fakeClient(), 'points'),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  await review.run();
  assert.deepEqual(review.byTile, [
    { rank: 7, accuracy: 1 / 3 },
    { rank: 9, accuracy: 1 },
  ]);
  assert.deepEqual(
    review.byGrade,
    { good: 0, inaccuracy: 1, mistake: 1, blunder: 0 },
    '10 and 30 of at least 1,000 points',
  );
  const units = new Review({
    replay,
    engine: use(fakeClient()),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  await units.run();
  assert.deepEqual(
    units.byGrade,
    { good: 0, inaccuracy: 0, mistake: 0, blunder: 0 },
    'values without a unit have no grades',
  );
});

test('a review without an engine fails with a message, and can be tried again', async () => {
  const client = fakeClient();
  let changes = 0;
  const review = new Review({
    replay: replayOf([3, 0]),
    engine: async () => {
      throw new Error('no such file');
    },
    ply: 2,
    busy: () => false,
    onChange: () => {
      changes++;
    },
  });
  await review.run();
  assert.deepEqual([review.state, changes], ['failed', 2]);
  assert.match(review.trouble, /couldn’t be loaded/);
  review.options.engine = use(client);
  await review.run();
  assert.equal(review.state, 'done');
});

test('a review can be stopped and continued, and waits while the AI thinks about the game', async () => {
  const client = fakeClient();
  let busy = 3;
  /** @type {Review} */
  const review = new Review({
    replay: replayOf([0, 1, 2, 3]),
    engine: use(client),
    ply: 2,
    busy: () => busy-- > 0,
    onChange: () => {
      if (review.judged === 2) review.stop();
    },
    sleep: async () => {},
  });
  await review.run();
  assert.deepEqual([review.state, review.judged], ['stopped', 2]);
  review.options.onChange = () => {};
  await review.run();
  assert.deepEqual([review.state, client.asked.length], ['done', 4]);
});

test('a review without an answer fails with the message', async () => {
  const client = {
    ask: async () => /** @type {Outcome} */ ({ kind: 'failed', message: 'no engine' }),
    end() {},
  };
  const review = new Review({
    replay: replayOf([1]),
    engine: use(client),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  await review.run();
  assert.deepEqual([review.state, review.trouble, review.judged], ['failed', 'no engine', 0]);
});

test('the review of a game without moves has no numbers', async () => {
  const review = new Review({
    replay: replayOf([]),
    engine: use(fakeClient()),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  await review.run();
  assert.deepEqual([review.state, review.accuracy, review.worst(3)], ['done', NaN, []]);
});

test('in points, values are the expected final score; another network starts the review again', async () => {
  const client = fakeClient();
  const review = new Review({
    replay: replayOf([3, 3]),
    engine: use(client, 'points'),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  await review.run();
  assert.deepEqual([...review.values], [32, 1032]);
  assert.equal(review.unit, 'points');
  review.options.engine = use(client);
  await review.run();
  assert.deepEqual([...review.values], [32, 32]);
  assert.equal(client.asked.length, 4);
});

test('a review that is stopped before its engine has started asks no questions', async () => {
  const client = fakeClient();
  const review = new Review({
    replay: replayOf([3, 3]),
    engine: use(client),
    ply: 2,
    busy: () => false,
    onChange: () => {},
  });
  const run = review.run();
  review.stop();
  await run;
  assert.deepEqual([review.state, client.asked.length, client.ended], ['stopped', 0, 1]);
});
