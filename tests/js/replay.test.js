// Replays of games, with the rules of the real package: every board and every step.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { Replay } from '../../www/game/replay.js';
import { boardLink, gameLink, readLink } from '../../www/game/link.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';

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

test('invalid text is refused with a message that is translated', async () => {
  await assert.rejects(
    Replay.of(Game, 'afterstate/1;4x4;seed=1;moves=1:z'),
    /^Error: This game is incomplete or damaged$/,
  );
  await assert.rejects(Replay.of(Game, '<b>'), /damaged$/);
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
