// The page that makes the code of an embedded game, in the menu.

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addToMenu('about', {
    place: 4,
    label: 'Put 2048 on your page',
    picture: 'm8 7-5 5 5 5M16 7l5 5-5 5',
    href: 'embed-builder.html',
  });
}
