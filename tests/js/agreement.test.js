// Coach, hint and review of the same board, each with an engine of its own that knows nothing of it, as if
// asked on different days: do they name the same best move, and do coach and review grade a move alike? On
// boards of weak games. docs/evidence/calibration.md has what `AFTERSTATE_TESTS=all` finds on 100 boards.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Game, Network, People, Solver, initSync } from '../../target/packages/pkg/afterstate.js';
import { startPilot } from '../../www/ai/pilot.js';
import { accuracyInWords } from '../../www/ai/rating-words.js';
import { review } from '../../www/ai/review.js';
import { startCoach } from '../../www/coach/coach.js';
import { reportOf } from '../../www/engine/client.js';
import { Evaluations } from '../../www/engine/evaluations.js';
import { Replay } from '../../www/game/replay.js';
import { DEFAULTS } from '../../www/shared/settings.js';
import { effect } from '../../www/vendor/signals-core.js';
import { ALL } from '../all.js';
import { fakeState } from './fakes/state.js';

/** @import { Askable, Direction, Question } from '../../www/engine/types.js' */
/** @import { State } from '../../www/game/state.js' */

/** @typedef {{ player: string, ranks: Uint8Array, played: Direction, seed: bigint }} Asked */
/** @typedef {{ best: number, grade: string | null }} Said */

/** The loss by the hint, in percent, of the move that the coach calls best: less than an inaccuracy. */
const MOST_LOST = 4;
/** Boards of each player, one of a game. */
const GAMES = ALL ? 25 : 1;

/** @param {string} path below the top folder */
const read = (path) => readFile(new URL(`../../${path}`, import.meta.url));

initSync({ module: await read('target/packages/pkg/afterstate_bg.wasm') });
const solver = Solver.withNetwork(Network.read(await read('models/lite.bin')), { tableBytes: 4 << 20 });
const judge = People.read(await read('models/people.bin'));
const network = { id: 'lite', name: 'Lite', url: 'lite.bin', bytes: 0 };

/**
 * An engine that knows nothing yet, without the guards for slow devices.
 * @param {number} [shorter] by how much its looks are shorter @returns {Askable}
 */
function engine(shorter = 1) {
  solver.clear();
  const evaluations = new Evaluations();
  return {
    ask: async (/** @type {Question} */ question) => {
      const { ranks, rows, cols } = question.position;
      const { nodes } = question.limits;
      const remembered = evaluations.find(question, network);
      if (remembered?.isEnough) return { kind: 'answer', report: remembered.report };
      const found = solver.evaluate(ranks, rows, cols, nodes === undefined ? {} : { nodes: nodes / shorter });
      const people = question.judge ? judge.judge(ranks, rows, cols) : undefined;
      const report = reportOf({ ...found, people }, { network, tier: 'single', threads: 1 });
      evaluations.keep(question, network, report);
      return { kind: 'answer', report };
    },
  };
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). @param {number} seed */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {Game} game @returns {Direction[]} */
const ways = (game) => /** @type {const} */ ([0, 1, 2, 3]).filter((way) => game.possible()[way]);

/** The points of a move. @param {Game} game @param {Direction} way */
function points(game, way) {
  const before = game.score;
  game.play(way);
  const made = game.score - before;
  game.undo();
  return made;
}

/**
 * @typedef {(game: Game, chance: () => number, solver: Solver) => Direction | undefined} Player
 */
/** @type {Player} */
const anyMove = (game, chance) => ways(game)[Math.floor(chance() * ways(game).length)];
/** @type {Record<string, Player>} */
const WEAK = {
  'any move': anyMove,
  'left, else down, else any': (game, chance, solver) =>
    [3, 2].find((way) => game.possible()[way]) ?? anyMove(game, chance, solver),
  'most points': (game) => ways(game).toSorted((a, b) => points(game, b) - points(game, a))[0],
  'the network, and any move in one of five': (game, chance, solver) =>
    chance() < 0.2
      ? anyMove(game, chance, solver)
      : /** @type {Direction | undefined} */ (
          solver.search(game.ranks(), 4, 4, { ply: 1 }).best ?? undefined
        ),
};

/**
 * A board of a game of a weak player, and its move there.
 * @param {string} player @param {bigint} seed @param {Solver} solver @returns {Asked}
 */
function askedOf(player, seed, solver) {
  const chance = random(Number(seed));
  const game = new Game(4, 4, seed);
  /** @type {Asked[]} */
  const boards = [];
  for (let way; (way = WEAK[player]?.(game, chance, solver)) !== undefined; game.play(way))
    if (ways(game).length > 1) boards.push({ player, ranks: game.ranks(), played: way, seed });
  game.free();
  const asked = boards[Math.floor(chance() * boards.length)];
  assert.ok(asked);
  return asked;
}

