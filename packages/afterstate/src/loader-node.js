// Replaces www/engine/loader.js in the package's worker for Node.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as alone from '../../../target/packages/pkg/afterstate.js';

/**
 * @param {boolean} _threads
 * @param {unknown} module compiled, its bytes or the address of a file; the usual one if left out
 */
export async function loadPackage(_threads, module) {
  const address = module === undefined ? new URL('./afterstate_bg.wasm', import.meta.url) : module;
  const bytes =
    address instanceof URL || typeof address === 'string' ? await readFile(fileURLToPath(address)) : address;
  await alone.default({ module_or_path: /** @type {any} */ (bytes) });
  return alone;
}

export const networkCaches = () => undefined;
