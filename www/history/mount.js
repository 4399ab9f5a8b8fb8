// The history of finished games: a dialog.

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addDialog('history', {
    load: () => import('./dialog.js'),
    style: new URL('../history/history.css', import.meta.url),
  });
  app.addToMenu('improve', {
    place: 3,
    label: 'History',
    picture: 'M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l4 2',
    opens: { name: 'history' },
  });
}
