// Keeps races: the one that is being played is stored with every move, and the player's game goes to the
// history.

import { UNSAVED, notify } from '../shared/notices.js';
import { foundUnfinished, savedRace } from './state.js';
import { keepLost, keepPlayed } from '../game/keep.js';
import { movesLost } from '../game/moves.js';
import { forgetRace, storeRace, storedRace } from './record.js';
import { WORTH_KEEPING } from '../game/record.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { Race } from './state.js' */
/** @import { Store } from '../shared/store.js' */

/** @param {Race} race @param {Store} store */
export function keepRace(race, store) {
  const { opponent, phase, player, rival } = race;
  const stored = storedRace(store);
  if (stored) foundUnfinished(race, stored);

  let told = false;
  const save = () => {
    const [before, now] = [storedRace(store), savedRace(race)];
    // A long race that is given up, or of another window.
    if (before && movesLost(before.mine, now.mine) >= WORTH_KEEPING)
      keepLost(player.Game, store, { game: before.mine, players: 'own', race: before.rival });
    if (storeRace(store, now) || told) return;
    told = true;
    notify(player, UNSAVED);
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
