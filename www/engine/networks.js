// The networks of this site, and the rule that chooses one.
//
// models.json lists them, smallest first; build.sh writes it from models/. No names or sizes are fixed here.

import { BUILT_IN } from '../shared/choices.js';
import { t } from '../shared/text.js';

/** @import { Network, Surroundings } from './types.js' */

const MANIFEST = new URL('../models.json', import.meta.url);
/** The paths in the manifest start here. */
const SITE = new URL('../', import.meta.url);
const VERSION = 1;
/** A path within the site that contains the hash of the file. */
const FILE = /^models\/[a-z0-9-]+-[0-9a-f]{16}\.bin$/;
const ID = /^[a-z0-9-]{1,40}$/;
/** Larger than any network that the package reads. */
const MAX_BYTES = 1 << 28;

/** Networks of more bytes than this are never loaded automatically. */
const MAX_AUTOMATIC = 16 * 2 ** 20;
/** The slowest connection for more than the smallest network, in Mbit/s: 16 MB take at most half a minute. */
const GOOD_MBITS = 5;
/**
 * Devices that report less memory (GiB), and phones and tablets that report none, load only the smallest
 * network automatically.
 */
const MIN_MEMORY = 4;

/**
 * @param {typeof fetch} [get]
 * @returns {Promise<Network[]>} smallest first. Rejects with the reason for the player if the list cannot be
 *   loaded
 */
export async function siteNetworks(get) {
  return readManifest(await siteManifest(get));
}

/**
 * The file of the judge and the forecast for people (../people); null if the site has none.
 * @param {typeof fetch} [get]
 * @returns {Promise<{ url: string, bytes: number } | null>} rejects as `siteNetworks`
 */
export async function peopleFile(get) {
  const manifest = await siteManifest(get);
  const { people } = manifest ?? {};
  return manifest?.version === VERSION && isFile(people)
    ? { url: new URL(people.file, SITE).href, bytes: people.bytes }
    : null;
}

/** @param {typeof fetch} [get] @returns {Promise<any>} */
async function siteManifest(get = (input, init) => fetch(input, init)) {
  const response = await get(MANIFEST, { credentials: 'same-origin' }).catch(() => {
    throw new Error(t('no connection to the site'));
  });
  if (!response.ok) throw new Error(`the site answered ${response.status}`);
  return response.json().catch(() => {
    throw new Error('the list couldn’t be read');
  });
}

/** @param {any} listed */
const isFile = (listed) =>
  FILE.test(listed?.file) &&
  Number.isSafeInteger(listed.bytes) &&
  listed.bytes > 0 &&
  listed.bytes <= MAX_BYTES;

/** @param {any} manifest the content of models.json @returns {Network[]} only valid entries */
export function readManifest(manifest) {
  if (manifest?.version !== VERSION || !Array.isArray(manifest.models)) return [];
  return manifest.models
    .filter((/** @type {any} */ network) => isFile(network) && ID.test(network.id))
    .map((/** @type {any} */ { id, file, bytes }) => ({
      id,
      name: id.charAt(0).toUpperCase() + id.slice(1),
      url: new URL(file, SITE).href,
      bytes,
    }))
    .sort((/** @type {Network} */ a, /** @type {Network} */ b) => a.bytes - b.bytes);
}

/**
 * Whether this is a phone or a tablet. Their browsers often report no memory (all on iPhones), and the
 * largest network takes 253 MB. An iPad calls itself a Mac, but no Mac has a touch screen.
 * @param {Surroundings} surroundings
 */
const isHandheld = ({ userAgent = '', userAgentData, maxTouchPoints = 0 }) =>
  userAgentData?.mobile === true ||
  /Android|iPhone|iPad|iPod|Mobile/.test(userAgent) ||
  (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/**
 * Chooses the network to use.
 * @param {{
 *   choice: string, networks: Network[], using: Network | null, surroundings: Surroundings,
 *   cached?: readonly Network[], mbits?: number, frugal?: boolean
 * }} asked `using`: the network in use, or the last one; `cached`: networks that need no download; `mbits`:
 *   how fast a network was downloaded, 0 if none was; `frugal`: the player has not used the AI yet
 * @returns {Network | null} null: the built-in heuristic
 */
export function networkFor({
  choice,
  networks,
  using,
  surroundings,
  cached = [],
  mbits = 0,
  frugal = false,
}) {
  if (choice === BUILT_IN) return null;
  const sites = networks.filter(({ read }) => !read);
  const smallest = sites[0] ?? null;
  const chosen = networks.find(({ id }) => id === choice);
  if (chosen) return chosen;
  if (!smallest) return null;
  const { connection, deviceMemory = isHandheld(surroundings) ? 0 : MIN_MEMORY } = surroundings;
  if (connection?.saveData) return null;
  if (frugal && connection && connection.effectiveType !== '4g' && !cached.includes(smallest)) return null;
  const largest = sites.findLast(({ bytes }) => bytes <= MAX_AUTOMATIC) ?? smallest;
  // Only Chromium measures the connection.
  const fast = connection
    ? connection.effectiveType === '4g' && (connection.downlink ?? 0) >= GOOD_MBITS
    : mbits >= GOOD_MBITS;
  const good = ((fast && !frugal) || cached.includes(largest)) && deviceMemory >= MIN_MEMORY;
  // The smallest is loaded first because it is ready soon; a larger one follows in the background.
  return good && using ? largest : smallest;
}
