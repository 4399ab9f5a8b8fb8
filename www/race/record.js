// Stores the race that is being played, so that it can be continued after a reload.

import { startOf } from '../game/moves.js';
import { VERSIONS, readObject } from '../shared/versions.js';

/** @import { Store } from '../shared/store.js' */

const NAME = 'race';
/** The maximum length of a game: 600,000 moves. */
const LONGEST = 200_000;

/**
 * `rival`: its id; `mine` and `its`: the two games as text.
 * @typedef {{ rival: string, mine: string, its: string }} SavedRace
 */

/** @param {Store} store @returns {SavedRace | null} null if there is none */
export function storedRace(store) {
  const record = readObject(store.read(NAME));
  if (record?.version !== VERSIONS[NAME]) return null;
  const { rival, mine, its } = record;
  const games = [mine, its].every((text) => typeof text === 'string' && text.length <= LONGEST);
  const valid = typeof rival === 'string' && games && startOf(mine) === startOf(its);
  return valid ? { rival, mine, its } : null;
}

/**
 * `pace` and `leftMs` are for an earlier version of the page, which had races against the clock.
 * @param {Store} store @param {SavedRace} race @returns {boolean} whether it will survive a reload
 */
export const storeRace = (store, race) =>
  store.write(NAME, JSON.stringify({ version: VERSIONS[NAME], pace: 'turn', leftMs: 0, ...race }));

/** @param {Store} store */
export const forgetRace = (store) => store.remove(NAME);
