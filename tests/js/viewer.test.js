// The replay viewer, its review, and the games of the history, without a document.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';
import { Findings } from '../../www/ai/review.js';
import { Replay } from '../../www/game/replay.js';
import { gameToKeep } from '../../www/game/keep.js';
import {
  deleteKept,
  keepCurrent,
  listMore,
  listedGames,
  openKept,
  pressDeleteAll,
  restoreKept,
  showGroup,
  shownGames,
} from '../../www/history/state.js';
import { pressReview, reviewOf, unreviewable } from '../../www/replay/review.js';
import { startStory } from '../../www/story/state.js';
import {
  continueFrom,
  goTo,
  openReplay,
  pause,
  pick,
  play,
  playShared,
  practice,
  stepForward,
} from '../../www/replay/viewer.js';
import { TRY } from '../../www/game/kept-games.js';
import { openDialog } from '../../www/shared/dialogs.js';
import { Store } from '../../www/shared/store.js';
import { storeWaiting } from '../../www/game/waiting.js';
import { mistakesOf, summaryOf, verdictOn } from '../../www/replay/review-view.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';
import { evaluationOf, reportAbout } from './fakes/worker.js';

/** @import { Players } from '../../www/game/record.js' */
/** @import { State } from '../../www/game/state.js' */

initSync({
  module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
});

const LENGTH = 12;
const WORSE = { value: 1, loss: 5, grade: /** @type {const} */ ('inaccuracy') };

/** @param {unknown} ask @returns {import('../../www/ai/ask.js').Ai} */
const aiOf = (ask) => /** @type {any} */ ({ ask });
const unasked = aiOf(() => assert.fail('no review is needed'));

/** A game of a few moves, on the board and as a replay. */
async function setUp() {
  const { state, store } = fakeState({ Game, seed: 3n, store: new Store(fakeStorage) });
  while (state.session.moves < LENGTH)
    [3, 2, 1, 0].some((direction) => state.session.move(direction, 'person'));
  return { state, store, replay: await Replay.of(Game, state.session.game.replay()) };
}

/** @param {State} state */
function viewerOf(state) {
  const { value } = state.viewer;
  assert.ok(value.kind === 'open');
  return value;
}

const turns = async (count = 200) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('a shared game plays by itself in at most twenty seconds, or shows its end with reduced motion', async () => {
  const { state, replay } = await setUp();
  openReplay(state, replay, 0);
  playShared(state);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).playing, state.playback.value], [0, true, 1]);
  for (const [moves, speed] of [
    [60, 3],
    [61, 6],
    [1000, 50],
    [20_000, 50],
  ]) {
    openReplay(state, /** @type {any} */ ({ text: '', moves }), 0);
    playShared(state);
    assert.equal(state.playback.value, speed, `${moves} moves`);
  }
  state.calm.value = true;
  openReplay(state, replay, 0);
  playShared(state);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).playing], [LENGTH, false]);
});

test('the viewer goes to any board, plays from the start again at the end, and stops there', async () => {
  const { state, replay } = await setUp();
  openReplay(state, replay, LENGTH);
  goTo(state, LENGTH + 7);
  assert.equal(viewerOf(state).at, LENGTH);
  play(state);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).playing], [0, true]);
  stepForward(state);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).stepped], [1, true]);
  pause(state);
  assert.equal(viewerOf(state).playing, false);
  play(state);
  for (let move = 1; move < LENGTH; move++) stepForward(state);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).playing], [LENGTH, false]);
  stepForward(state);
  assert.equal(viewerOf(state).at, LENGTH);
  continueFrom(state, replay, 5);
  assert.deepEqual(state.game.value.ranks, replay.ranks(5));
  state.session.saving.forget();
});

