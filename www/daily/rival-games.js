// A rival's game of a day, on the board that everybody gets: with a fixed number of plies or nodes a move and
// one thread, so that it is the same on every device. It is played in the background, and stored when it is
// finished.

import { siteNetworks } from '../engine/networks.js';
import { BUILT_IN } from '../shared/choices.js';
import { messageOf } from '../shared/error.js';
import { readyEngine } from '../engine/ready.js';
import { t } from '../shared/text.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Network } from '../engine/types.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Rival } from '../game/rivals.js' */
/** @import { AiGame } from './rival-records.js' */

/** After its worker broke, a game begins again: the next one has another table, and so another game. */
const TRIES = 3;

/** @param {unknown} error @returns {never} */
function notLoaded(error) {
  throw new Error(t('The AI could not be loaded: {message}.', { message: messageOf(error) }));
}

/**
 * `stored` and `store`: the finished game of the day, by the file of its network.
 * @typedef {{
 *   Game: GameClass, seed: number, rival: Pick<Rival, 'network' | 'limits'>, stored: (file: string) =>
 *   AiGame | null,
 *   store: (file: string, game: AiGame) => void, list?: () => Promise<Network[]>,
 *   engine?: (options: Parameters<typeof readyEngine>[0]) => Promise<Pick<EngineClient, 'ask' | 'end'>>
 * }} RivalGame
 */

/**
 * Plays a rival's game, unless it is stored.
 * @param {RivalGame} options
 * @param {AbortSignal} signal ends its worker
 * @returns {Promise<AiGame>} rejects with a message for the player
 */
export async function playRival(options, signal) {
  const { rival, stored, store, list = siteNetworks, engine = readyEngine } = options;
  const builtIn = rival.network === BUILT_IN;
  const networks = builtIn ? [] : await list().catch(notLoaded);
  const network = builtIn ? null : networks.find(({ id }) => id === rival.network);
  // The name of the file has the hash of the network.
  const file = network?.url.split('/').at(-1) ?? BUILT_IN;
  const known = stored(file);
  if (known) return known;
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    let whole = true;
    const client = await engine({
      network,
      networks,
      onTrouble: () => {
        whole = false;
      },
    }).catch(notLoaded);
    const end = () => client.end();
    signal.addEventListener('abort', end);
    try {
      const game = await playOut(options, client, () => whole && !signal.aborted);
      if (!game) continue;
      store(file, game);
      return game;
    } finally {
      signal.removeEventListener('abort', end);
      client.end();
    }
  }
  throw new Error('The AI couldn’t be loaded. Are you offline?');
}

/**
 * @param {RivalGame} options
 * @param {Pick<EngineClient, 'ask'>} client
 * @param {() => boolean} goesOn
 * @returns {Promise<AiGame | null>} null: it did not end
 */
async function playOut({ Game, seed, rival }, client, goesOn) {
  const { ply, nodes } = rival.limits;
  const game = new Game(4, 4, BigInt(seed));
  try {
    while (!game.isOver) {
      if (game.status === 'won') game.keepGoing();
      const outcome = await client.ask({
        position: { ranks: game.ranks(), rows: 4, cols: 4 },
        limits: { ...(ply ? { ply } : { nodes }), line: false },
        possible: game.possible(),
      });
      if (!goesOn() || outcome.kind !== 'answer' || outcome.report.best === null) return null;
      game.play(outcome.report.best);
    }
    return { score: game.score, rank: game.maxRank, moves: game.moves };
  } finally {
    game.free();
  }
}
