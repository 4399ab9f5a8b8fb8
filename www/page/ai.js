// The AI's part of the page: its panel, and the AI itself unless the address has turned it off.

import { startAi } from '../ai/ai.js';
import { startCoach } from '../coach/coach.js';
import { startForecast } from '../forecast/forecast.js';
import { startStory } from '../story/review.js';
import { siteNetworks } from '../engine/networks.js';
import { gameLink } from '../game/link.js';
import { keepFindings } from '../ai/findings.js';
import { playableNetworks } from '../ai/learned-networks.js';
import { showAnalysis } from '../ai/analysis-view.js';
import { showMode } from '../game/controls-view.js';
import { showForecast } from '../forecast/view.js';
import { showMilestones } from '../forecast/milestones.js';
import { showNetworks } from '../ai/networks-view.js';
import { showSpeed } from '../ai/speed-view.js';
import { showSummary } from '../ai/summary-view.js';
import { showStory } from '../story/view.js';
import { loadStyle } from '../shared/style.js';
import { addressOf } from '../shared/sharing.js';
import { keepAwake } from '../ai/wake-lock.js';

/** @import { AiOptions } from '../ai/ai.js' */
/** @import { Ai } from '../ai/ask.js' */
/** @import { State } from '../game/state.js' */

/** What the page needs of the AI. @typedef {Pick<Ai, 'reviewer' | 'end'>} RunningAi */

/** @type {RunningAi} */
const NO_AI = { reviewer: () => Promise.reject(new Error('the AI is turned off')), end: () => {} };

/** The networks of the site, and those that learned in this browser. */
const listNetworks = async () => [...(await siteNetworks()), ...(await playableNetworks())];

/** @param {State} state @param {AiOptions} options @returns {RunningAi} */
export function showAi(state, options) {
  showSummary(state);
  showForecast(state);
  showMilestones(state);
  showAnalysis(state);
  showSpeed(state);
  showNetworks(state);
  keepAwake(state);
  showStory(state, (game) => {
    const hash = gameLink(game, state.session.players);
    return hash === null ? '' : addressOf(hash);
  });
  const sheets = [
    new URL('../shared/chart.css', import.meta.url),
    new URL('../ai/moment.css', import.meta.url),
    new URL('../story/story.css', import.meta.url),
  ];
  Promise.all(sheets.map(loadStyle)).catch((error) => console.warn(error));
  showMode(state);
  if (state.ai.value === 'off') return NO_AI;
  const ai = startAi(state, options, listNetworks);
  startCoach(state, ai);
  startForecast(state, ai);
  startStory(state, () => ai.reviewer(true), keepFindings);
  return ai;
}
