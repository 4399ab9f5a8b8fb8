// The page Watch it learn, in the menu.

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addToMenu('about', {
    place: 2,
    label: 'Watch it learn',
    picture: 'M3 20V4M3 20h18M6 16q4 0 6-5t8-6',
    href: 'learn.html',
  });
}
