// The line below the board: the AI's chances from here.

import { forecastOf } from './state.js';
import { t } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { writeText } from '../shared/element.js';
import { element } from '../shared/page.js';
import { outlookInWords } from '../ai/search-words.js';

/** @import { State } from '../game/state.js' */

/** @param {State} state */
export function showForecast(state) {
  const line = element('forecast');
  effect(() => {
    const forecast = forecastOf(state);
    const chances = forecast.kind === 'known' ? outlookInWords(forecast.chances) : '';
    writeText(line, chances && t('AI’s chances: {chances}', { chances }));
  });
}
