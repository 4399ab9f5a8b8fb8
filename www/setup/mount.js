// Other boards: of another size, set up by hand, or of a game that is played elsewhere and followed here.

import { PART } from '../shared/notices.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  const { state } = app;
  app.addDialog('size', { load: () => import('./size.js') });
  app.addToMenu('play', {
    place: 5,
    label: 'Board size',
    picture: 'M4 4h16v16H4zM4 12h16M12 4v16',
    opens: { name: 'size' },
  });
  app.addDialog('setup', {
    load: () => import('./board.js'),
    style: new URL('../setup/setup.css', import.meta.url),
  });
  app.addToMenu('tools', {
    place: 1,
    label: 'Set up a board',
    picture: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
    opens: { name: 'setup' },
  });
  app.lazily(() => state.follow.value.kind === 'on', {
    load: async () => (await import('./follow-view.js')).showFollow(state),
    trouble: PART,
    // Whoever began to follow a game has loaded these.
    again: async () => (await import('./follow.js')).startFollow(state),
    failed: async () => (await import('./follow.js')).endFollow(state),
  });
}
