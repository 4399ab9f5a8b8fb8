// The review of a game: the AI evaluates every board of a replay, first briefly, then again where the first
// look says that something was lost. So it is useful early and only becomes more precise. What it finds: for
// each move, how much of the rest of the game it gave away. Where the judge of people's moves is known, it
// grades them, and the AI says which move was best.

import { isCriticalGrade } from '../engine/people.js';
import { messageOf } from '../shared/error.js';
import { EFFORT } from './effort.js';
import { aiOf } from './invitation.js';
import { findLines } from './lines.js';
import { INACCURACY_FROM, needsLongLook } from './rating.js';
import { momentOf } from './reasons.js';
import { every } from '../shared/paced.js';
import { t } from '../shared/text.js';

/** @import { Askable, Direction, Limits, Report } from '../engine/types.js' */
/** @import { App } from '../game/app.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { State } from '../game/state.js' */
/** @import { Review } from '../game/types.js' */
/** @import { People } from '../engine/people.js' */
/** @import { Lines } from './lines.js' */
/** @import { Grade } from './rating.js' */

/** The most boards of the first round; of a longer game, which has up to 30,000, it takes every n-th. */
const FIRST_ROUND = 1500;
/**
 * The most moves that get a long look: those that cost most, of which ten are shown, then all that seem to be
 * blunders for the AI, then the others that the coach would look at again, because a short look criticizes
 * too many.
 */
const LONG_LOOKS = 100;
/** How many of the costliest moves get one first. */
const COSTLIEST = 16;
/** The time between two reports of progress (ms). */
const REPORT_EVERY_MS = 200;
/** The most moments of a game. */
export const MOMENTS = 3;
/** The most games whose reviews are remembered: that of the story, and those that were opened last. */
const REMEMBERED = 4;

/**
 * Reviews a game for the page: its story and the replay viewer show `state.reviews`. Never rejects.
 * @param {Pick<App, 'ai' | 'state'>} app
 * @param {Replay} replay
 * @param {{ asked?: boolean, signal?: AbortSignal, keep?: typeof keepFindings }} [options] `asked`: by the
 *   player, who may want another one; `signal`: stops it; `keep`: keeps what a whole review has found
 */
export async function reviewGame(app, replay, { asked = false, signal, keep = keepFindings } = {}) {
  const { Game, mode, reviews } = app.state;
  const { text, players } = replay;
  const before = reviews.value.get(text);
  if (!asked && (before?.kind === 'running' || isWhole(before, players))) return;
  before?.stop();
  const running = new AbortController();
  /**
   * Shows what is known, unless another review has taken its place.
   * @param {Review['findings']} findings @param {Review['kind']} kind @param {string} [note]
   */
  const show = (findings, kind, note = '') => {
    if (reviews.value.get(text)?.stop !== stop) return;
    /** @type {Review} */
    const next = { kind, asked, findings, moments: [], note, stop };
    if (findings !== 'none') {
      // The AI does not judge its own moves.
      const decisive = players === 'ai' ? [] : keyMoves(findings, MOMENTS).sort((a, b) => a - b);
      next.moments = decisive.flatMap((at) => momentOf(Game, findings, at) ?? []);
    }
    reviews.value = new Map(reviews.value).set(text, next);
  };
  const end = (/** @type {'stopped' | 'failed'} */ kind, note = '') => {
    const now = reviews.value.get(text);
    // What is known stays: that of the review before, if it is more.
    const known = before && knownOf(before) > knownOf(now) ? before : now;
    show(known?.findings ?? 'none', kind, note);
  };
  const stop = () => {
    running.abort();
    if (reviews.value.get(text)?.kind === 'running') end('stopped');
  };
  signal?.addEventListener('abort', stop);
  const others = [...reviews.value].filter(([game]) => game !== text).slice(1 - REMEMBERED);
  const { findings = 'none', moments = [] } = before ?? {};
  const note = asked ? t('Starting the AI…') : '';
  reviews.value = new Map([...others, [text, { kind: 'running', asked, findings, moments, note, stop }]]);
  try {
    const ai = aiOf(app);
    // Some boards of a game of the AI give its curve.
    const sample = players === 'ai' && !asked;
    const onFindings = (/** @type {Findings} */ findings) => show(findings, 'running');
    const how = { signal: running.signal, onFindings, sample, quiet: !asked, mode };
    const all = await review(replay, ai, how);
    if (sample) return show(all, 'done');
    const unexplained = (reviews.value.get(text)?.moments ?? []).filter(({ reason }) => reason === 'none');
    const moves = unexplained.map(({ at }) => at);
    await findLines(all, moves, ai, running.signal);
    // The moments have their lines from the beginning.
    show(all, 'done');
    keep(all);
  } catch (error) {
    if (!running.signal.aborted) end('failed', messageOf(error));
  }
}

