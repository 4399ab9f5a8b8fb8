// The story of a finished game, below the board. Without the AI it has no review, but can be shared.

import { loadStyle } from '../shared/style.js';

/** @import { App } from '../game/app.js' */
/** @import { Ai } from '../ai/ask.js' */

/** @param {App} app */
export function mount(app) {
  const { state } = app;
  /** @type {Ai | 'none'} */
  let known = 'none';
  /** @type {Promise<void> | undefined} */
  let telling;
  const tell = async () => {
    const sheets = [
      new URL('../shared/chart.css', import.meta.url),
      new URL('../ai/moment.css', import.meta.url),
      new URL('../story/story.css', import.meta.url),
    ];
    Promise.all(sheets.map(loadStyle)).catch((error) => console.warn(error));
    (await import('./start.js')).tellStories(state, () => known);
  };
  const load = () =>
    (telling ??= tell().catch((error) => {
      telling = undefined;
      throw error;
    }));
  app.onAi((ai) => {
    known = ai;
    return load();
  });
  app.lazily(
    () => ['off', 'failed'].includes(state.ai.value) && ['over', 'won'].includes(state.game.value.status),
    { load },
  );
}
