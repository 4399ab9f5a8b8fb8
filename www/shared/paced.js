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
