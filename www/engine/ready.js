// An engine of its own with one worker, for work in the background: a review, or the AI's game of the daily board.

import { EngineClient } from './client.js';
import { startEngineWorker } from './scripts.js';

/** @import { Model } from './types.js' */

/**
 * Starts it. If its worker breaks meanwhile, another one is started.
 * @param {{ model: Model | null, models: Model[], makeWorker?: () => any, onTrouble?: () => void }} options `model`: null for the
 *   built-in heuristic; `models`: all networks of the site; `onTrouble`: its worker broke and was replaced
 * @returns {Promise<EngineClient>} resolves once its network is loaded or has failed
 */
export function readyEngine({ model, models, makeWorker = startEngineWorker, onTrouble }) {
  return new Promise((resolve) => {
    let waits = true;
    const done = () => {
      waits = false;
      resolve(client);
    };
    const client = new EngineClient({
      tiers: ['single'],
      threads: 1,
      makeWorker,
      onTrouble,
      onModel: ({ kind }) => {
        if (kind === 'ready' || kind === 'failed') done();
      },
      onStatus: ({ state }) => {
        if (state === 'unavailable' || (state === 'ready' && !model)) done();
        // Its worker broke, perhaps while it loaded the network. Without a question only this starts another.
        if (state === 'idle' && waits) void client.warmUp();
      },
    });
    if (model) client.use(model, models);
    void client.warmUp();
  });
}
