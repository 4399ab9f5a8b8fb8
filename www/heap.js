// The browser's first garbage collection, brought about early.
//
// Chromium lets what pages leave behind of styles, layouts and paintings grow to 64 MB before it collects for the first
// time, and keeps that memory for the page; from then on it collects at four times of what is alive, which is a fifth of it
// (V8's limits, seen with --js-flags=--trace-gc-verbose in Chromium 156). A buffer counts towards that limit with its size
// although memory that nobody writes to is never taken: one of as many bytes brings the first collection at once, at a
// cost of ten milliseconds. The peak of a page that plays by itself falls from 145 to 90 MB (docs/results/page.md). Leaves
// out when: after the engine has started, when loading is over.

/** V8 looks whether to collect when buffers have grown by this much: its kExternalAllocationSoftLimit. */
const ENOUGH_BYTES = 64 << 20;

/** Asks for a collection. Nothing depends on it: a browser that does it otherwise, or has no room, does nothing. */
export function collectSoon() {
  try {
    void new ArrayBuffer(ENOUGH_BYTES);
  } catch {
    // No such piece of the address space is to be had.
  }
}
