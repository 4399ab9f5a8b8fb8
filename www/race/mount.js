// The page of races, in the menu.

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addToMenu('play', {
    place: 4,
    label: 'Race the AI',
    picture: 'M5 21V4h13l-2.5 4L18 12H5M5 3v18',
    href: 'race.html',
  });
}
