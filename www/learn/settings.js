// The settings of a run: the choices with a sentence each, and reading what a player or a stored record has
// chosen.

import { t, translatable } from '../shared/text.js';

/** @import { Settings } from './protocol.js' */

/**
 * The networks that can learn here: the name of their tuples, the memory that learning takes, and the devices
 * for which they are meant.
 */
export const NETWORKS = [
  {
    id: '5x4',
    label: 'Small: patterns of 4 cells, 4 MB',
    bytes: 4e6,
    hint: translatable('Learns fastest at first, but soon reaches its limit. Runs on any phone.'),
  },
  {
    id: '4x5',
    label: 'Medium: patterns of 5 cells, 50 MB',
    bytes: 50e6,
    hint: translatable('The best after a minute or more.'),
  },
  {
    id: '4x6',
    label: 'Large: patterns of 6 cells, 805 MB',
    bytes: 805e6,
    hint: translatable('Needs hours and a computer with a lot of memory. Gets the furthest.'),
  },
];

/**
 * Several workers share at most 512 MiB (docs/develop/building.md), in which a learner and its checkpoint
 * must fit.
 */
const MAX_SHARED_BYTES = 200e6;

export const METHODS = /** @type {const} */ ([
  {
    id: 'tc',
    label: 'Temporal coherence (TC)',
    rate: 1,
    max: 2,
    hint: translatable('Each number has its own learning rate, which falls when its errors change sign.'),
  },
  {
    id: 'td',
    label: 'Temporal differences (TD)',
    rate: 0.1,
    // After a million moves with 5x4 the mean was 10,000 points at 0.5, and 1,600 at 0.6.
    max: 0.5,
    hint: translatable('All numbers have the same learning rate.'),
  },
]);

/** The learner takes rates up to this; TD learns nothing above a smaller one, its `max`. */
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
  return {
    network: small ? '5x4' : '4x5',
    method: 'tc',
    rate: METHODS[0].rate,
    seed: 1,
    workers: 1,
    slowStart: true,
  };
}

/**
 * Whether a network may be too large for a device.
 * @param {string} network
 * @param {number} [deviceMemory] in GiB
 */
export function isLarge(network, deviceMemory = MUCH_MEMORY) {
  return bytesOf(network) > (deviceMemory * 2 ** 30) / 8;
}

/** The memory that learning takes. @param {string} network */
const bytesOf = (network) => NETWORKS.find(({ id }) => id === network)?.bytes ?? 0;

/** Whether several workers can learn with a network. @param {string} network */
export const isShareable = (network) => bytesOf(network) <= MAX_SHARED_BYTES;

/**
 * How many workers learn.
 * @param {Pick<Settings, 'network' | 'workers'>} settings
 * @param {number} max as many can share memory
 */
export const workersOf = ({ network, workers }, max) => (isShareable(network) ? Math.min(workers, max) : 1);

/** @param {any} value @returns {Settings | null} null if it is none */
export function readSettings(value) {
  // Runs of earlier versions had one worker.
  const { network, method, rate, seed, workers = 1, slowStart } = value ?? {};
  const valid =
    NETWORKS.some(({ id }) => id === network) &&
    METHODS.some(({ id }) => id === method) &&
    rate >= RATES.min &&
    rate <= RATES.max &&
    Number.isSafeInteger(seed) &&
    seed >= 0 &&
    Number.isSafeInteger(workers) &&
    workers >= 1 &&
    typeof slowStart === 'boolean';
  return valid ? { network, method, rate, seed, workers, slowStart } : null;
}

/** The rates with which a method learns. @param {string} method */
export const ratesOf = (method) => ({
  min: RATES.min,
  max: METHODS.find(({ id }) => id === method)?.max ?? RATES.max,
});

/** What happens with a larger rate; empty if nothing is known. @param {string} method */
export const tooMuch = (method) =>
  ratesOf(method).max < RATES.max ? t('At higher rates it overshoots and learns nothing.') : '';

/** A sentence about what is wrong; empty if nothing is. @param {Settings} settings */
export function problemOf({ method, rate, seed }) {
  const { min, max } = ratesOf(method);
  if (!(rate >= min && rate <= max))
    return [t('The learning rate must be from {min} to {max}.', { min, max }), tooMuch(method)]
      .filter(Boolean)
      .join(' ');
  return Number.isSafeInteger(seed) && seed >= 0 ? '' : t('The seed must be a whole number, 0 or greater.');
}
