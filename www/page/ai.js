// The AI's part of the page: its panel, and the AI itself unless the address has turned it off.

import { startAi } from '../ai/ai.js';
import { siteNetworks } from '../engine/networks.js';
import { playableNetworks } from '../ai/learned-networks.js';
import { showAnalysis } from '../ai/analysis-view.js';
import { showMode } from '../game/controls-view.js';
import { showNetworks } from '../ai/networks-view.js';
import { showSpeed } from '../ai/speed-view.js';
import { showSummary } from '../ai/summary-view.js';
import { keepAwake } from '../ai/wake-lock.js';

/** @import { AiOptions } from '../ai/ai.js' */
/** @import { State } from '../game/state.js' */

/** The networks of the site, and those that learned in this browser. */
const listNetworks = async () => [...(await siteNetworks()), ...(await playableNetworks())];

/** @param {State} state @param {AiOptions} options */
export function showAi(state, options) {
  showSummary(state);
  showAnalysis(state);
  showSpeed(state);
  showNetworks(state);
  keepAwake(state);
  showMode(state);
  return state.ai.value === 'off' ? /** @type {const} */ ('off') : startAi(state, options, listNetworks);
}
