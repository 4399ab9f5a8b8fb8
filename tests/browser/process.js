// What a page takes from the machine: memory, handles, workers, and objects of the browser.

import { readFile, readdir } from 'node:fs/promises';

/** @import { CDPSession, Page } from 'playwright-core' */

/**
 * The page's process is the largest renderer, because there is only one page.
 * @param {CDPSession} system of the browser
 */
async function renderer(system) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      const kilobytes = (/** @type {string} */ name) =>
        Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      return { id, bytes: (kilobytes('RssAnon') + kilobytes('VmSwap')) * 1024 };
    });
  return (await Promise.all(sizes)).reduce((one, other) => (other.bytes > one.bytes ? other : one), {
    id: 0,
    bytes: 0,
  });
}

/**
 * The private memory of the page's process in bytes: anonymous memory and swap, on Linux.
 * @param {CDPSession} system
 */
export const memory = async (system) => (await renderer(system)).bytes;

/**
 * Counts after a garbage collection, which the caller lets settle before it reads the memory.
 * @param {Page} page @param {CDPSession} system @param {CDPSession} inspector of the page
 */
export async function counts(page, system, inspector) {
  const { id } = await renderer(system);
  const handles = (await readdir(`/proc/${id}/fd`).catch(() => [])).length;
  const threads = (await readdir(`/proc/${id}/task`).catch(() => [])).length;
  await inspector.send('Performance.enable');
  const { metrics } = await inspector.send('Performance.getMetrics');
  const metric = (/** @type {string} */ name) =>
    metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return {
    handles,
    threads,
    workers: page.workers().length,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    heap: metric('JSHeapUsedSize'),
  };
}
