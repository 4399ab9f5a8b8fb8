// Lets the rivals play the daily board, one after the other, when the state wants it.

import { messageOf } from '../shared/error.js';
import { rivalPlayed } from './state.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { DailyAi } from './rival-games.js';

/** @import { Rival } from '../game/rivals.js' */
/** @import { AiGame } from './rival-records.js' */
/** @import { State } from '../game/state.js' */
/** @import { Daily } from '../game/types.js' */

/**
 * @param {State} state @param {Extract<Daily, { kind: 'daily' }>} daily
 * @param {{
 *   stored: (rival: string, network: string) => AiGame | null, store: (rival: string, network: string,
 *   game: AiGame) => void
 * }} records of the finished games
 * @returns {() => void} ends the worker
 */
export function startDailyRivals(state, { seed }, { stored, store }) {
  /** @type {Map<string, DailyAi>} */
  const games = new Map();
  effect(() => {
    const next = state.dailyRivals.value.find(({ game }) => game.kind === 'playing');
    if (next) untracked(() => play(next.rival));
  });
  return () => {
    for (const game of games.values()) game.end();
  };

  /** @param {Rival} rival */
  function play(rival) {
    const { id } = rival;
    const game =
      games.get(id) ??
      new DailyAi({
        Game: state.Game,
        seed: Number(seed),
        rival,
        stored: (network) => stored(id, network),
        store: (network, played) => store(id, network, played),
      });
    games.set(id, game);
    game.game().then(
      (played) => rivalPlayed(state, id, { kind: 'played', ...played }),
      (error) => rivalPlayed(state, id, { kind: 'failed', text: messageOf(error) }),
    );
  }
}
