// How much of a processor core a test gets, to tell a slow page from a busy machine.

/** With less of a core than this, times are those of the machine and not of the page. */
export const OURS = 0.9;
/** How long a thread works to find out its share, in milliseconds. */
const PROBE_MS = 300;

/** How much of a core this thread gets now, 0 to 1. */
export function shareOfCore() {
  const began = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - began < PROBE_MS);
  const { user, system } = process.cpuUsage(before);
  return Math.min(1, (user + system) / 1000 / (performance.now() - began));
}
