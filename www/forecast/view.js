// The line below the board: what the player makes from here or, where that is not known, the AI's chances.

import { forecastOf } from './state.js';
import { inPoints, percent, t, whole } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { writeText } from '../shared/element.js';
import { element } from '../shared/page.js';
import { outlookInWords } from '../ai/search-words.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { State } from '../game/state.js' */
/** @import { OwnForecast } from './state.js' */

/** @param {State} state @param {Signal<OwnForecast>} own */
export function showForecast(state, own) {
  const line = element('forecast');
  effect(() => {
    const isOver = state.game.value.isOver;
    const forecast = forecastOf(state);
    const chances = forecast.kind === 'known' ? outlookInWords(forecast.chances) : '';
    const ofAi = chances && t('AI’s chances: {chances}', { chances });
    // What the AI plays is no longer like the player.
    const isAis = own.value.kind === 'none' || state.mode.value === 'autoplay';
    writeText(line, isOver ? '' : isAis ? ofAi : ownInWords(own.value));
    line.title = isOver || isAis ? '' : meaningOf(own.value);
  });
}

/** @param {OwnForecast} forecast @returns {string} empty if it is not known */
export function ownInWords(forecast) {
  if (forecast.kind === 'range') {
    const [low, high] = [roughly(forecast.low), roughly(forecast.high)];
    return t('Likely average from here: {low} to {high}', { low: whole(low), high: inPoints(high) });
  }
  if (forecast.kind !== 'known') return '';
  const { points, tile } = forecast;
  const parts = { points: inPoints(roughly(points)) };
  if (tile === 'none') return t('Like this: about {points}', parts);
  const chance = t('{share} for {tile}', { share: percent(tile.chance), tile: String(2 ** tile.rank) });
  return t('Like this: about {points}, {chance}', { ...parts, chance });
}

/** What the line means, where it is not plain. @param {OwnForecast} forecast */
const meaningOf = ({ kind }) =>
  kind === 'range'
    ? t(
        'If you often played on from here, your average would likely be in this range. It narrows with each game you finish.',
      )
    : '';

/** Two digits of a number, as no forecast is better. @param {number} points */
function roughly(points) {
  const step = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(1, points))) - 1);
  return Math.round(points / step) * step;
}
