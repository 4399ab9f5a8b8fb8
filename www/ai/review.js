// The review of a game: the AI evaluates every board of a replay, first briefly, then again where the first
// look says that something was lost. So it is useful early and only becomes more precise.

import { EFFORT } from './effort.js';
import { Findings, keyMoves } from './findings.js';
import { needsLongLook } from './rating.js';
import { every } from '../shared/paced.js';
import { t } from '../shared/text.js';

/** @import { Askable, Limits } from '../engine/types.js' */
/** @import { Grade } from '../pkg/afterstate.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { AskablePeople } from '../people/types.js' */

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

/**
 * Reviews a game until it is done or `signal` aborts. Rejects with a message for the player if the AI fails.
 * @param {Replay} replay
 * @param {Askable & { people?: AskablePeople }} ai `people`: the judge of people's moves
 * @param {{ signal: AbortSignal, onFindings: (findings: Findings) => void, longLooks?: number,
 *   sample?: boolean, quiet?: boolean, now?: () => number }} options `onFindings`: called with what is known
 *   so far, now and then and at the end; `longLooks`: at this many moves at most; `sample`: only the first
 *   round; `quiet`: the player has not asked for it
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
    now = () => performance.now(),
  },
) {
  const { endsStuck, rows, cols, boards, scores, directions } = replay;
  const game = { endsStuck, rows, cols, boards, scores, directions };
  const people = (await ai.people?.ask({ ask: 'game', game })) ?? null;
  signal.throwIfAborted();
  const findings = new Findings(replay.moves, people);
  const isDue = every(REPORT_EVERY_MS, now);
  const stride = Math.max(1, Math.ceil(replay.moves / FIRST_ROUND));
  const rounds = Array.from({ length: stride }, (_, offset) => offset);
  const short = rounds.flatMap((offset) =>
    Array.from({ length: Math.ceil((replay.moves - offset) / stride) }, (_, at) => offset + at * stride),
  );
  const first = Math.ceil(replay.moves / stride);
  const total = sample ? first : replay.moves + longLooks;
  let done = 0;
  const look = async (/** @type {number} */ at, /** @type {Limits} */ limits) => {
    const position = { ranks: replay.ranks(at).slice(), rows, cols };
    const outcome = await ai.ask({ position, limits, compare: true, quiet, waits: true }, { signal });
    signal.throwIfAborted();
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    if (outcome.kind === 'answer') {
      // An engine that crashed may restart without its network. What it found before stays.
      const lost = findings.network !== '' && outcome.report.by.name === '';
      if (lost) throw new Error(t('The AI crashed and restarted.'));
      findings.add(at, replay, outcome.report);
    }
    findings.share = ++done / total;
    if (isDue()) onFindings(findings);
  };
  const longLook = async () => {
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
      await look(at, EFFORT.again);
    }
  };
  const firstLook = sample || longLooks === 0 ? EFFORT.curve : EFFORT.review;
  // The built-in heuristic judges no move, so one answer of it is enough.
  const isJudged = () => findings.network !== '' || findings.known === 0;
  for (const at of short.slice(0, first)) if (isJudged()) await look(at, firstLook);
  if (!sample && isJudged()) {
    if (stride > 1) onFindings(findings);
    for (const at of short.slice(first)) await look(at, firstLook);
    await longLook();
  }
  findings.share = 1;
  onFindings(findings);
  return findings;
}
