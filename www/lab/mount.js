// Who looks for a player of the papers in the game is told where the Lab is.

import { notify } from '../shared/notices.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  const strategy = new URLSearchParams(location.search).get('strategy');
  if (strategy !== null)
    notify(app.state, 'The players of the papers are in the Lab.', {
      label: 'Lab',
      act: () => location.assign(`lab.html#play=${strategy}`),
    });
}
