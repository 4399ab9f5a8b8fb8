// The story of a finished game, below the board.

import { loadStyle } from '../shared/style.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.onAi(async (ai) => {
    const sheets = [
      new URL('../shared/chart.css', import.meta.url),
      new URL('../ai/moment.css', import.meta.url),
      new URL('../story/story.css', import.meta.url),
    ];
    Promise.all(sheets.map(loadStyle)).catch((error) => console.warn(error));
    (await import('./start.js')).tellStories(app.state, ai);
  });
}
