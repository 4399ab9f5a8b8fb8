// Triggers garbage collections early: the first one of a page, and those of a worker.
//
// Chromium lets garbage from styles, layouts and painting grow to 64 MB before the first collection, and the page keeps
// that memory. Later collections start at four times the live data, which is much less (V8's limits, seen with
// --js-flags=--trace-gc-verbose in Chromium 156). A buffer counts toward the limit with its full size, although unused
// pages take no memory. So one large buffer triggers the first collection at once, at a cost of ten milliseconds. With
// this, the peak of a page during autoplay falls from 145 to 90 MB (docs/log/page.md).

/** V8 considers a collection when buffers have grown by this much: its kExternalAllocationSoftLimit. */
const ENOUGH_BYTES = 64 << 20;
/** A worker triggers a collection after this many messages: every ten to twenty seconds at full speed. */
const MESSAGES = 1000;

let messages = 0;

/** Triggers a collection. Nothing depends on it: other browsers, or one short of memory, may ignore it. */
export function collectSoon() {
  try {
    void new ArrayBuffer(ENOUGH_BYTES);
  } catch {
    // The address space has no free range of this size.
  }
}

/**
 * A worker calls this with each message. The memory of a message outside of the JavaScript heap seems to stay until a full
 * collection, which comes late in a worker that only answers. With this, autoplay uses 12 MB less after 5,000 moves
 * (docs/log/page.md).
 */
export function collectNowAndThen() {
  messages += 1;
  if (messages % MESSAGES === 0) collectSoon();
}
