// Measures how much of a processor core a test gets, to distinguish a slow page from a busy machine.

/** With a smaller share, times depend more on the machine than on the page. */
export const OURS = 0.9;
/** The duration of a measurement, in milliseconds. */
const PROBE_MS = 300;

/** The current share of a core of this thread, 0 to 1. */
export function shareOfCore() {
  const began = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - began < PROBE_MS);
  const { user, system } = process.cpuUsage(before);
  return Math.min(1, (user + system) / 1000 / (performance.now() - began));
}
