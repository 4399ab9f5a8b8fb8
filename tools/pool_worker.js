// The threads of the pool: starts one worker per thread, and is also the script that each of them runs.
//
// It replaces the corresponding script of wasm-bindgen-rayon 1.3 (bindgen.rs has the reason) with the same
// interface: an export `startWorkers(module, memory, builder)`, and in each worker a call of
// `wbg_rayon_start_worker(receiver)` once all workers have started.

/** The first message to a worker of the pool; other workers that import this file never receive one. */
const BEGIN = 'afterstate-pool-begin';
/** Its answer, when the module runs in it with the shared memory. */
const READY = 'afterstate-pool-ready';

/** References to the workers, because some browsers collect unreferenced workers even while they work. */
const pool = [];

/**
 * @param {WebAssembly.Module} module the compiled package
 * @param {WebAssembly.Memory} memory its shared memory
 * @param {{ numThreads(): number, mainJS(): string, receiver(): number, build(): void }} builder the Rust
 *   side
 * @returns {Promise<void>} rejects if a worker cannot start; the pool is then unusable
 */
export async function startWorkers(module, memory, builder) {
  const count = builder.numThreads();
  if (count === 0) throw new Error('a pool needs at least one thread');
  const begin = { type: BEGIN, module, memory, main: builder.mainJS(), receiver: builder.receiver() };
  try {
    await Promise.all(Array.from({ length: count }, () => startWorker(begin)));
  } catch (error) {
    for (const worker of pool.splice(0)) worker.terminate();
    throw error;
  }
  builder.build();
}

function startWorker(begin) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.url, { type: 'module', name: 'afterstate-pool' });
    pool.push(worker);
    worker.onerror = (event) =>
      reject(new Error(`a worker of the pool failed: ${event.message ?? 'cannot load'}`));
    worker.onmessage = ({ data }) => {
      if (data?.type !== READY) return;
      if (data.error) reject(new Error(`a worker of the pool failed: ${data.error}`));
      else resolve(worker);
    };
    worker.postMessage(begin);
  });
}

if (typeof WorkerGlobalScope !== 'undefined') {
  addEventListener('message', async function listen({ data }) {
    if (data?.type !== BEGIN) return;
    removeEventListener('message', listen);
    try {
      const main = await import(data.main);
      await main.default({ module_or_path: data.module, memory: data.memory });
      postMessage({ type: READY });
      // Runs the thread's work and returns only when the worker is ended.
      main.wbg_rayon_start_worker(data.receiver);
    } catch (error) {
      postMessage({ type: READY, error: String(error) });
      throw error;
    }
  });
}
