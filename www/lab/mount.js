// The page of the Lab, in the menu; and who looks for a player of the papers in the game is told where it is.

import { notify } from '../shared/notices.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addToMenu('about', {
    place: 3,
    label: 'Lab',
    picture: 'M9 3h6M10 3v6L5 19q-1 2 1 2h12q2 0 1-2L14 9V3M8 15h8',
    href: 'lab.html',
  });
  const strategy = new URLSearchParams(location.search).get('strategy');
  if (strategy !== null)
    notify(app.state, 'The players of the papers are in the Lab.', {
      label: 'Lab',
      act: () => location.assign(`lab.html#play=${strategy}`),
    });
}
