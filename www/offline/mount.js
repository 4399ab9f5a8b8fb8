// Offline use, and the menu's row for a new version of the page.

import { notify } from '../shared/notices.js';
import { keepOffline } from './install.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addToMenu('now', {
    place: 1,
    label: 'Update',
    picture: 'M12 3v12M7 10l5 5 5-5M5 21h14',
    act: ({ update }) => update.value.kind === 'ready' && update.value.act(),
    shown: ({ update }) => update.value.kind === 'ready',
  });
  keepOffline(app.state);
  // The service worker (sw.js) has sent the player here.
  if (location.hash === '#unavailable')
    notify(app.state, 'That page needs the internet the first time you open it. Go online and try again.');
}