test('the coach is promised for practice only where there is an AI', async () => {
  const { state, replay } = await setUp();
  const said = () => state.notices.value.at(-1)?.text;
  practice(state, replay, 5);
  assert.deepEqual(state.game.value.ranks, replay.ranks(5));
  assert.equal(said(), 'Practice game. The coach speaks when it matters.');
  state.ai.value = 'off';
  practice(state, replay, 5);
  assert.equal(said(), 'Continuing after move 5.');
  state.session.saving.forget();
});

test('practice that a daily try refuses leaves the coach off, and the replay open', async () => {
  const daily = /** @type {const} */ ({ kind: 'daily', day: '2026-11-25', seed: 7n, tries: new Map() });
  const { replay } = await setUp();
  const { state } = fakeState({ Game, seed: 7n, daily });
  const { ranks } = state.game.value;
  openDialog(state, { name: 'replay', shown: { kind: 'current' } });
  practice(state, replay, 5);
  continueFrom(state, replay, 5);
  assert.deepEqual([state.game.value.ranks, state.dialog.value.name], [ranks, 'replay']);
  assert.equal(state.settings.value.coach, false);
  state.session.saving.forget();
});

test('a game on another size cannot be reviewed, and the button is not there', async () => {
  const { state } = fakeState({ Game, rows: 3, cols: 3, seed: 3n });
  state.session.move(0, 'person');
  state.session.move(3, 'person');
  const replay = await Replay.of(Game, state.session.game.replay());
  openReplay(state, replay, 0);
  pressReview({ state, ai: unasked });
  assert.equal(reviewOf(state), undefined);
  assert.equal(unreviewable(replay), 'The AI reviews only games on 4x4 boards.');
  state.session.saving.forget();
});

test('without the AI a review says why there is none', async () => {
  for (const [ai, why] of /** @type {const} */ ([
    ['off', /^The AI is turned off \(engine=off in the address\)\.$/],
    ['loading', /^The AI couldn’t be loaded\./],
  ])) {
    const { state, replay } = await setUp();
    openReplay(state, replay, 0);
    pressReview({ state, ai }, { keep: () => assert.fail() });
    await turns();
    const review = reviewOf(state);
    assert.equal(review?.kind, 'failed');
    assert.match(review.note, why);
    state.session.saving.forget();
  }
});

test('only the player’s own moves are called theirs in a review', async () => {
  const { state } = await setUp();
  const text = state.session.game.replay();
  const verdict = async (/** @type {Players | undefined} */ players) => {
    const replay = await Replay.of(Game, text, { players });
    const findings = new Findings(replay);
    findings.add(0, reportAbout({ ...evaluationOf(), moves: Array(4).fill(WORSE) }));
    return verdictOn(replay, findings, 0);
  };
  assert.equal(await verdict('own'), 'You played Left. Right was better\u00a0(−5%).');
  for (const players of /** @type {const} */ (['aided', 'ai', undefined]))
    assert.equal(await verdict(players), 'Left: Inaccuracy\u00a0(−5%). Right was better.');
  state.session.saving.forget();
});

/** A game that is over, with its replay. */
async function playOut() {
  const { state } = fakeState({ Game, seed: 3n, store: new Store(fakeStorage) });
  while (state.session.game.status === 'playing')
    [3, 2, 1, 0].some((direction) => state.session.move(direction, 'person'));
  return { state, replay: await Replay.of(Game, state.session.game.replay(), { players: 'own' }) };
}

