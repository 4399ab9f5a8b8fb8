// Draws something that changes many times a second, as during autoplay, only so often that it can be read.

/** The least time between two drawings, in milliseconds. */
const EVERY_MS = 120;

/**
 * @param {() => void} draw draws the latest state
 * @returns {(atOnce?: boolean) => void} asks for a drawing
 */
export function paced(draw) {
  let drawnAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const drawNow = () => {
    drawnAt = performance.now();
    draw();
  };
  return (atOnce = false) => {
    clearTimeout(timer);
    const wait = drawnAt + EVERY_MS - performance.now();
    if (atOnce || wait <= 0) drawNow();
    else timer = setTimeout(drawNow, wait);
  };
}

/**
 * For what reports many times a second and is not the last word, such as progress.
 * @param {number} ms @param {() => number} [now]
 * @returns {() => boolean} whether this time has passed since it was last true, or since the start
 */
export function every(ms, now = () => performance.now()) {
  let last = now();
  return () => {
    const time = now();
    if (time - last < ms) return false;
    last = time;
    return true;
  };
}
