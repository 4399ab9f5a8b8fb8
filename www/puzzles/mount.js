// The puzzles: a dialog, and the links to single ones.

import { openDialog } from '../shared/dialogs.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  app.addDialog('puzzles', {
    load: () => import('./dialog.js'),
    style: new URL('../puzzles/puzzles.css', import.meta.url),
  });
  app.addToMenu('play', {
    place: 3,
    label: 'Puzzles',
    picture: 'M4 8h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4H4z',
    opens: { name: 'puzzles', shown: { kind: 'any' } },
  });
  app.onLink((link) => {
    if (link.kind !== 'puzzle') return 'declined';
    openDialog(app.state, { name: 'puzzles', shown: { kind: 'board', ranks: link.ranks } });
    return 'opened';
  });
}
