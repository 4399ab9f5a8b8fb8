// What the AI says of a board, made here from every answer of the engine.

/** @import { Evaluation, Found, Network, Report, TierName } from './types.js' */

/**
 * @param {NonNullable<Found['report']> | Evaluation} result of a search, or of an evaluation of all moves
 * @param {{ network: Network | null, tier: TierName | null, threads: number }} engine
 * @returns {Report}
 */
export function reportOf(result, { network, tier, threads }) {
  const { best, line, ply, nodes, timeMs } = result;
  /** @type {Report} */
  const report = {
    best,
    values: 'values' in result ? result.values : result.moves.map((move) => move?.value ?? null),
    line,
    ply,
    nodes,
    timeMs,
    threads: result.threads || threads,
    by: {
      kind: 'engine',
      name: network?.name ?? '',
      unit: network ? 'points' : '',
      tier,
      note: '',
      possible: null,
    },
  };
  if ('stopped' in result) report.stopped = result.stopped;
  if ('moves' in result && network) {
    const { moves, outlook } = result;
    report.judged = {
      losses: moves.map((move) => move?.loss ?? null),
      grades: moves.map((move) => move?.grade ?? null),
      outlook,
    };
  }
  return report;
}
