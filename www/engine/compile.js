// Compiles the WebAssembly module of a package, for workers.

/**
 * Compiles the module while it downloads, or after that if the server sends it with a wrong type.
 * @param {URL} home address of the package's JavaScript; the module is in the same folder
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(home) {
  const address = new URL('afterstate_bg.wasm', home);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname} cannot be loaded: ${response.status}`);
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
