// The settings: a dialog.

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addDialog('settings', { load: () => import('./dialog.js') });
  app.addToMenu('tools', {
    place: 2,
    label: 'Settings',
    picture: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4v6M9 14v6',
    opens: { name: 'settings' },
  });
}
