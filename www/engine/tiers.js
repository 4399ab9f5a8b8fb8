// The tiers to try in this browser, strongest first, and their numbers of threads.
//
// One flag is not enough: Chromium makes a shared WebAssembly.Memory in a page that is not isolated, and WebKitGTK sets
// crossOriginIsolated without having a SharedArrayBuffer (tauri-apps/tauri#1522).

/** @import { TierName } from './types.js' */

/** More threads gain little and take memory from other pages. */
const MOST_THREADS = 8;
/** Each worker searches at least one of the four moves; each needs its own table and copy of the weights. */
const MOST_WORKERS = 4;

/**
 * @param {{ tier?: TierName | null, threads?: number | null }} wanted the options of the page's URL
 * @param {{ origin?: string, crossOriginIsolated?: boolean, SharedArrayBuffer?: unknown, navigator?: { hardwareConcurrency?: number } }}
 *   [scope] the page's global scope
 * @returns {{ tiers: TierName[], threads: number, workers: number }}
 */
export function chooseTiers(wanted = {}, scope = globalThis) {
  const cores = scope.navigator?.hardwareConcurrency || 1;
  const threads = wanted.threads ?? Math.min(cores, MOST_THREADS);
  const workers = Math.min(wanted.threads ?? Math.max(cores, 1), MOST_WORKERS);
  /** @type {TierName[]} */
  const tiers = [];
  // The threads of the pool start from a script's address, which is impossible in a document without an origin (scripts.js).
  const mayShare =
    scope.origin !== 'null' &&
    scope.crossOriginIsolated === true &&
    typeof scope.SharedArrayBuffer === 'function';
  if (mayShare) tiers.push('shared');
  if (workers > 1) tiers.push('workers');
  tiers.push('single');
  const { tier } = wanted;
  // A requested tier is tried first, then the weaker ones.
  return { tiers: tier && tiers.includes(tier) ? tiers.slice(tiers.indexOf(tier)) : tiers, threads, workers };
}
