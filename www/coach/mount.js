// The coach, who rates the player's moves: a setting, switched in the menu.

import { loadStyle } from '../shared/style.js';
import { translatable } from '../shared/text.js';

/** @import { App } from '../game/app.js' */

/** @param {App} app */
export function mount(app) {
  const { state } = app;
  app.addToMenu('improve', {
    place: 1,
    label: 'Coach',
    title: 'Coach: a word on moves that matter (press C to repeat its words)',
    picture: 'm3 9 9-4 9 4-9 4zM7 11v5q5 4 10 0v-5M21 9v6',
    setting: 'coach',
    // Where moves are final there is no AI, and the switch would do nothing.
    shown: ({ final }) => !final.value,
  });
  app.addSwitch({
    name: 'askBlunder',
    label: translatable('Coach: warn before a blunder'),
    off: false,
    on: true,
    before: 'vibrate',
  });
  app.onAi(async (ai) => (await import('./coach.js')).startCoach(state, ai));
  app.lazily(() => state.coach.value.kind === 'on', {
    load: async () => {
      const style = loadStyle(new URL('../coach/coach.css', import.meta.url));
      const [{ showCoach }] = await Promise.all([import('./view.js'), style]);
      showCoach(state);
    },
    trouble: translatable('The coach couldn’t be loaded. Are you offline?'),
  });
}