test('the story and the viewer show the same review, which the player can stop only if he asked for it', async () => {
  const { state, replay } = await playOut();
  let asked = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const ai = aiOf(async () => {
    if (++asked === 20) await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    return { kind: 'answer', report: reportAbout() };
  });
  /** @type {unknown[]} */
  const kept = [];
  startStory({ state, ai }, { keep: (findings) => void kept.push(findings) });
  await turns();
  const story = state.story.value;
  assert.ok(story.kind === 'told' && asked === 20);
  openReplay(state, replay, LENGTH);
  const ofStory = reviewOf(state);
  assert.deepEqual([ofStory?.kind, ofStory?.asked], ['running', false]);
  assert.equal(state.reviews.value.get(story.replay.text), ofStory);
  pressReview({ state, ai });
  await turns(5);
  assert.equal(reviewOf(state), ofStory, 'it goes on, and no other one begins');
  openReplay(state, await Replay.of(Game, new Game(4, 4, 9n).toText()), 0);
  assert.equal(reviewOf(state), undefined);
  openReplay(state, replay, LENGTH);
  assert.equal(reviewOf(state)?.kind, 'running', 'opening another game does not stop it');
  waiting[0]?.();
  await turns(2000);
  const done = reviewOf(state);
  assert.ok(done?.kind === 'done' && done.findings !== 'none');
  assert.deepEqual([done.findings.known, kept], [replay.moves, [done.findings]]);
  asked = 0;
  pressReview({ state, ai });
  await turns();
  assert.deepEqual([reviewOf(state)?.kind, reviewOf(state)?.asked, asked], ['running', true, 20]);
  pressReview({ state, ai });
  const { kind, findings } = reviewOf(state) ?? {};
  assert.deepEqual([kind, findings], ['stopped', done.findings], 'what is known stays');
  state.session.saving.forget();
});

test('a review that the story has begun ends with it, and what it found is still there', async () => {
  const { state, replay } = await playOut();
  let asked = 0;
  const ai = aiOf(async () => {
    if (++asked > 20) await new Promise(() => {});
    return { kind: 'answer', report: reportAbout() };
  });
  startStory({ state, ai }, { keep: () => assert.fail() });
  openReplay(state, replay, LENGTH);
  await turns();
  state.session.undo();
  assert.deepEqual([state.story.value.kind, reviewOf(state)?.kind, asked], ['none', 'stopped', 21]);
  state.session.saving.forget();
});

test('a review rests while the AI plays on the board', async () => {
  const { state, replay } = await setUp();
  let asked = 0;
  const ask = async () => {
    asked++;
    return { kind: 'answer', report: reportAbout() };
  };
  openReplay(state, replay, 0);
  state.mode.value = 'autoplay';
  pressReview({ state, ai: aiOf(ask) }, { keep: () => {} });
  await turns();
  assert.deepEqual([asked, reviewOf(state)?.kind], [0, 'running']);
  state.mode.value = 'off';
  await turns();
  assert.ok(asked >= LENGTH && reviewOf(state)?.kind === 'done');
  state.session.saving.forget();
});

test('a review that looks again at the mistakes says so, and lists them by the losses that it shows', () => {
  const findings = new Findings(/** @type {any} */ ({ moves: 40, score: () => 0, direction: () => 0 }));
  for (let at = 0; at < 40; at++) {
    const loss = at === 10 ? 22.2 : at === 30 ? 22.3 : 0;
    const move = { value: 1, loss, grade: loss ? 'mistake' : 'best' };
    // The rest of the game is worth less later: move 10 costs more points, and a smaller share.
    const outlook = { points: 1000 - 10 * at, tiles: [] };
    const evaluation = /** @type {any} */ ({
      ...evaluationOf(),
      best: 1,
      moves: Array(4).fill(move),
      outlook,
    });
    findings.add(at, reportAbout(evaluation));
  }
  assert.deepEqual(mistakesOf(findings), [30, 10]);
  findings.share = 0.5;
  assert.match(summaryOf(findings), /^Looking longer at the mistakes: these numbers may still change\./);
  findings.share = 1;
  assert.match(summaryOf(findings), /^Blunders: 0\. Mistakes: 2\./);
});

