// A shared game to beat: its link opens as a dialog, and it has a page of its own (?challenge). On the daily
// board (?daily) it is compared with one's own try.

import { Records } from '../game/record.js';
import { openDialog } from '../shared/dialogs.js';
import { Store } from '../shared/store.js';
import { challengeIn, challengeOf } from './challenge.js';
import { challenged } from './state.js';

/** @import { App, BoardOf } from '../game/app.js' */
/** @import { OpenChallenge } from '../game/types.js' */

/** What its page has, if this may be the page. @type {typeof import('./page.js') | undefined} */
let page;

/** A challenge does not replace the player's own game. @type {BoardOf} */
export async function board({ Game }) {
  const options = new URLSearchParams(location.search);
  if (location.hash === '') return null;
  page = await import('./page.js');
  // On the daily board its own game goes on.
  if (!options.has('challenge') || /[?&]daily\b/.test(location.search)) return null;
  const challenge = challengeIn(Game, location.hash, { kind: 'none' });
  return {
    records: new Records(new Store(undefined, 'challenge:')),
    start: challenge.kind === 'on' ? { ...sameTiles(challenge), challenge } : {},
  };
}

/** @param {OpenChallenge} challenge */
const sameTiles = ({ rows, cols, seed }) => ({ rows, cols, seed });

/** @param {App} app */
export function mount(app) {
  const { state } = app;
  app.addDialog('challenge', {
    load: () => import('./dialog.js'),
    style: new URL('../challenge/challenge.css', import.meta.url),
  });
  app.onLink(
    (link) => {
      const { value: toBeat } = state.challenge;
      // On the page of a challenge it is the game to beat, also after a reload.
      if (toBeat.kind === 'on' && link.kind === 'game' && link.text === toBeat.text) return 'stays';
      // A board does not replace a game that has begun.
      if (link.kind === 'board' && state.session.moves > 0) {
        openDialog(state, { name: 'challenge', challenge: link });
        return 'opened';
      }
      const challenge = link.kind === 'game' ? challengeOf(state.Game, link) : null;
      if (!challenge) return 'declined';
      if (toBeat.kind === 'on') {
        location.reload();
        return 'stays';
      }
      openDialog(state, { name: 'challenge', challenge });
      return 'opened';
    },
    { first: true },
  );
  const { daily } = state;
  if (daily.value.kind === 'daily') challenged(state, challengeIn(state.Game, location.hash, daily.value));
  page?.showChallenge(app);
}
