// Draws something that changes many times a second only so often that it can be read.

/**
 * @param {number} everyMs the least time between two drawings @param {() => void} draw draws the latest state
 * @returns {(atOnce?: boolean) => void} asks for a drawing
 */
export function paced(everyMs, draw) {
  let drawnAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const drawNow = () => {
    drawnAt = performance.now();
    draw();
  };
  return (atOnce = false) => {
    clearTimeout(timer);
    const wait = drawnAt + everyMs - performance.now();
    if (atOnce || wait <= 0) drawNow();
    else timer = setTimeout(drawNow, wait);
  };
}
