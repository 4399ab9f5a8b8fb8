// A run as it is stored beside its network: what the page shows of it, without its learner.

import { isCount, readCurve } from './curve.js';
import { readSettings } from './settings.js';
import { LATEST, MILESTONES, newRun } from './state.js';

/** @import { Milestone, Run } from './state.js' */

const VERSION = 1;

/** @param {Run} run */
export const writeRun = ({ settings, seconds, moves, games, best, curve, milestones }) =>
  structuredClone({ version: VERSION, settings, seconds, moves, games, best, curve, milestones });

/** @param {any} record @returns {Run | null} null if it is none of this version */
export function readRun(record) {
  const settings = readSettings(record?.settings);
  const curve = readCurve(record?.curve);
  const { seconds, moves, games, best } = record ?? {};
  if (record?.version !== VERSION || !settings || !curve || ![seconds, moves, games, best].every(isCount))
    return null;
  /** @type {Record<number, Milestone>} */
  const milestones = {};
  for (const rank of MILESTONES) {
    const made = record.milestones?.[rank];
    if (isCount(made?.seconds) && isCount(made.games))
      milestones[rank] = { seconds: made.seconds, games: made.games };
  }
  const latest = curve.points.filter((point) => point.games > 0).slice(-LATEST);
  return { ...newRun(settings), seconds, moves, games, best, curve, latest, milestones };
}