test('a review runs until it is stopped, done, or another game is opened; its findings stay with their game', async () => {
  const { state, replay } = await setUp();
  /** @type {unknown[]} */
  const kept = [];
  const report = reportAbout({ ...evaluationOf(), best: 2 });
  const ask = async () => ({ kind: /** @type {const} */ ('answer'), report });
  const press = () => pressReview({ state, ai: aiOf(ask) }, { keep: (findings) => kept.push(findings) });
  press();
  assert.equal(state.reviews.value.size, 0, 'no game is open');
  openReplay(state, replay, 0);
  press();
  press();
  await turns();
  assert.deepEqual([reviewOf(state)?.kind, kept.length], ['stopped', 0]);
  press();
  assert.equal(reviewOf(state)?.note, 'Starting the AI…');
  await turns();
  const { kind, findings } = reviewOf(state) ?? {};
  assert.ok(kind === 'done' && findings && findings !== 'none');
  assert.deepEqual([findings.known, kept], [LENGTH, [findings]]);
  pick(state, 4);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).best], [4, 2]);
  stepForward(state);
  assert.equal(viewerOf(state).best, 'none');
  openReplay(state, await Replay.of(Game, replay.text), 0);
  assert.equal(reviewOf(state)?.findings, findings, 'the same game');
  press();
  const another = await Replay.of(Game, new Game(4, 4, 9n).toText());
  openReplay(state, another, 0);
  await turns();
  assert.equal(state.reviews.value.get(replay.text)?.kind, 'stopped');
  press();
  assert.equal(reviewOf(state), undefined);
  assert.equal(unreviewable(another), 'There are no moves to review.');
  state.session.saving.forget();
});

test('the newest 100 games of a group have a row, and 100 more each time that the player asks for more', async () => {
  const { state } = await setUp();
  const own = gameToKeep(state.session);
  state.keptGames.value = { ...state.keptGames.value, games: Array.from({ length: 250 }, () => own) };
  const rows = () => listedGames(state.keptGames.value).length;
  showGroup(state, '4x4 own');
  const seen = [rows()];
  for (let time = 0; time < 2; time++) {
    listMore(state);
    seen.push(rows());
  }
  assert.deepEqual(seen, [100, 200, 250]);
  showGroup(state, '4x4 own');
  assert.equal(rows(), 100);
  state.session.saving.forget();
});

test('the history opens on the group of the newest game; what is deleted can be restored', async () => {
  const { state, store } = await setUp();
  const games = () => {
    const kept = state.keptGames.value;
    return kept.games === 'unread' ? [] : kept.games;
  };
  const own = { ...gameToKeep(state.session), saved: 1 };
  storeWaiting(store, { ...own, text: own.text.replace('seed=3', 'seed=4') });
  storeWaiting(store, { ...own, saved: 2, aided: true });
  const aTry = `${TRY}2026-01-01`;
  storeWaiting(store, { ...own, id: aTry, text: own.text.replace('seed=3', 'seed=5') });
  await openKept(state);
  assert.equal(state.keptGames.value.group, '4x4 aided');
  showGroup(state, '4x4 own');
  assert.equal(shownGames(state.keptGames.value).length, 2);
  assert.equal(await pressDeleteAll(state), 0, 'the first press asks');
  showGroup(state, '4x4 own');
  assert.equal(await pressDeleteAll(state), 0, 'it asks again after something else');
  assert.equal(await pressDeleteAll(state), 1);
  assert.deepEqual(
    games().map(({ id, aided }) => id === aTry || aided),
    [true, true],
    'no try of the daily board is deleted',
  );
  await restoreKept(state);
  assert.equal(games().length, 3);
  assert.equal(state.keptGames.value.restore, 'none');
  // Without IndexedDB an empty history cannot be told from one that cannot be read.
  await assert.rejects(deleteKept(state, games()), /can’t save your history/);
  assert.deepEqual([state.keptGames.value.games, state.keptGames.value.group], [[], '']);
  await assert.rejects(keepCurrent(state, ''), /Enter a name/);
  assert.equal(await keepCurrent(state, 'mine'), 'mine');
  state.session.saving.forget();
});
