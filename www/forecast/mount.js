// What is expected of the game, below the board, and a word for each new largest tile.

import { translatable } from '../shared/text.js';
import { showMilestones } from './milestones.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  const { state } = app;
  showMilestones(state);
  app.addSwitch({
    name: 'forecast',
    label: translatable('Show the forecast below the board'),
    off: false,
    on: true,
    before: 'motion',
  });
  app.onAi(async (ai) => {
    const [{ showForecast }, { startForecast }, { followPlayer }] = await Promise.all([
      import('./view.js'),
      import('./forecast.js'),
      import('./own.js'),
    ]);
    showForecast(state, followPlayer(state, ai.people));
    startForecast(state, ai);
  });
}
