// The AI of the page: starts it, and lets it follow the state.

import { Ai } from './ask.js';
import { networkInWords } from './networks-view.js';
import { AUTOMATIC } from '../shared/choices.js';
import {
  aiReady,
  aiRests,
  aiWorks,
  chooseNetwork,
  engineChanged,
  networkChanged,
  networksListed,
  showsSearch,
} from './state.js';
import { deleteDatabase } from '../shared/database.js';
import { notify } from '../shared/notices.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { aiSays } from './acts.js';
import { startPilot } from './pilot.js';

/** @import { Network, TierName } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/** The engine starts at this time after the page is idle, unless it was used before (ms). */
const WARM_UP_AFTER_MS = 1500;

/**
 * How the engine runs, from the address.
 * @typedef {{ tier: TierName | null, threads: number | null }} AiOptions
 */
/** Lists the networks that can play. @typedef {() => Promise<Network[]>} ListNetworks */

/**
 * @param {State} state
 * @param {AiOptions} options
 * @param {ListNetworks} list
 * @returns {Ai} which the features of the page ask
 */
export function startAi(state, { tier, threads }, list) {
  showLoading(state);
  /** @type {Ai} */
  const ai = new Ai({
    tier,
    threads,
    network: state.networkChoice.value,
    list,
    onStatus: (status) => engineChanged(state, status),
    onStarting: (starting) => {
      if (!starting) aiRests(state);
      else if (!showsSearch(state)) aiSays(state, 'Starting the AI…');
    },
    onNetwork: (status) => networkChanged(state, status, ai.client.network),
    onNetworks: ({ all }) => networksListed(state, all),
    onTrouble: (text) => notify(state, text),
    fallback: AUTOMATIC,
    // A network that is no longer there: the page chooses again.
    onRefused: () => chooseNetwork(state, AUTOMATIC),
  });
  aiReady(state);
  startPilot(state, ai);
  effect(() => {
    const choice = state.networkChoice.value;
    if (choice !== ai.networks.choice) ai.networks.choose(choice);
  });
  void ai.networks.list();
  // Earlier versions stored the solution of 2x4 there: 50 MB.
  deleteDatabase('afterstate-solutions');
  if (!state.final.value) {
    const warm = () => setTimeout(() => void ai.warmUp(state.game.value), WARM_UP_AFTER_MS);
    globalThis.requestIdleCallback?.(warm) ?? warm();
  }
  return ai;
}

/**
 * Shows how far the network is for which a hint waits, as long as it waits.
 * @param {State} state
 */
function showLoading(state) {
  const words = computed(() => {
    const { status, used } = state.networks.value;
    const waits = state.mode.value === 'hint' && used === 'built-in' && 'share' in status;
    return waits ? networkInWords(status) : '';
  });
  let shown = '';
  effect(() => {
    const text = words.value;
    untracked(() => {
      if (text !== '') aiWorks(state, text);
      else if (shown !== '' && shown === state.sentence.value) aiRests(state);
    });
    shown = text;
  });
}
