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
  openKept,
  pressDeleteAll,
  restoreKept,
  showGroup,
  shownGames,
} from '../../www/history/state.js';
import { pressReview, reviewFound, startReviews, unreviewable } from '../../www/replay/review.js';
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
import { Store } from '../../www/shared/store.js';
import { wait } from '../../www/game/waiting.js';
import { effect } from '../../www/vendor/signals-core.js';
import { mistakesOf, summaryOf, verdictOn } from '../../www/replay/review-view.js';
import { fakeState } from './fakes/state.js';
import { fakeStorage } from './fakes/storage.js';
import { evaluationOf, reportAbout } from './fakes/worker.js';

/** @import { Players } from '../../www/game/record.js' */
/** @import { State } from '../../www/game/state.js' */
/** @import { ToldStory } from '../../www/game/types.js' */

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

test('a game on another size cannot be reviewed, and the button is not there', async () => {
  const { state } = fakeState({ Game, rows: 3, cols: 3, seed: 3n });
  state.session.move(0, 'person');
  state.session.move(3, 'person');
  startReviews({ state, ai: unasked }, () => assert.fail());
  const replay = await Replay.of(Game, state.session.game.replay());
  openReplay(state, replay, 0);
  pressReview(state);
  const text = 'The AI reviews only games on 4x4 boards.';
  assert.deepEqual(state.review.value, { kind: 'resting', findings: 'none', note: text });
  assert.equal(unreviewable(replay), text);
  state.session.saving.forget();
});

