// The networks of the site as players of the Lab: their entries in the menus, and what they play.
//
// They search to a fixed depth, which has the same result on every machine: as with the strategies of the
// crate, a game depends only on its seed.

import { siteNetworks } from '../engine/networks.js';
import { Refusal } from '../engine/requests.js';
import { fromText, toText } from './catalog.js';
import { DEFAULT_PLY, EVEN_SPAWNS } from './link.js';

/** @import { Network } from '../engine/types.js' */
/** @import { GameSetup, Strategy } from '../players/protocol.js' */

/** The names of networks begin with this (crates/papers/src/experiment/name.rs). */
const NETWORK = 'network-';
export const SIDE = 4;
const DEPTH = {
  id: 'ply',
  label: 'Search depth',
  sentence: 'How many of its own moves it looks ahead.',
  accepts: 'a whole number from 1 to 9',
  type: /** @type {const} */ ('whole'),
  default: DEFAULT_PLY,
  least: 1,
  most: 9,
};

/** @param {Network} network @returns {Strategy} */
const asStrategy = ({ id, name }) => ({
  id: `${NETWORK}${id}`,
  name: `${name} network`,
  document: 'afterstate',
  section: 'the AI of the game',
  sentence: 'Expectimax search with an n-tuple network.',
  boards: { text: '4x4', sizes: [[SIDE, SIDE]] },
  unit: 'points',
  parameters: [DEPTH],
});

export class NetworkPlayers {
  /** @param {Network[]} networks of the site */
  constructor(networks) {
    this.networks = networks;
    this.catalog = networks.map(asStrategy);
  }

  /** Without the list, there are none. */
  static load = async () => new NetworkPlayers(await siteNetworks().catch(() => []));

  /**
   * @param {string} text a strategy, as text
   * @returns {{ network: Network, ply: number, text: string } | null} null: it is no network
   */
  find(text) {
    const { id, settings } = fromText(text);
    const at = this.catalog.findIndex((entry) => entry.id === id);
    const [network, strategy] = [this.networks[at], this.catalog[at]];
    if (!network || !strategy) return null;
    return {
      network,
      ply: Number(settings.get(DEPTH.id) ?? DEPTH.default),
      text: toText(strategy, settings),
    };
  }

  /**
   * The text form without defaults, as the crate checks its strategies.
   * @param {GameSetup} setup @returns {string | null} null: it is no network
   * @throws {Refusal} if it does not play this
   */
  check({ strategy, rows, cols }) {
    const plain = strategy.replace(EVEN_SPAWNS, '');
    const found = this.find(plain);
    if (!found) return null;
    const [id] = plain.split(':');
    const { ply, text } = found;
    if (!(Number.isInteger(ply) && ply >= DEPTH.least && ply <= DEPTH.most))
      throw new Refusal(`${id}: invalid depth; accepted: ${DEPTH.accepts}`);
    if (rows !== SIDE || cols !== SIDE)
      throw new Refusal(`${id} cannot play ${rows}x${cols}. It plays ${SIDE}x${SIDE}.`);
    if (plain !== strategy) throw new Refusal(`${id} cannot play with even spawns.`);
    return text;
  }
}
