// The replay of a game, with its review: a dialog, which also opens the games of links.

import { openDialog } from '../shared/dialogs.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addDialog('replay', {
    load: () => import('./dialog.js'),
    style: new URL('../replay/replay.css', import.meta.url),
  });
  app.addToMenu('improve', {
    place: 2,
    label: 'Replay and review',
    picture: 'M7 4v16l13-8z',
    opens: { name: 'replay', shown: { kind: 'current' } },
  });
  app.onLink((link) => {
    if (link.kind !== 'game') return 'declined';
    openDialog(app.state, { name: 'replay', shown: { kind: 'shared', text: link.text, by: link.by } });
    return 'opened';
  });
}
