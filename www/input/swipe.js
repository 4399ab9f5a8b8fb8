// Swipes to moves, by Pointer Events: the move is decided as soon as the finger has gone far enough, not when it lifts.
//
// Several fingers are a gesture of the browser or of an accident: nothing is decided until all have lifted.

/** How far a finger goes before it is a swipe, in CSS pixels: the original's 10 takes a shaky tap for a move. */
export const SWIPE_PX = 20;

/**
 * @param {HTMLElement} element where swipes begin
 * @param {(direction: number) => void} onSwipe Up 0, Right 1, Down 2, Left 3
 */
export function listenToSwipes(element, onSwipe) {
  /** @type {{ id: number, x: number, y: number } | null} the finger that may still swipe */
  let start = null;
  /** @type {Set<number>} fingers on the element */
  const down = new Set();

  element.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    // A finger may swipe from a button, which the browser often takes for the target of a touch beside it.
    const pressing = isControl(event.target);
    if (pressing && event.pointerType === 'mouse') return;
    down.add(event.pointerId);
    start = down.size === 1 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    if (pressing) return; // captured, the button would never be clicked
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone already; its end arrives without capture too.
    }
  });

  element.addEventListener('pointermove', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE_PX) return;
    start = null;
    onSwipe(Math.abs(x) > Math.abs(y) ? (x > 0 ? 1 : 3) : y > 0 ? 2 : 0);
  });

  /** @param {PointerEvent} event */
  const lift = (event) => {
    down.delete(event.pointerId);
    if (start?.id === event.pointerId) start = null;
  };
  element.addEventListener('pointerup', lift);
  element.addEventListener('pointercancel', lift);
  element.addEventListener('lostpointercapture', lift);
}

/** Whether a pointer there presses something. @param {EventTarget | null} target */
function isControl(target) {
  return typeof (/** @type {Element} */ (target)?.closest) === 'function'
    && /** @type {Element} */ (target).closest('button, a, input') !== null;
}
