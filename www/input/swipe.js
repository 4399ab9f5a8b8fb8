// Maps swipes to moves with Pointer Events. A move is made as soon as the finger has gone far enough, not when it lifts.
//
// Several fingers are a browser gesture or an accident, so no move is made until all have lifted.

/** The minimum distance of a swipe, in CSS pixels. With the original's 10 a shaky tap counts as a move. */
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
    // A swipe may start on a button, because browsers often target a button when the touch is beside it.
    const pressing = isControl(event.target);
    if (pressing && event.pointerType === 'mouse') return;
    down.add(event.pointerId);
    start = down.size === 1 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    if (pressing) return; // with pointer capture the button would never be clicked
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; its end event arrives without capture too.
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

/** Whether a pointer on this element presses a control. @param {EventTarget | null} target */
function isControl(target) {
  return typeof (/** @type {Element} */ (target)?.closest) === 'function'
    && /** @type {Element} */ (target).closest('button, a, input') !== null;
}
