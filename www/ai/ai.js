// The AI of the page: starts the advisor, and lets it follow the state.

import { Advisor } from './advisor.js';
import { networkInWords } from './networks-view.js';
import { AUTOMATIC } from '../engine/protocol.js';
import {
  aiReady,
  aiRests,
  aiSays,
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
import { startCoach } from '../coach/coach.js';
import { startForecast } from './chances.js';
import { startPilot } from './pilot.js';
import { startStory } from '../story/review.js';

/** @import { Network, TierName } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/** The engine starts at this time after the page is idle, unless it was used before (ms). */
const WARM_UP_AFTER_MS = 1500;

/**
 * How the engine runs, from the address.
 * @typedef {{ tier: TierName | null, threads: number | null }} AiOptions
 */
/** Lists the networks that can play. @typedef {() => Promise<Network[]>} ListNetworks */
/** @typedef {ReturnType<typeof startAi>} RunningAi */

/**
 * @param {State} state
 * @param {AiOptions} options
 * @param {ListNetworks} list
 * @param {Parameters<typeof startStory>[2]} keep
 */
export function startAi(state, { tier, threads }, list, keep) {
  showLoading(state);
  /** @type {Advisor} */
  const advisor = new Advisor({
    tier,
    threads,
    network: state.networkChoice.value,
    list,
    onStatus: (status) => engineChanged(state, status),
    onStarting: (starting) => {
      if (!starting) aiRests(state);
      else if (!showsSearch(state)) aiSays(state, 'Starting the AI…');
    },
    onNetwork: (status) => networkChanged(state, status, advisor.client.network),
    onNetworks: ({ all }) => networksListed(state, all),
    onTrouble: (text) => notify(state, text),
    fallback: AUTOMATIC,
    // A network that is no longer there: the page chooses again.
    onRefused: () => chooseNetwork(state, AUTOMATIC),
  });
  aiReady(state);
  startPilot(state, advisor);
  startCoach(state, advisor);
  startForecast(state, advisor);
  startStory(state, () => advisor.reviewer(true), keep);
  effect(() => {
    const choice = state.networkChoice.value;
    if (choice !== advisor.networks.choice) advisor.networks.choose(choice);
  });
  void advisor.networks.list();
  // Earlier versions stored the solution of 2x4 there: 50 MB.
  deleteDatabase('afterstate-solutions');
  if (!state.final.value) {
    const warm = () => setTimeout(() => void advisor.warmUp(state.game.value), WARM_UP_AFTER_MS);
    globalThis.requestIdleCallback?.(warm) ?? warm();
  }
  return {
    /** An engine for a review in the background. */
    reviewer: () => advisor.reviewer(),
    /** Ends every worker; the next question starts them again. */
    end: () => advisor.end(),
  };
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
