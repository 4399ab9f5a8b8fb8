// Which tiers this browser can be tried with, strongest first, and how many threads each may have.
//
// One flag is not enough: Chromium makes a shared WebAssembly.Memory in a page that is not isolated, and WebKitGTK says
// crossOriginIsolated without a SharedArrayBuffer (tauri-apps/tauri#1522).

/** @import { TierName } from './protocol.js' */

/** More threads than these gain little and take memory from the page's neighbors. */
const MOST_THREADS = 8;
/** A move is dealt to each worker and there are four; each has a table and a copy of the weights of its own. */
const MOST_WORKERS = 4;

/**
 * @param {{ tier?: TierName | null, threads?: number | null }} wanted what the address asks for
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
  // The pool's threads start from a script's address, which a document without an origin may not (scripts.js).
  const mayShare = scope.origin !== 'null' && scope.crossOriginIsolated === true && typeof scope.SharedArrayBuffer === 'function';
  if (mayShare) tiers.push('shared');
  if (workers > 1) tiers.push('workers');
  tiers.push('single');
  const { tier } = wanted;
  // A tier that is asked for is where the ladder begins; what is weaker stays below it.
  return { tiers: tier && tiers.includes(tier) ? tiers.slice(tiers.indexOf(tier)) : tiers, threads, workers };
}
