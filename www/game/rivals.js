// The AIs that race against the player and play the daily board.

import { translatable } from '../shared/text.js';

/** @import { Limits } from '../engine/types.js' */

/**
 * `network`: an id of models.json, or `built-in`; `limits`: of its searches, the same on every device;
 * `makes`: the rank of the tile in its sentence.
 * @typedef {{ id: string, name: string, about: string, network: string, limits: Limits, makes: number
 *   }} Rival
 */

/**
 * Weakest first. What they usually make: data/match (1-ply and 3-ply games; lite and full at 1 ms).
 * @type {Rival[]}
 */
export const RIVALS = [
  {
    id: 'beginner',
    name: translatable('Beginner'),
    about: translatable('Looks one move ahead. Usually makes a 512.'),
    network: 'built-in',
    limits: { ply: 1 },
    makes: 9,
  },
  {
    id: 'thinker',
    name: translatable('Thinker'),
    about: translatable('Looks three moves ahead. Usually makes a 4096.'),
    network: 'built-in',
    limits: { ply: 3 },
    makes: 12,
  },
  {
    id: 'lite',
    name: 'Lite',
    about: translatable('A trained network. Usually makes a 16384.'),
    network: 'lite',
    limits: { nodes: 10_000, timeMs: 2000 },
    makes: 14,
  },
  {
    id: 'full',
    name: 'Full',
    about: translatable('The strongest. Often makes a 32768.'),
    network: 'full',
    limits: { nodes: 10_000, timeMs: 2000 },
    makes: 15,
  },
];

/** @param {string} id @returns {Rival} the one of this id, else the weakest */
export const rivalOf = (id) => RIVALS.find((rival) => rival.id === id) ?? /** @type {Rival} */ (RIVALS[0]);
