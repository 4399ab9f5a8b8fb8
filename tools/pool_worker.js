// The threads of the pool: starts one worker per thread, and is itself the script that each of them runs.
//
// Stands in for the script of the same job in wasm-bindgen-rayon 1.3 (see bindgen.rs for why) and keeps to what its
// Rust side asks for: an export `startWorkers(module, memory, builder)`, and in each worker a call of
// `wbg_rayon_start_worker(receiver)` once every worker is there.

/** The first message to a worker of the pool; any other worker that imports this file never sees one. */
const BEGIN = 'afterstate-pool-begin';
/** Its answer, when it has the module running over the shared memory. */
const READY = 'afterstate-pool-ready';

/** Kept for as long as the page lives: some browsers collect a worker that nothing refers to, at work or not. */
const pool = [];

/**
 * @param {WebAssembly.Module} module the compiled package
 * @param {WebAssembly.Memory} memory its shared memory
 * @param {{ numThreads(): number, mainJS(): string, receiver(): number, build(): void }} builder the Rust side
 * @returns {Promise<void>} rejected when a worker cannot start; the pool is then unusable
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
    worker.onerror = (event) => reject(new Error(`a worker of the pool failed: ${event.message ?? 'cannot load'}`));
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
      // Runs the thread's share of the work until the worker is ended; never returns before.
      main.wbg_rayon_start_worker(data.receiver);
    } catch (error) {
      postMessage({ type: READY, error: String(error) });
      throw error;
    }
  });
}
