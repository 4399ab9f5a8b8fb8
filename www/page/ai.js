// The AI's part of the page: its panel, and the AI itself unless the address has turned it off.

import { startAi } from '../ai/ai.js';
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

/** @import { AiOptions, RunningAi } from '../ai/ai.js' */
/** @import { State } from '../game/state.js' */

/** @type {RunningAi} */
const NO_AI = { reviewer: () => Promise.reject(new Error('the AI is turned off')), end: () => {} };

/** The networks of the site, and those that learned in this browser. */
const listNetworks = async () => [...(await siteNetworks()), ...(await playableNetworks())];

/** @param {State} state @param {AiOptions} options */
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
  return state.ai.value === 'off' ? NO_AI : startAi(state, options, listNetworks, keepFindings);
}
