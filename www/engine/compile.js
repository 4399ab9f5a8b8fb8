// Compiles the WebAssembly module of a package, for workers.

/**
 * Compiles the module while it downloads, or after that if the server sends it with a wrong type.
 * @param {URL} home address of the package's JavaScript; the module is in the same folder
 * @param {(share: number) => void} [onShare] this share is downloaded; not called if the size is not known
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(home, onShare) {
  const address = new URL('afterstate_bg.wasm', home);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname} cannot be loaded: ${answer.status}`);
  const response = onShare ? counted(answer, onShare) : answer;
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The same response, which reports how much of it has arrived.
 * @param {Response} response @param {(share: number) => void} onShare
 */
function counted(response, onShare) {
  const { body, headers, status } = response;
  // The length of a compressed file is not that of the bytes that arrive here.
  const total = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  if (!body || !(total > 0)) return response;
  let done = 0;
  const counter = new TransformStream({
    /** @param {Uint8Array} part @param {TransformStreamDefaultController} controller */
    transform(part, controller) {
      done += part.length;
      onShare(Math.min(1, done / total));
      controller.enqueue(part);
    },
  });
  return new Response(body.pipeThrough(counter), { headers, status });
}
