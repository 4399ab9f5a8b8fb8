// Maps swipes to moves with Pointer Events. A move is made as soon as the finger has gone far enough, not
// when it lifts.
//
// Two fingers that have not swiped yet are a browser gesture or an accident, so no move is made until all
// have lifted. A finger that has swiped and still rests on the screen is ignored, so two thumbs can take
// turns.

/** @import { Direction } from '../engine/types.js' */

/**
 * The minimum distance of a swipe, in CSS pixels. In the original game it is 10, and a shaky tap counts as a
 * move.
 */
const SWIPE_PX = 20;

/**
 * A finger on the screen and where it touched; `swiped`: it has made its move, or may not make one.
 * @typedef {{ x: number, y: number, swiped: boolean }} Finger
 */

/**
 * @param {HTMLElement} board where every pointer can swipe
 * @param {(direction: Direction) => void} onSwipe
 * @param {HTMLElement | null} [around] where fingers can swipe too, except where its style allows scrolling
 */
export function listenToSwipes(board, onSwipe, around) {
  const element = around ?? board;
  /** @type {Map<number, Finger>} by pointer */
  const fingers = new Map();

  element.addEventListener('pointerdown', (event) => {
    const { target, pointerId, clientX: x, clientY: y } = event;
    if (!mayStart(event, board, element)) return;
    const undecided = [...fingers.values()].filter(({ swiped }) => !swiped);
    for (const finger of undecided) finger.swiped = true;
    fingers.set(pointerId, { x, y, swiped: undecided.length > 0 });
    if (isOn(target, 'button, a')) return; // with pointer capture the button would never be clicked
    try {
      element.setPointerCapture(pointerId);
    } catch {
      // The pointer is gone already; its end event arrives without capture too.
    }
  });

  /** @param {PointerEvent} event */
  const follow = ({ pointerId, clientX, clientY }) => {
    const finger = fingers.get(pointerId);
    if (!finger || finger.swiped) return;
    const right = clientX - finger.x;
    const down = clientY - finger.y;
    // Not `<`: an event made by a script may have no coordinates.
    if (!(Math.max(Math.abs(right), Math.abs(down)) >= SWIPE_PX)) return;
    finger.swiped = true;
    if (Math.abs(right) > Math.abs(down)) onSwipe(right > 0 ? 1 : 3);
    else onSwipe(down > 0 ? 2 : 0);
  };
  element.addEventListener('pointermove', follow);
  // After the start of a fast flick only its end event may arrive.
  element.addEventListener('pointerup', (event) => {
    follow(event);
    fingers.delete(event.pointerId);
  });
  /** @param {PointerEvent} event */
  const forget = ({ pointerId }) => void fingers.delete(pointerId);
  element.addEventListener('pointercancel', forget);
  element.addEventListener('lostpointercapture', forget);
}

/**
 * Whether a swipe may start here.
 * @param {PointerEvent} event
 * @param {HTMLElement} board
 * @param {HTMLElement} element
 */
function mayStart({ pointerType, button, target }, board, element) {
  // Another button of a mouse, the barrel of a pen, its eraser. Events made by a script may have no button.
  if (button > 0 || isOn(target, 'input, select, summary, .engine-details')) return false;
  if (pointerType === 'mouse')
    return board.contains(/** @type {Node} */ (target)) && !isOn(target, 'button, a');
  // A swipe may start on a button, because browsers often target a button when the touch is beside it.
  return board.contains(/** @type {Node} */ (target)) || getComputedStyle(element).touchAction !== 'auto';
}

/** @param {EventTarget | null} target @param {string} selector */
function isOn(target, selector) {
  return /** @type {Element | null} */ (target)?.closest?.(selector) != null;
}
