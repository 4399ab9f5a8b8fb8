// The line below the board: the AI's chances from here, without its move. ./forecast.js asks the AI.

import { BUILT_IN } from '../engine/protocol.js';

/** @import { Report } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/**
 * The AI has compared the moves of the board. Only a network that has been calibrated knows its chances.
 * @param {State} state @param {Report} report
 */
export function foresee({ forecast, networkChoice }, { judged }) {
  const chances = networkChoice.value === BUILT_IN ? null : judged?.outlook;
  forecast.value = chances ? { kind: 'known', chances } : { kind: 'none' };
}

/** What the line tells: nothing of a game that is over. @param {State} state */
export const forecastOf = ({ forecast, game }) =>
  game.value.isOver ? { kind: /** @type {const} */ ('none') } : forecast.value;

/**
 * Whether there may be a forecast of the board, which the coach does not make already.
 * @param {State} state
 * @returns {boolean}
 */
export function wantsForecast({ ai, coach, final, follow, game, mode, networkChoice, settings }) {
  const { rows, cols, isOver } = game.value;
  const incomplete = follow.value.kind === 'on' && follow.value.pending !== 'none';
  return (
    settings.value.forecast &&
    ai.value === 'ready' &&
    networkChoice.value !== BUILT_IN &&
    // The coach waits while autoplay runs.
    (coach.value.kind === 'off' || mode.value === 'autoplay') &&
    !final.value &&
    !isOver &&
    !incomplete &&
    // The networks know only 4x4.
    rows === 4 &&
    cols === 4
  );
}
