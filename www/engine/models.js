// The networks that this site has, and which of them to play with.
//
// What there is stands in models.json, which build.sh writes from models/: nothing here knows their names or sizes but
// for the order, smallest first.

/** @import { Model, TierName } from './protocol.js' */

/** What a person may choose: the page's own rule, the built-in heuristic, or a network by its id. */
export const AUTOMATIC = 'automatic';
export const BUILT_IN = 'built-in';

const MANIFEST = new URL('../models.json', import.meta.url);
/** The form of the manifest. */
const VERSION = 1;
/** A path within the site, with the hash of the content. */
const FILE = /^models\/[a-z0-9-]+-[0-9a-f]{16}\.bin$/;
/** The name of a network. */
const ID = /^[a-z0-9-]{1,40}$/;
/** More bytes than any network that the package reads. */
const MOST_BYTES = 1 << 28;

/**
 * A connection on which the largest network comes by itself: half a minute for 16 MB at most, by what Chromium has
 * measured of late. Other browsers measure nothing, and there a person has to ask.
 */
const GOOD_CONNECTION = { effectiveType: '4g', downlink: 5 };
/** Devices that say they have less memory than this many GiB are not given the largest network unasked. */
const LEAST_MEMORY = 4;

/**
 * What the browser says about the connection and the device (Network Information, Device Memory); nothing in some.
 * @typedef {{
 *   connection?: { saveData?: boolean, effectiveType?: string, downlink?: number }, deviceMemory?: number
 * }} Surroundings
 */

/**
 * @param {typeof fetch} [get]
 * @returns {Promise<Model[]>} smallest first; none where the list cannot be had
 */
export async function listModels(get = (input, init) => fetch(input, init)) {
  try {
    const response = await get(MANIFEST, { credentials: 'same-origin' });
    return response.ok ? readManifest(await response.json()) : [];
  } catch {
    return [];
  }
}

/** @param {any} manifest what models.json says @returns {Model[]} only what makes sense */
export function readManifest(manifest) {
  if (manifest?.version !== VERSION || !Array.isArray(manifest.models)) return [];
  return manifest.models
    .filter((/** @type {any} */ model) => FILE.test(model?.file) && ID.test(model.id)
      && Number.isSafeInteger(model.bytes) && model.bytes > 0 && model.bytes <= MOST_BYTES)
    .map((/** @type {any} */ { id, file, bytes }) => (
      { id, name: id.charAt(0).toUpperCase() + id.slice(1), url: new URL(file, MANIFEST).href, bytes }))
    .sort((/** @type {Model} */ a, /** @type {Model} */ b) => a.bytes - b.bytes);
}

/**
 * Which network to play with.
 *
 * Without shared memory every worker has a copy of the weights to itself, so several workers get the smallest, whatever
 * was chosen; a single worker may have any.
 * @param {{
 *   choice: string, models: Model[], tier: TierName | null, using: Model | null, surroundings: Surroundings
 * }} asked `using`: the network that is in use, or was last
 * @returns {Model | null} null: the built-in heuristic
 */
export function modelFor({ choice, models, tier, using, surroundings }) {
  const smallest = models[0];
  const largest = models.at(-1);
  if (!smallest || !largest || choice === BUILT_IN) return null;
  const only = tier === 'workers';
  const chosen = models.find(({ id }) => id === choice);
  if (chosen) return only ? smallest : chosen;
  const { connection, deviceMemory = LEAST_MEMORY } = surroundings;
  if (connection?.saveData) return null;
  const good = connection?.effectiveType === GOOD_CONNECTION.effectiveType
    && (connection.downlink ?? 0) >= GOOD_CONNECTION.downlink && deviceMemory >= LEAST_MEMORY;
  // The smallest first: it is soon there, and the largest comes while it plays.
  return good && using && !only ? largest : smallest;
}
