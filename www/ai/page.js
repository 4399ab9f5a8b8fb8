// The AI's part of the page: its panel, and the AI itself unless the address has turned it off.

import { startAi } from './ai.js';
import { siteNetworks } from '../engine/networks.js';
import { playableNetworks } from './learned-networks.js';
import { showAnalysis } from './analysis-view.js';
import { showWhoseBest } from '../game/best-view.js';
import { showMode } from '../game/controls-view.js';
import { showNetworks } from './networks-view.js';
import { showSpeed } from './speed-view.js';
import { showSummary } from './summary-view.js';
import { keepAwake } from './wake-lock.js';

/** @import { AiOptions } from './ai.js' */
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
  showWhoseBest(state);
  return state.ai.value === 'off' ? /** @type {const} */ ('off') : startAi(state, options, listNetworks);
}