test('without the AI a review says why there is none', async () => {
  for (const [ai, why] of /** @type {const} */ ([
    ['off', /^The AI is turned off \(engine=off in the address\)\.$/],
    ['loading', /^The AI couldn’t be loaded\./],
  ])) {
    const { state, replay } = await setUp();
    startReviews({ state, ai }, () => assert.fail());
    openReplay(state, replay, 0);
    pressReview(state);
    await turns();
    const { kind, note } = state.review.value;
    assert.equal(kind, 'resting');
    assert.match(note, why);
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
  assert.equal(await verdict('own'), 'You played Left. Right was better (−5%).');
  for (const players of /** @type {const} */ (['aided', 'ai', undefined]))
    assert.equal(await verdict(players), 'Left: Inaccuracy (−5%). Right was better.');
  state.session.saving.forget();
});

/** @param {State} state @param {Replay} replay @param {Partial<ToldStory>} [change] */
const tell = ({ story }, replay, change) => {
  const review = /** @type {const} */ ({ kind: 'running' });
  story.value = { kind: 'told', replay, marks: [], findings: 'none', moments: [], review, ...change };
};

test('the review shows all that the story finds out about its game, unless it knows more itself', async () => {
  const { state, replay } = await setUp();
  startReviews({ state, ai: unasked }, () => assert.fail());
  tell(state, replay);
  const told = new Findings(replay);
  /** @param {number} count @param {number} share */
  const find = (count, share) => {
    for (let at = told.known; at < count; at++) told.add(at, reportAbout());
    told.share = share;
    tell(state, replay, { findings: told, review: { kind: share < 1 ? 'running' : 'done' } });
  };
  /** @type {unknown[]} */
  const shown = [];
  effect(() => {
    const { findings } = state.review.value;
    shown.push(findings === 'none' ? 'none' : findings.share);
  });
  openReplay(state, replay, LENGTH);
  find(4, 0.25);
  openReplay(state, await Replay.of(Game, new Game(4, 4, 9n).toText()), 0);
  find(8, 0.5);
  openReplay(state, replay, LENGTH);
  find(LENGTH, 1);
  assert.deepEqual(shown, ['none', 'none', 0.25, 'none', 0.5, 1]);
  reviewFound(state, new Findings(replay));
  find(LENGTH, 1);
  assert.notEqual(state.review.value.findings, told, 'a review runs');
  state.session.saving.forget();
});

test('the viewer follows the review of the story and starts none of its own until that has ended', async () => {
  const { state, replay } = await setUp();
  startReviews({ state, ai: unasked }, () => assert.fail());
  tell(state, replay);
  openReplay(state, replay, LENGTH);
  pressReview(state);
  assert.equal(state.review.value.kind, 'following');
  const told = new Findings(replay);
  for (let at = 0; at < LENGTH; at++) told.add(at, reportAbout());
  told.share = 0.5;
  tell(state, replay, { findings: told });
  pressReview(state);
  assert.deepEqual([state.review.value.kind, state.review.value.findings], ['following', told]);
  tell(state, replay, { findings: told, review: { kind: 'failed', text: 'no memory' } });
  assert.equal(state.review.value.kind, 'resting');
  tell(state, replay);
  openReplay(state, replay, LENGTH);
  state.story.value = { kind: 'none' };
  assert.equal(state.review.value.kind, 'resting');
  state.session.saving.forget();
});

test('a review rests while the AI plays on the board', async () => {
  const { state, replay } = await setUp();
  let asked = 0;
  const ask = async () => {
    asked++;
    return { kind: 'answer', report: reportAbout() };
  };
  startReviews({ state, ai: aiOf(ask) }, () => {});
  openReplay(state, replay, 0);
  state.mode.value = 'autoplay';
  pressReview(state);
  await turns();
  assert.deepEqual([asked, state.review.value.kind], [0, 'running']);
  state.mode.value = 'off';
  await turns();
  assert.ok(asked >= LENGTH && state.review.value.kind === 'resting');
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
  assert.match(summaryOf(findings), /^95% of the moves/);
});

test('a review runs until it is stopped, done, or another game is opened; its findings stay with their game', async () => {
  const { state, replay } = await setUp();
  /** @type {unknown[]} */
  const kept = [];
  const report = reportAbout({ ...evaluationOf(), best: 2 });
  const ask = async () => ({ kind: /** @type {const} */ ('answer'), report });
  startReviews({ state, ai: aiOf(ask) }, (findings) => kept.push(findings));
  pressReview(state);
  assert.equal(state.review.value.kind, 'resting', 'no game is open');
  openReplay(state, replay, 0);
  pressReview(state);
  pressReview(state);
  await turns();
  assert.deepEqual([state.review.value.kind, kept.length], ['resting', 0]);
  pressReview(state);
  assert.equal(state.review.value.note, 'Starting the AI…');
  await turns();
  const { kind, findings } = state.review.value;
  assert.ok(kind === 'resting' && findings !== 'none');
  assert.deepEqual([findings.known, kept], [LENGTH, [findings]]);
  pick(state, 4);
  assert.deepEqual([viewerOf(state).at, viewerOf(state).best], [4, 2]);
  stepForward(state);
  assert.equal(viewerOf(state).best, 'none');
  openReplay(state, await Replay.of(Game, replay.text), 0);
  assert.equal(state.review.value.findings, findings, 'the same game');
  pressReview(state);
  openReplay(state, await Replay.of(Game, new Game(4, 4, 9n).toText()), 0);
  await turns();
  assert.deepEqual(state.review.value, { kind: 'resting', findings: 'none', note: '' });
  pressReview(state);
  assert.equal(state.review.value.note, 'There are no moves to review.');
  state.session.saving.forget();
});

test('the history opens on the group of the newest game; what is deleted can be restored', async () => {
  const { state, store } = await setUp();
  const games = () => {
    const kept = state.keptGames.value;
    return kept.games === 'unread' ? [] : kept.games;
  };
  const own = { ...gameToKeep(state.session), saved: 1 };
  wait(store, { ...own, text: own.text.replace('seed=3', 'seed=4') });
  wait(store, { ...own, saved: 2, aided: true });
  const aTry = `${TRY}2026-01-01`;
  wait(store, { ...own, id: aTry, text: own.text.replace('seed=3', 'seed=5') });
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
