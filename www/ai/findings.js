// What a review has found: for each move of a game, how much of the rest of the game it gave away. Where the
// judge of people's moves is known, it grades them, and the AI says which move was best.

import { INACCURACY_FROM, forPeople, isCriticalGrade, isDisputed } from './rating.js';

/** @import { Direction, Report } from '../engine/types.js' */
/** @import { Grade } from './rating.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { Lines } from './lines.js' */
/** @import { JudgedGame } from '../people/types.js' */

/** Instead of a direction. */
const UNKNOWN = 255;
/** The smallest cost of a key move, as a share of the greatest: a slip at the very end decides nothing. */
const MIN_COST = 0.02;
/** Key moves are at least this many moves apart, because one slip often costs on several boards. */
const APART = 8;

export class Findings {
  /** @param {number} moves @param {JudgedGame | null} [people] what the judge of people's moves says */
  constructor(moves, people = null) {
    this.moves = moves;
    this.people = people;
    /** By move: the loss in percent of the expected rest of the game; NaN if it is not known. */
    this.losses = new Float32Array(moves).fill(NaN);
    /** By move: the points that it cost, by the outlook or else the network; NaN if it is not known. */
    this.costs = new Float64Array(moves).fill(NaN);
    /** By move: the loss by the AI alone, in percent. */
    this.aiLosses = new Float32Array(moves).fill(NaN);
    /** By move: the grade by the AI alone. @type {(Grade | null)[]} */
    this.aiGrades = new Array(moves).fill(null);
    /** By board: the final score that is expected if the AI goes on; NaN if it is not known. */
    this.expected = new Float64Array(moves).fill(NaN);
    /** By board: its score plus the network's value of its best move; NaN if it is not known. */
    this.values = new Float64Array(moves).fill(NaN);
    /** By board: the best move, or UNKNOWN; see `bestAt`. */
    this.best = new Uint8Array(moves).fill(UNKNOWN);
    /** @type {(Grade | null)[]} */
    this.grades = new Array(moves).fill(null);
    /** By move: 1 if the judge and the AI disagree, so that it does not count. */
    this.disputed = new Uint8Array(moves);
    /** By move: what followed and what would have, where it was looked for. @type {Map<number, Lines>} */
    this.lines = new Map();
    /** The name of the network; empty if there is none, so that no losses are known. */
    this.network = '';
    /** The share of the review that is done, 0 to 1. */
    this.share = 0;
  }

  /**
   * @param {number} at
   * @param {Pick<Replay, 'score' | 'direction'>} replay
   * @param {Pick<Report, 'best' | 'values' | 'judged' | 'by'>} report about the board after `at` moves
   */
  add(at, replay, { best, values, judged, by }) {
    const played = replay.direction(at) ?? -1;
    const loss = judged?.losses[played] ?? NaN;
    const value = values[best ?? -1] ?? NaN;
    const outlook = judged?.outlook;
    const grade = judged?.grades[played] ?? null;
    const person = grade && this.people?.moves[at];
    const shown = person ? forPeople(person, grade) : { grade, loss };
    this.network = by.name;
    this.best[at] = best ?? UNKNOWN;
    this.aiLosses[at] = loss;
    this.aiGrades[at] = grade;
    this.grades[at] = shown.grade;
    this.disputed[at] = Number(Boolean(person && isDisputed(person, grade)));
    this.losses[at] = shown.loss;
    this.costs[at] = person
      ? isCriticalGrade(shown.grade)
        ? person.cost
        : 0
      : (loss / 100) * (outlook?.points ?? value);
    this.values[at] = by.name === '' ? NaN : replay.score(at) + value;
    this.expected[at] = outlook ? replay.score(at) + outlook.points : NaN;
  }

  /** The best move on a board. @param {number} at @returns {Direction | 'unknown'} */
  bestAt(at) {
    const best = this.best[at] ?? UNKNOWN;
    return best === UNKNOWN ? 'unknown' : best;
  }

  /** The number of moves that are known. */
  get known() {
    return this.best.reduce((sum, best) => sum + (best === UNKNOWN ? 0 : 1), 0);
  }

  /** How many moves have each grade. */
  get counts() {
    const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    for (const grade of this.grades) if (grade && grade !== 'even' && grade !== 'other') counts[grade]++;
    return counts;
  }

  /** The moves that count: something depended on them, and judge and AI agree. */
  get counted() {
    const { best, good, inaccuracy, mistake, blunder } = this.counts;
    const agreed = best + good - this.disputed.reduce((sum, one) => sum + one, 0);
    return { good: agreed, all: agreed + inaccuracy + mistake + blunder };
  }

  /** The share of the counted moves that were the best or good ones, 0 to 1; NaN if none is known. */
  get accuracy() {
    const { good, all } = this.counted;
    return good / all;
  }
}

/**
 * The final score by board that is expected of a player with such moves; empty if it is not known, and for a
 * game of the AI, whose own expectation says more.
 * @param {Findings} findings @param {Pick<Replay, 'players'>} replay @returns {number[]} NaN where unknown
 */
export const expectedOfPlayer = ({ people }, { players }) =>
  players !== 'ai' && people?.points.some(Number.isFinite) ? people.points : [];

/**
 * The moves that cost most, costliest first.
 * @param {Findings} findings
 * @param {number} max
 * @returns {number[]}
 */
export function keyMoves({ costs, grades }, max) {
  const greatest = costs.reduce((max, cost) => (cost > max ? cost : max), 0);
  const costly = Array.from(costs, (cost, at) => ({ cost, at }))
    .filter(({ cost, at }) => cost > MIN_COST * greatest && isCriticalGrade(grades[at] ?? null))
    .sort((a, b) => b.cost - a.cost);
  /** @type {number[]} */
  const chosen = [];
  for (const { at } of costly) {
    if (chosen.length === max) break;
    if (chosen.every((other) => Math.abs(other - at) >= APART)) chosen.push(at);
  }
  return chosen;
}

/** The mistakes of a game that the history keeps. */
const KEPT = 5;
/** Of which they are chosen. */
const MOST = 100;

/**
 * Keeps the accuracy and the worst mistakes of a reviewed game. Without the history, as in a private window,
 * they are only shown.
 * @param {Replay} replay
 * @param {Findings} findings
 */
export function keepFindings(replay, findings) {
  if (Number.isNaN(findings.accuracy)) return;
  // They become puzzles, which the AI judges.
  const mistakes = keyMoves(findings, MOST)
    .filter((at) => Number(findings.aiLosses[at]) >= INACCURACY_FROM)
    .slice(0, KEPT)
    .map((at) => ({ at, loss: findings.costs[at] ?? 0 }));
  import('../game/kept-games.js')
    .then(({ rateGame }) =>
      rateGame(replay.text, {
        [findings.people ? 'good' : 'accuracy']: findings.accuracy,
        mistakes,
      }),
    )
    .catch((error) => console.warn(error));
}
