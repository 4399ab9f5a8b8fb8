// An engine of its own with one worker: for the rival of a race, or a game in the background.

import { t } from '../shared/text.js';
import { EngineClient } from './client.js';
import { startEngineWorker } from './scripts.js';

/** @import { Network } from './types.js' */

/**
 * Starts it. If its worker breaks meanwhile, another one is started.
 * @param {{
 *   network: Network | null | undefined, networks: Network[], makeWorker?: () => any,
 *   onShare?: (share: number) => void, onTrouble?: () => void, signal?: AbortSignal
 * }} options `network`: null for the built-in heuristic, undefined if the site does not have it; `networks`:
 *   all networks of the site; `onShare`: this share of the network is loaded; `onTrouble`: its worker broke
 *   and was replaced; `signal`: aborted when it is no longer needed
 * @returns {Promise<EngineClient>} resolves once its network is loaded. Rejects with the reason for the
 *   player if it cannot be, and if `signal` aborts before
 */
export async function readyEngine({
  network,
  networks,
  makeWorker = startEngineWorker,
  onShare,
  onTrouble,
  signal,
}) {
  let reason = t('the network couldn’t be loaded');
  if (network === undefined) throw new Error(reason);
  /** @type {EngineClient} */
  const ready = await new Promise((resolve, reject) => {
    let waits = true;
    const done = () => {
      waits = false;
      resolve(client);
    };
    const client = new EngineClient({
      tiers: ['single'],
      threads: 1,
      waits: true,
      makeWorker,
      onTrouble,
      onNetwork: (status) => {
        if ('share' in status) return onShare?.(status.share);
        if (status.kind === 'failed') reason = status.message;
        done();
      },
      onStatus: ({ state }) => {
        if (state === 'unavailable' || (state === 'ready' && !network)) done();
        // Its worker broke, perhaps while it loaded the network. Without a question only this starts another.
        if (state === 'idle' && waits) void client.warmUp();
      },
    });
    signal?.addEventListener('abort', () => {
      if (!waits) return;
      waits = false;
      client.end();
      reject(signal.reason);
    });
    if (network) client.use(network, networks);
    void client.warmUp();
  });
  if (network === null || ready.network) return ready;
  ready.end();
  throw new Error(reason);
}
