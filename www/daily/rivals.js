// Lets the rivals play the daily board, one after the other, when the state wants it.

import { messageOf } from '../shared/error.js';
import { rivalPlayed } from './state.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { playRival } from './rival-games.js';

/** @import { Rival } from '../game/rivals.js' */
/** @import { RivalGame } from './rival-games.js' */
/** @import { AiGame } from './rival-records.js' */
/** @import { State } from '../game/state.js' */
/** @import { Daily, DailyRival } from '../game/types.js' */

/**
 * @param {State} state @param {Extract<Daily, { kind: 'daily' }>} daily
 * @param {{
 *   stored: (rival: string, network: string) => AiGame | null, store: (rival: string, network: string,
 *   game: AiGame) => void, engine?: RivalGame['engine']
 * }} options the records of the finished games
 * @returns {() => void} ends the worker; `retryRivals` begins its game again
 */
export function startDailyRivals(state, { seed }, { stored, store, engine }) {
  /** What ends the game that is played, by rival. @type {Map<string, AbortController>} */
  const games = new Map();
  effect(() => {
    const next = state.dailyRivals.value.find(({ game }) => game.kind === 'playing');
    if (next) untracked(() => play(next.rival));
  });
  return () => {
    for (const game of games.values()) game.abort();
    games.clear();
  };

  /** @param {Rival} rival */
  function play(rival) {
    const { id } = rival;
    if (games.has(id)) return;
    const game = new AbortController();
    games.set(id, game);
    const options = {
      Game: state.Game,
      seed: Number(seed),
      rival,
      stored: (/** @type {string} */ network) => stored(id, network),
      store: (/** @type {string} */ network, /** @type {AiGame} */ played) => store(id, network, played),
      engine,
    };
    /** @param {DailyRival['game']} result */
    const finish = (result) => {
      // The game of a page that was left is still to be played.
      if (game.signal.aborted) return;
      games.delete(id);
      rivalPlayed(state, id, result);
    };
    playRival(options, game.signal).then(
      (played) => finish({ kind: 'played', ...played }),
      (error) => finish({ kind: 'failed', text: messageOf(error) }),
    );
  }
}
