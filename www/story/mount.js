// The story of a finished game, below the board. Without the AI it has no review, but can be shared.

import { loadStyle } from '../shared/style.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  const { state } = app;
  /** @type {Promise<void> | undefined} */
  let telling;
  const tell = async () => {
    const sheets = [
      new URL('../shared/chart.css', import.meta.url),
      new URL('../ai/moment.css', import.meta.url),
      new URL('../story/story.css', import.meta.url),
    ];
    Promise.all(sheets.map(loadStyle)).catch((error) => console.warn(error));
    const [{ showStory }, { startStory }] = await Promise.all([import('./view.js'), import('./state.js')]);
    showStory(state);
    startStory(app);
  };
  const load = () =>
    (telling ??= tell().catch((error) => {
      telling = undefined;
      throw error;
    }));
  app.onAi(load);
  app.lazily(
    () => ['off', 'failed'].includes(state.ai.value) && ['over', 'won'].includes(state.game.value.status),
    { load },
  );
}
