// Gives a worker thread of Node the names of a browser's worker that the engine's worker uses. Imported
// before it.

import { parentPort } from 'node:worker_threads';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const scope = /** @type {any} */ (globalThis);

scope.postMessage = (/** @type {unknown} */ message) => port.postMessage(message);
scope.addEventListener = (
  /** @type {string} */ type,
  /** @type {(event: { data: unknown }) => void} */ listener,
) => {
  port.on(/** @type {'message'} */ (type), (data) => listener({ data }));
};
// Node 20 has none.
scope.navigator ??= {};
