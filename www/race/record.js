// Stores the race that is being played, so that it can be continued after a reload.

import { startOf } from '../game/moves.js';
import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { Store } from '../shared/store.js' */

const NAME = 'race';
/** The maximum length of a game: 600,000 moves. */
const LONGEST = 200_000;

/**
 * `rival`: its id; `pace`: as in the address of a race; `leftMs`: until a race against the clock ends; `mine`
 * and `its`: the two games as text.
 * @typedef {{ rival: string, pace: 'turn' | 'clock', leftMs: number, mine: string, its: string }} SavedRace
 */

/** @param {Store} store @returns {SavedRace | null} null if there is none */
export function storedRace(store) {
  const record = readObject(store.read(NAME));
  if (record?.version !== VERSIONS[NAME]) return null;
  const { rival, pace, leftMs, mine, its } = record;
  const games = [mine, its].every((text) => typeof text === 'string' && text.length <= LONGEST);
  const valid = typeof rival === 'string' && (pace === 'turn' || pace === 'clock') && leftMs >= 0;
  return valid && games && startOf(mine) === startOf(its) ? { rival, pace, leftMs, mine, its } : null;
}

/** @param {Store} store @param {SavedRace} race @returns {boolean} whether it will survive a reload */
export const storeRace = (store, race) =>
  store.write(NAME, JSON.stringify({ version: VERSIONS[NAME], ...race }));

/** @param {Store} store */
export const forgetRace = (store) => store.remove(NAME);
