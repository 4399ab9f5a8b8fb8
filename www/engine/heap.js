// The browser's garbage collections, brought about early: the first of a page, and those of a worker.
//
// Chromium lets what pages leave behind of styles, layouts and paintings grow to 64 MB before it collects for the first
// time, and keeps that memory for the page; from then on it collects at four times of what is alive, which is a fifth
// of it (V8's limits, seen with --js-flags=--trace-gc-verbose in Chromium 156). A buffer counts towards that limit with
// its size although memory that nobody writes to is never taken: one of as many bytes brings the first collection at
// once, at a cost of ten milliseconds. The peak of a page that plays by itself falls from 145 to 90 MB
// (docs/results/page-log.md).

/** V8 looks whether to collect when buffers have grown by this much: its kExternalAllocationSoftLimit. */
const ENOUGH_BYTES = 64 << 20;
/** After this many messages a worker asks for a collection: at full speed, every ten to twenty seconds. */
const MESSAGES = 1000;

let messages = 0;

/** Asks for a collection. Nothing depends on it: a browser that does it otherwise, or is short of memory, does nothing. */
export function collectSoon() {
  try {
    void new ArrayBuffer(ENOUGH_BYTES);
  } catch {
    // No such piece of the address space is to be had.
  }
}

/**
 * For a worker to call with each message. What belongs to a message outside of the scripts' heap seems to stay until all of the
 * worker's heap is collected, which one that does little but answer comes to late: with this, autoplay has 12 MB less after
 * 5,000 moves (docs/results/page-log.md).
 */
export function collectNowAndThen() {
  messages += 1;
  if (messages % MESSAGES === 0) collectSoon();
}
