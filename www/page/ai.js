// The AI's part of the page: its panel, and the AI itself unless the address has turned it off.

import { startAi } from '../ask/ai.js';
import { siteNetworks } from '../engine/networks.js';
import { gameLink } from '../game/link.js';
import { keepFindings } from '../storage/keep.js';
import { playableNetworks } from '../storage/networks.js';
import { showAnalysis } from '../view/analysis.js';
import { showMode } from '../view/controls.js';
import { showForecast } from '../view/forecast.js';
import { showMilestones } from '../view/milestones.js';
import { showNetworks } from '../view/networks.js';
import { showSpeed } from '../view/speed.js';
import { showSummary } from '../view/summary.js';
import { showStory } from '../view/story.js';
import { loadStyle } from '../view/style.js';
import { addressOf } from './sharing.js';
import { keepAwake } from './wake-lock.js';

/** @import { AiOptions, RunningAi } from '../ask/ai.js' */
/** @import { State } from '../state/state.js' */

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
    const hash = gameLink(game);
    return hash === null ? '' : addressOf(hash);
  });
  const sheets = [
    new URL('../style/chart.css', import.meta.url),
    new URL('../style/story.css', import.meta.url),
  ];
  Promise.all(sheets.map(loadStyle)).catch((error) => console.warn(error));
  showMode(state);
  return state.ai.value === 'off' ? NO_AI : startAi(state, options, listNetworks, keepFindings);
}
