// The page How it works, in the menu.

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addToMenu('about', {
    place: 1,
    label: 'How it works',
    picture: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
    href: 'about.html',
  });
}
