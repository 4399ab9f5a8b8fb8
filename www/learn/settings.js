// The settings of a run: the choices with a sentence each, and reading what a player or a stored record has chosen.

/** @import { Settings } from './protocol.js' */

/**
 * The networks that can learn here: the name of their tuples, the memory that learning takes, and the devices for which
 * they are meant.
 */
export const NETWORKS = [
  {
    id: '5x4',
    label: 'Small: patterns of 4 cells, 4 MB',
    bytes: 4e6,
    hint: 'Learns fastest at first, and soon knows all it can. For every phone.',
  },
  {
    id: '4x5',
    label: 'Medium: patterns of 5 cells, 50 MB',
    bytes: 50e6,
    hint: 'The best after a minute or more.',
  },
  {
    id: '4x6',
    label: 'Large: patterns of 6 cells, 805 MB',
    bytes: 805e6,
    hint: 'Needs hours, and a computer with much memory. It gets the furthest.',
  },
];

export const METHODS = /** @type {const} */ ([
  {
    id: 'tc',
    label: 'Temporal coherence (TC)',
    rate: 1,
    hint: 'Each number has a learning rate of its own, which falls once its errors point both ways.',
  },
  {
    id: 'td',
    label: 'Temporal differences (TD)',
    rate: 0.1,
    hint: 'All numbers have the same learning rate.',
  },
]);

const RATES = { min: 0.01, max: 2 };
/** Devices that report less memory (GiB) start with the small network; not every browser reports it. */
const MUCH_MEMORY = 4;

/**
 * What a new visitor starts with: the small network on phones and where memory is short.
 * @param {{ deviceMemory?: number, phone: boolean }} device
 * @returns {Settings}
 */
export function defaults({ deviceMemory = MUCH_MEMORY, phone }) {
  const small = phone || deviceMemory < MUCH_MEMORY;
  return { network: small ? '5x4' : '4x5', method: 'tc', rate: METHODS[0].rate, seed: 1, slowStart: true };
}

/** Whether a network may be too large for a device. @param {string} network @param {number} [deviceMemory] in GiB */
export function isLarge(network, deviceMemory = MUCH_MEMORY) {
  const bytes = NETWORKS.find(({ id }) => id === network)?.bytes ?? 0;
  return bytes > (deviceMemory * 2 ** 30) / 8;
}

/** @param {any} value @returns {Settings | null} null if it is none */
export function readSettings(value) {
  const { network, method, rate, seed, slowStart } = value ?? {};
  const valid =
    NETWORKS.some(({ id }) => id === network) &&
    METHODS.some(({ id }) => id === method) &&
    rate >= RATES.min &&
    rate <= RATES.max &&
    Number.isSafeInteger(seed) &&
    seed >= 0 &&
    typeof slowStart === 'boolean';
  return valid ? { network, method, rate, seed, slowStart } : null;
}

/** A sentence about what is wrong; empty if nothing is. @param {Settings} settings */
export function problemOf({ rate, seed }) {
  if (!(rate >= RATES.min && rate <= RATES.max))
    return `The learning rate must be from ${RATES.min} to ${RATES.max}.`;
  return Number.isSafeInteger(seed) && seed >= 0 ? '' : 'The seed must be a whole number from 0 on.';
}
