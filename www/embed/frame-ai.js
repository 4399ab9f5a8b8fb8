// The AI of an embedded game, loaded at its first use. The frame's URL chooses the AI.

import { Advisor } from '../advisor/advisor.js';
import { startPilot } from '../ask/pilot.js';
import { networkChanged } from '../state/ai.js';
import { say } from '../state/notices.js';
import { t } from '../text/text.js';
import { networkInWords } from '../view/networks.js';
import { inWords, refusal } from './options.js';

/** @import { Status } from '../engine/types.js' */
/** @import { NetworkStatus } from '../state/state.js' */
/** @import { FrameGame } from './frame-game.js' */

/** The most threads: fewer than on the game's page, because a page may contain several frames. */
const MOST_THREADS = 4;
/** Workers that were idle for this long are ended to free memory (ms). */
const IDLE_MS = 30_000;

export class FrameAi {
  /** @param {FrameGame} game */
  constructor(game) {
    this.game = game;
    const {
      urlOptions: { tier, threads },
      options: { strategy, network },
      line,
      state,
    } = game;
    /** Whether the loading of a network was announced. */
    this.saidLoading = false;
    this.advisor = new Advisor({
      tier,
      threads,
      strategy,
      network,
      mostThreads: MOST_THREADS,
      idleMs: IDLE_MS,
      onStatus: (status) => this.statusChanged(status),
      onStarting: (starting) => line.show(starting ? 'Starting the AI…' : ''),
      onNetwork: (status) => this.networkChanged(status),
      onTrouble: (text) => line.show(text),
      onRefused: (refused) => {
        if (refused.about === 'strategy') game.refuse('strategy', refused.message);
        else game.refuse('network', refusal('network', refused.name, inWords(refused.names)));
      },
    });
    startPilot(state, this.advisor);
  }

  /** @param {NetworkStatus} status */
  networkChanged(status) {
    const { line, state } = this.game;
    const words = networkInWords(status);
    const loading = 'share' in status;
    // The share changes ten times a second, so screen readers get only the start and the end.
    if (loading && !this.saidLoading) line.show(t('Loading {name}…', { name: status.model.name }));
    this.saidLoading = loading;
    line.showProgress(loading ? words : '');
    if (!loading) line.show(words);
    if (!loading && words !== '') say(state, words);
    networkChanged(state, status, this.advisor.client.model);
  }

  /** @param {Status} status */
  statusChanged(status) {
    const { line } = this.game;
    const { state } = status;
    this.game.state.engine.value = status;
    if (state === 'unavailable') line.show('The AI is not available in this browser.');
    else if (state === 'starting') line.show('Starting the AI…');
    else if (state === 'ready') line.show('');
    if (state === 'idle') {
      line.showProgress('');
      this.saidLoading = false;
    }
  }
}