/**
 * Whether another review of such players would find no more: without a network it finds nothing.
 * @param {Review | undefined} review @param {Replay['players']} players
 */
const isWhole = (review, players) =>
  review?.kind === 'done' &&
  review.findings !== 'none' &&
  review.findings.network !== '' &&
  review.findings.replay.players === players;

/** The number of moves that a review knows. @param {Review} [review] */
const knownOf = (review) => (review && review.findings !== 'none' ? review.findings.known : 0);

/** Resolves when the AI does nothing on the board. @param {State['mode']} mode */
const idle = (mode) =>
  new Promise((resolve) => {
    const end = mode.subscribe((now) => {
      if (now !== 'off') return;
      resolve(undefined);
      queueMicrotask(() => end());
    });
  });

/**
 * Reviews a game until it is done or `signal` aborts. Rejects with a message for the player if the AI fails.
 * @param {Replay} replay
 * @param {Askable & { people?: Pick<People, 'ask'> }} ai `people`: what is expected of a player
 * @param {{ signal: AbortSignal, onFindings: (findings: Findings) => void, longLooks?: number,
 *   sample?: boolean, quiet?: boolean, mode?: State['mode'], now?: () => number }} options `onFindings`:
 *   called with what is known so far, now and then and at the end; `longLooks`: at this many moves at most;
 *   `sample`: only the first round; `quiet`: the player has not asked for it; `mode`: the review rests while
 *   the AI plays on the board, because autoplay would be slower beside it
 * @returns {Promise<Findings>}
 */
export async function review(
  replay,
  ai,
  {
    signal,
    onFindings,
    longLooks = LONG_LOOKS,
    sample = false,
    quiet = false,
    mode,
    now = () => performance.now(),
  },
) {
  const { endsStuck, rows, cols, boards, scores, directions } = replay;
  const findings = new Findings(replay);
  const game = { endsStuck, rows, cols, boards, scores, directions };
  const askPoints = async () => (await ai.people?.ask({ ask: 'points', game })) ?? null;
  const expecting = sample ? Promise.resolve(null) : askPoints();
  void expecting.then((points) => {
    findings.points = points ?? [];
  });
  const isDue = every(REPORT_EVERY_MS, now);
  const stride = Math.max(1, Math.ceil(replay.moves / FIRST_ROUND));
  const first = Math.ceil(replay.moves / stride);
  const total = sample ? first : replay.moves + longLooks;
  let done = 0;
  for (const { at, limits } of looks(findings, { stride, sample, longLooks })) {
    if (mode && mode.value !== 'off') await idle(mode);
    const position = { ranks: replay.ranks(at).slice(), rows, cols };
    const judge = !sample && (findings.network === '' || findings.ofPeople);
    const outcome = await ai.ask({ position, limits, compare: true, judge, quiet, waits: true }, { signal });
    signal.throwIfAborted();
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    if (outcome.kind === 'answer') {
      const { by, judged } = outcome.report;
      // An engine that crashed may restart without its network. What it found before stays.
      const lost = (findings.network !== '' && by.name === '') || (findings.ofPeople && !judged?.people);
      if (lost) throw new Error(t('The AI crashed and restarted.'));
      findings.add(at, outcome.report);
    }
    findings.share = ++done / total;
    const covered = done === first && stride > 1 && !sample;
    if (isDue() || covered) onFindings(findings);
  }
  // An engine that died meanwhile is asked again.
  if ((await expecting) === null && findings.ofPeople) findings.points = (await askPoints()) ?? [];
  signal.throwIfAborted();
  findings.share = 1;
  onFindings(findings);
  return findings;
}

