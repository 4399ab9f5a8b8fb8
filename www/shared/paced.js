// Draws something that changes many times a second, as during autoplay, only so often as it is worth.
//
// Every frame with a change leaves garbage from styles, layout and painting in the browser, and the more
// arrives during a collection, the more its heap grows.

/** The least time between two drawings of words, so that they can be read, in milliseconds. */
const WORDS_MS = 120;
/** The same of a picture: without animations 30 per second look as good as 60. */
const PICTURE_MS = 33;

/**
 * @param {() => void} draw draws the latest state
 * @param {{ picture?: boolean }} [what] `picture`: it is drawn in an animation frame
 * @returns {(atOnce?: boolean) => void} asks for a drawing
 */
export function paced(draw, { picture = false } = {}) {
  let drawnAt = -Infinity;
  let asked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const drawNow = () => {
    clearTimeout(timer);
    asked = false;
    drawnAt = performance.now();
    draw();
  };
  const begin = picture ? () => void requestAnimationFrame(drawNow) : drawNow;
  return (atOnce = false) => {
    if (atOnce) return drawNow();
    if (asked) return;
    asked = true;
    const wait = drawnAt + (picture ? PICTURE_MS : WORDS_MS) - performance.now();
    if (wait > 0) timer = setTimeout(begin, wait);
    else begin();
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
