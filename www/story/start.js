// Tells the stories of the games that end on the board.

import { keepFindings } from '../ai/findings.js';
import { gameLink } from '../game/link.js';
import { addressOf } from '../shared/sharing.js';
import { startStory } from './review.js';
import { showStory } from './view.js';

/** @import { Ai } from '../ai/ask.js' */
/** @import { State } from '../game/state.js' */

/** @param {State} state @param {Ai} ai */
export function tellStories(state, ai) {
  showStory(state, (game) => {
    const hash = gameLink(game, state.session.players);
    return hash === null ? '' : addressOf(hash);
  });
  startStory(state, () => ai.reviewer(true), keepFindings);
}