/** Resolves when this is true. @param {() => boolean} isTrue about signals @returns {Promise<void>} */
const until = (isTrue) =>
  new Promise((resolve) => {
    const end = effect(() => {
      if (isTrue()) resolve(setImmediate(() => end()) && undefined);
    });
  });

test('hint, coach and review agree', async (t) => {
  /** @param {Asked} asked @param {boolean} coach @returns {State} of a page with the board */
  function pageAt({ ranks, seed }, coach) {
    const { state } = fakeState({ Game: /** @type {any} */ (Game), settings: { ...DEFAULTS, coach } });
    state.session.begin(Game.fromPosition(ranks, 4, 4, 0, seed));
    return state;
  }
  /** @param {State} state */
  const leave = ({ session }) => session.saving.forget();

  /** @param {Asked} asked @returns {Promise<Said>} after the move */
  async function askCoach(asked) {
    const state = pageAt(asked, true);
    startCoach(state, engine());
    const now = () => (state.coach.value.kind === 'on' ? state.coach.value : null);
    await until(() => now()?.known !== 'nothing');
    state.session.move(asked.played, 'person');
    await until(() => now()?.said.kind === 'rating');
    const said = now()?.said;
    assert.ok(said?.kind === 'rating');
    leave(state);
    return said.rating;
  }
  /** @param {Asked} asked @returns {Promise<Said & { losses: (number | null)[] }>} */
  async function askHint(asked) {
    const state = pageAt(asked, false);
    const end = startPilot(state, engine());
    state.mode.value = 'hint';
    await until(() => state.evaluation.value.kind === 'known');
    const { value } = state.evaluation;
    assert.ok(value.kind === 'known' && value.report.best !== null && value.report.judged);
    end();
    leave(state);
    const { best, judged } = value.report;
    return { best, grade: judged.grades[asked.played] ?? null, losses: judged.losses };
  }
  /** @param {Asked} asked @returns {Promise<Said>} of a game of one move */
  async function askReview({ ranks, played, seed }) {
    const game = Game.fromPosition(ranks, 4, 4, 0, seed);
    game.play(played);
    const replay = await Replay.of(Game, game.toText());
    game.free();
    const { signal } = new AbortController();
    const findings = await review(replay, engine(), { signal, onFindings: () => {} });
    return { best: Number(findings.bestAt(0)), grade: findings.grades[0] ?? null };
  }

  const count = { boards: 0, hintIsCoach: 0, hintIsReview: 0, coachIsReview: 0, sameGrade: 0 };
  /** What the coach's best move loses by the hint, where it is another one, in percent. @type {number[]} */
  const losses = [];
  for (const player of Object.keys(WEAK))
    for (let seed = 1n; seed <= GAMES; seed++) {
      const asked = askedOf(player, seed, solver);
      const coach = await askCoach(asked);
      const hint = await askHint(asked);
      const review = await askReview(asked);
      count.boards++;
      if (hint.best === coach.best) count.hintIsCoach++;
      else losses.push(Number(hint.losses[coach.best]));
      if (hint.best === review.best) count.hintIsReview++;
      if (coach.best === review.best) count.coachIsReview++;
      if (coach.grade === review.grade) count.sameGrade++;
      if (hint.best === coach.best && coach.best === review.best && coach.grade === review.grade) continue;
      const ranks = Array.from(asked.ranks, (rank) => rank.toString(16)).join('');
      t.diagnostic(
        JSON.stringify({ player, seed: Number(seed), ranks, played: asked.played, coach, hint, review }),
      );
    }
  t.diagnostic(JSON.stringify({ ...count, losses: losses.map((loss) => loss.toFixed(2)) }));
  assert.deepEqual([count.coachIsReview, count.sameGrade], [count.boards, count.boards], 'coach and review');
  // The hint looks longer than both at a move that they do not criticize.
  assert.ok(count.hintIsCoach >= 0.75 * count.boards, 'hint and coach');
  assert.ok(Math.max(0, ...losses) < MOST_LOST, `${losses}`);
});

test('at least 95% of the AI’s own moves are good', async () => {
  // From the middle of a game.
  const game = Game.fromPosition(
    Uint8Array.of(9, 8, 7, 3, 4, 5, 6, 2, 3, 1, 0, 0, 1, 0, 0, 0),
    4,
    4,
    6000,
    5n,
  );
  for (let made = 0; made < 60; made++)
    game.play(solver.evaluate(game.ranks(), 4, 4, { nodes: 20_000 }).best ?? 0);
  const replay = await Replay.of(Game, game.toText());
  game.free();
  const { signal } = new AbortController();
  const findings = await review(replay, engine(20), { signal, onFindings: () => {} });
  const words = accuracyInWords(findings);
  const [, good] = /^Of the moves where it mattered, (\d+)% were good\./.exec(words) ?? [];
  assert.ok(Number(good) >= 95, words);
});
