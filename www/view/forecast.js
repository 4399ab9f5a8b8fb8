// The line below the board: the AI's chances from here.

import { forecastOf } from '../state/forecast.js';
import { t } from '../text/text.js';
import { effect } from '../vendor/signals-core.js';
import { writeText } from './element.js';
import { element } from './page.js';
import { outlookInWords } from './search-words.js';

/** @import { State } from '../state/state.js' */

/** @param {State} state */
export function showForecast(state) {
  const line = element('forecast');
  effect(() => {
    const forecast = forecastOf(state);
    const chances = forecast.kind === 'known' ? outlookInWords(forecast.chances) : '';
    writeText(line, chances && t('AI’s chances: {chances}', { chances }));
  });
}
