// The WebAssembly module of a package, for whoever starts one in a worker.

/**
 * Compiles the module while it arrives; where a server gives it a wrong type, after it has arrived.
 * @param {URL} home of the package's JavaScript, beside which the module lies
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(home) {
  const address = new URL('afterstate_bg.wasm', home);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} cannot be loaded: ${response.status}`);
  if (response.headers.get('content-type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
