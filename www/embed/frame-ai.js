// The AI of an embedded game, loaded at its first use. The frame's URL chooses the AI.

import { Ai } from '../ai/ask.js';
import { startPilot } from '../ai/pilot.js';
import { engineChanged, networkChanged } from '../ai/state.js';
import { NO_AI, say } from '../shared/notices.js';
import { percent, t } from '../shared/text.js';
import { networkInWords } from '../ai/networks-view.js';
import { inWords, refusal } from './options.js';

/** @import { TierName } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { StatusLine } from './status-line.js' */

/** The most threads: fewer than on the game's page, because a page may contain several frames. */
const MAX_THREADS = 4;
/** Workers that were idle for this long are ended to free memory (ms). */
const IDLE_MS = 30_000;

/**
 * @param {State} state @param {StatusLine} line
 * @param {{ tier: TierName | null, threads: number | null, network: string }} options of the address
 * @param {(name: string, message: string) => void} refuse reports an option that is not accepted
 */
export function startFrameAi(state, line, { tier, threads, network }, refuse) {
  /** Whether the loading of a network was announced. */
  let saidLoading = false;
  let wasStarting = false;
  /** @type {Ai} */
  const ai = new Ai({
    tier,
    threads,
    network,
    maxThreads: MAX_THREADS,
    idleMs: IDLE_MS,
    onStatus: (status) => {
      engineChanged(state, status);
      if (status.state === 'unavailable') line.show(NO_AI);
      else if (status.state === 'starting' && status.share === undefined) line.show('Starting the AI…');
      else if (status.state === 'starting') {
        const share = percent(status.share ?? 0);
        line.showProgress(t('Starting the AI: {share}', { share }));
      } else if (status.state === 'ready' || wasStarting) line.show('');
      wasStarting = status.state === 'starting';
      if (status.state === 'ready') line.showProgress('');
      if (status.state !== 'idle') return;
      line.showProgress('');
      saidLoading = false;
    },
    onStarting: (starting) => line.show(starting ? 'Starting the AI…' : ''),
    onNetwork: (status) => {
      const words = networkInWords(status);
      const loading = 'share' in status;
      // The share changes ten times a second, so screen readers get only the start and the end.
      if (loading && !saidLoading) line.show(t('Loading {name}…', { name: status.network.name }));
      saidLoading = loading;
      line.showProgress(loading ? words : '');
      if (!loading) line.show(words);
      if (!loading && words !== '') say(state, words);
      networkChanged(state, status, ai.client.network);
    },
    onTrouble: (text) => line.show(text),
    onRefused: (name, names) => refuse('network', refusal('network', name, inWords(names))),
  });
  startPilot(state, ai);
  return ai;
}
