// Keeps races: the one that is being played is stored with every move, and the player's game goes to the
// history.

import { UNSAVED, notify } from '../shared/notices.js';
import { VERSIONS, readObject } from '../shared/versions.js';
import { foundUnfinished, savedRace } from './state.js';
import { keepLost, keepPlayed } from '../game/keep.js';
import { movesLost, startOf } from '../game/moves.js';
import { WORTH_KEEPING } from '../game/record.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { Race } from './state.js' */
/** @import { Store } from '../shared/store.js' */

const NAME = 'race';
/** The maximum length of a game: 600,000 moves. */
const LONGEST = 200_000;

/**
 * `rival`: its id; `mine` and `its`: the two games as text; `undone`: whether it began at a turning point.
 * @typedef {{ rival: string, mine: string, its: string, undone?: boolean }} SavedRace
 */

/** @param {Store} store @returns {SavedRace | null} null if there is none */
export function storedRace(store) {
  const record = readObject(store.read(NAME));
  if (record?.version !== VERSIONS[NAME]) return null;
  const { rival, mine, its, undone } = record;
  const games = [mine, its].every((text) => typeof text === 'string' && text.length <= LONGEST);
  const valid = typeof rival === 'string' && games && startOf(mine) === startOf(its);
  return valid ? { rival, mine, its, ...(undone === true && { undone }) } : null;
}

/**
 * `pace` and `leftMs` are for an earlier version of the page, which had races against the clock.
 * @param {Store} store @param {SavedRace} race @returns {boolean} whether it will survive a reload
 */
export const storeRace = (store, race) =>
  store.write(NAME, JSON.stringify({ version: VERSIONS[NAME], pace: 'turn', leftMs: 0, ...race }));

/** @param {Store} store */
export const forgetRace = (store) => store.remove(NAME);

/** @param {Race} race @param {Store} store */
export function keepRace(race, store) {
  const { opponent, phase, player, rival } = race;
  const stored = storedRace(store);
  if (stored) foundUnfinished(race, stored);

  let told = false;
  const save = () => {
    const [before, now] = [storedRace(store), savedRace(race)];
    // A long race that is given up, or of another window.
    if (before && movesLost(before.mine, now.mine) >= WORTH_KEEPING) {
      const { mine: game, undone } = before;
      keepLost(player.Game, store, { game, players: 'own', undone, race: before.rival });
    }
    if (storeRace(store, now) || told) return;
    told = true;
    notify(player, UNSAVED, undefined, 'unsaved');
  };
  effect(() => {
    const { kind } = phase.value;
    untracked(() => {
      if (kind !== 'over') return;
      keepPlayed(store, player.session, opponent.value.id);
      forgetRace(store);
    });
  });
  effect(() => {
    void player.game.value;
    void rival.game.value;
    if (phase.value.kind === 'running') untracked(save);
  });
  // Another window may have stored its race since.
  addEventListener('pagehide', () => {
    if (phase.value.kind === 'running') save();
  });
}
