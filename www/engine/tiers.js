// The tiers to try in this browser, strongest first, and their numbers of threads.
//
// One flag is not enough: Chromium makes a shared WebAssembly.Memory in a page that is not isolated, and
// WebKitGTK sets crossOriginIsolated without having a SharedArrayBuffer (tauri-apps/tauri#1522).

/** @import { TierName } from './types.js' */

/** More threads gain little and take memory from other pages. */
const MAX_THREADS = 8;

/**
 * @param {{ tier?: TierName | null, threads?: number | null }} wanted the options of the page's URL
 * @param {{ origin?: string, crossOriginIsolated?: boolean, SharedArrayBuffer?: unknown, navigator?: {
 *   hardwareConcurrency?: number } }} [scope] the page's global scope
 * @returns {{ tiers: TierName[], threads: number }}
 */
export function chooseTiers(wanted = {}, scope = globalThis) {
  const cores = scope.navigator?.hardwareConcurrency || 1;
  const threads = wanted.threads ?? Math.min(cores, MAX_THREADS);
  // The threads of the pool start from a script's address, which is impossible in a document without an
  // origin (scripts.js).
  const mayShare =
    scope.origin !== 'null' &&
    scope.crossOriginIsolated === true &&
    typeof scope.SharedArrayBuffer === 'function';
  return { tiers: mayShare && wanted.tier !== 'single' ? ['shared', 'single'] : ['single'], threads };
}