/**
 * The boards to look at, and how long: what was found on those before decides which get a long look.
 * @param {Findings} findings
 * @param {{ stride: number, sample: boolean, longLooks: number }} how `stride`: from one board of a round to
 *   the next
 * @returns {Generator<{ at: number, limits: Limits }>}
 */
function* looks(findings, { stride, sample, longLooks }) {
  const { moves } = findings;
  const limits = sample || longLooks === 0 ? EFFORT.curve : EFFORT.review;
  for (let offset = 0; offset < (sample ? 1 : stride); offset++)
    for (let at = offset; at < moves; at += stride) {
      yield { at, limits };
      // The built-in heuristic judges no move, so one answer of it is enough.
      if (findings.network === '' && findings.known > 0) return;
    }
  if (sample) return;
  const looked = new Set();
  // A long look can make a move cheaper, so another may be among the costliest then.
  const next = () => {
    const wanted = findings.grades.flatMap((grade, at) =>
      needsLongLook({ grade, ai: findings.aiLosses[at] }) ? [at] : [],
    );
    const graded = (/** @type {Grade} */ of) => wanted.filter((at) => findings.aiGrades[at] === of);
    return [...keyMoves(findings, COSTLIEST), ...graded('blunder'), ...graded('mistake'), ...wanted].find(
      (at) => !looked.has(at),
    );
  };
  for (let at = next(); at !== undefined && looked.size < longLooks; at = next()) {
    looked.add(at);
    yield { at, limits: EFFORT.again };
  }
}

/** Instead of a direction. */
const UNKNOWN = 255;
/** The smallest cost of a key move, as a share of the greatest: a slip at the very end decides nothing. */
const MIN_COST = 0.02;
/** Key moves are at least this many moves apart, because one slip often costs on several boards. */
const APART = 8;

export class Findings {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    const { moves } = replay;
    this.moves = moves;
    /** Whether the judge of people's moves grades them, and not the AI alone: the first answer decides. */
    this.ofPeople = false;
    /** @type {number[]} by board: what a player with such moves makes of the game; empty if unknown */
    this.points = [];
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
   * @param {Pick<Report, 'best' | 'values' | 'judged' | 'by'>} report about the board after `at` moves
   */
  add(at, { best, values, judged, by }) {
    const { replay } = this;
    const played = replay.direction(at) ?? -1;
    const loss = judged?.losses[played] ?? NaN;
    const value = values[best ?? -1] ?? NaN;
    const outlook = judged?.outlook;
    const grade = judged?.grades[played] ?? null;
    if (this.network === '') this.ofPeople = Boolean(judged?.people);
    const person = this.ofPeople && judged?.people?.[played];
    const cost = (loss / 100) * (outlook?.points ?? value);
    const shown = person || { grade, loss, cost, disputed: false };
    this.network = by.name;
    this.best[at] = best ?? UNKNOWN;
    this.aiLosses[at] = loss;
    this.aiGrades[at] = grade;
    this.grades[at] = shown.grade;
    this.disputed[at] = Number(shown.disputed);
    this.losses[at] = shown.loss;
    this.costs[at] = shown.cost;
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
 * @param {Findings} findings @returns {number[]} NaN where unknown
 */
export const expectedOfPlayer = ({ points, replay }) =>
  replay.players !== 'ai' && points.some(Number.isFinite) ? points : [];

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
 * @param {Findings} findings
 */
function keepFindings(findings) {
  if (Number.isNaN(findings.accuracy)) return;
  // They become puzzles, which the AI judges.
  const mistakes = keyMoves(findings, MOST)
    .filter((at) => Number(findings.aiLosses[at]) >= INACCURACY_FROM)
    .slice(0, KEPT)
    .map((at) => ({ at, loss: findings.costs[at] ?? 0 }));
  import('../game/kept-games.js')
    .then(({ rateGame }) =>
      rateGame(findings.replay.text, {
        [findings.ofPeople ? 'good' : 'accuracy']: findings.accuracy,
        mistakes,
      }),
    )
    .catch((error) => console.warn(error));
}
