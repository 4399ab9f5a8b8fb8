// The worker of the judge of people's moves and of the forecast for people: src/wasm/people.rs.

import { loadPackage } from '../engine/loader.js';
import { NetworkFile } from '../engine/network-file.js';
import { serve } from '../engine/requests.js';

/** @import { Position } from '../engine/types.js' */
/** @import { People, PlayedMove } from '../pkg/afterstate.js' */
/** @import { JudgedGame, LevelEstimate, PeopleAnswers, PeopleMove, PeopleQuestion, RangedForecast,
 *   WholeGame } from './types.js' */

/** Apart from the networks, whose cache keeps no file that is not in their list. */
const CACHE = 'afterstate-people';

/** @type {People | undefined} */
let people;

/** @param {Extract<PeopleQuestion, { ask: 'start' }>} question @returns {Promise<number>} */
async function start({ file }) {
  const { People } = await loadPackage(false, undefined);
  const check = (/** @type {Uint8Array} */ bytes) => {
    people?.free();
    people = People.read(bytes);
  };
  const network = { ...file, id: 'people', name: '' };
  await new NetworkFile({ check, cache: CACHE }).load(network, [], () => {});
  return read().checksum;
}

function read() {
  if (!people) throw new Error('the file was not read');
  return people;
}

/** @param {People} judge @param {WholeGame} game @returns {JudgedGame} */
export function judgedGame(judge, { endsStuck, rows, cols, boards, scores, directions }) {
  const ranks = (/** @type {number} */ at) => boards.subarray(at * rows * cols, (at + 1) * rows * cols);
  /** @type {(PeopleMove | null)[]} */
  const moves = [];
  /** @type {PlayedMove[]} */
  const played = [];
  for (const [at, direction] of directions.entries()) {
    const judgment = judge.judge(ranks(at), rows, cols);
    const move = judgment?.moves[direction] ?? null;
    const best = judgment?.moves.reduce((most, one) => Math.max(most, one?.value ?? 0), 0) ?? 0;
    moves.push(
      judgment && move
        ? { grade: move.grade, loss: move.loss, cost: best - move.value, matters: judgment.matters }
        : null,
    );
    const observed = judge.observe(ranks(at), rows, cols, direction);
    if (observed) played.push(observed);
  }
  const level = judge.level(played, endsStuck ? [scores.at(-1) ?? 0] : [])?.points;
  if (level === undefined) return { moves, points: [] };
  const points = Array.from(
    scores,
    (score, at) => judge.forecast(ranks(at), rows, cols, score, level)?.points ?? NaN,
  );
  return { moves, points };
}

/**
 * @param {Position} position @param {number} score @param {LevelEstimate} level
 * @returns {RangedForecast | null}
 */
function forecast({ ranks, rows, cols }, score, { points, low, high }) {
  const at = (/** @type {number} */ level) => read().forecast(ranks, rows, cols, score, level);
  const found = at(points);
  return found && { ...found, low: at(low)?.points ?? found.points, high: at(high)?.points ?? found.points };
}

/**
 * @type {{ [Name in PeopleQuestion['ask']]: (question: Extract<PeopleQuestion, { ask: Name }>) =>
 *   PeopleAnswers[Name] | Promise<PeopleAnswers[Name]> }}
 */
const ANSWERS = {
  start,
  game: ({ game }) => judgedGame(read(), game),
  judge: ({ position: { ranks, rows, cols } }) => read().judge(ranks, rows, cols),
  observe: ({ moves }) => moves.map(({ ranks, direction }) => read().observe(ranks, 4, 4, direction)),
  level: ({ played, scores }) => read().level(played, scores),
  forecast: ({ position, score, level }) => forecast(position, score, level),
};

serve(ANSWERS);
