// Replaces www/engine/loader.js in the package's worker: both WebAssembly packages are part of its bundle,
// and their modules lie beside it.

import * as alone from '../../../target/packages/pkg/afterstate.js';
import * as shared from '../../../target/packages/pkg-parallel/afterstate.js';

/**
 * @param {boolean} threads @param {unknown} module compiled, its bytes or its address; the usual one if left
 *   out
 */
export async function loadPackage(threads, module) {
  const engine = threads ? shared : alone;
  await engine.default(module === undefined ? undefined : { module_or_path: /** @type {any} */ (module) });
  return /** @type {typeof alone} */ (engine);
}

/** The browser's own cache is enough: another site's page may run here. */
export const networkCaches = () => undefined;
