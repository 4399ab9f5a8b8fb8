// Lets the AI play the daily board when the state wants it.

import { messageOf } from '../engine/protocol.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { DailyAi } from './daily-ai.js';

/** @import { AiGame } from './daily-ai.js' */
/** @import { Daily, State } from '../state/state.js' */

/**
 * @param {State} state @param {Extract<Daily, { kind: 'daily' }>} daily
 * @param {{ stored: (network: string) => AiGame | null, store: (network: string, game: AiGame) => void }} records of the finished game
 * @returns {() => void} ends its worker
 */
export function startDailyAi({ Game, dailyAi }, { seed }, records) {
  const ai = new DailyAi({ Game, seed: Number(seed), ...records });
  effect(() => {
    if (dailyAi.value.kind !== 'playing') return;
    untracked(() => ai.game()).then(
      ({ score, rank }) => {
        dailyAi.value = { kind: 'played', score, rank };
      },
      (error) => {
        dailyAi.value = { kind: 'failed', message: messageOf(error) };
      },
    );
  });
  return () => ai.end();
}
