// Tells the stories of the games that end on the board.

import { keepFindings } from '../ai/findings.js';
import { gameLink } from '../game/link.js';
import { addressOf } from '../shared/sharing.js';
import { startStory } from './review.js';
import { showStory } from './view.js';

/** @import { Ai } from '../ai/ask.js' */
/** @import { State } from '../game/state.js' */

/** @param {State} state @param {() => Ai | 'none'} aiNow 'none' as long as there is no AI */
export function tellStories(state, aiNow) {
  showStory(state, (game) => {
    const hash = gameLink(game, state.session.sharedBy);
    return hash === null ? '' : addressOf(hash);
  });
  const reviewer = async () => {
    const ai = aiNow();
    if (ai === 'none') throw new Error('there is no AI');
    return ai.reviewer(true);
  };
  startStory(state, reviewer, keepFindings, () => aiNow() !== 'none');
}
