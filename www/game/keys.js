// Maps keys to actions: arrows, WASD and hjkl are moves; Ctrl or Command with Z or Y is undo and redo; C
// repeats the coach's words. On keyboards with other scripts, and with an input method, the position of the
// key counts.
//
// Letters can be switched off (WCAG 2.1.4). Keys are ignored with other modifiers, in form fields that use
// them, and if something on the page has handled them already.

/** @import { Direction } from '../engine/types.js' */

/**
 * `again`: say the coach's last words again.
 * @typedef {{ kind: 'move', direction: Direction } | { kind: 'undo' | 'redo' | 'again' }} KeyAction
 */

/** By `event.key`: @type {Map<string, Direction>} */
const ARROWS = new Map([
  ['ArrowUp', 0],
  ['ArrowRight', 1],
  ['ArrowDown', 2],
  ['ArrowLeft', 3],
]);
/** By `event.code`, the position on the keyboard, so that WASD works on an AZERTY keyboard too. */
const WASD = new Map([
  ['KeyW', 0],
  ['KeyD', 1],
  ['KeyS', 2],
  ['KeyA', 3],
]);
/** By letter, as in vi. */
const HJKL = new Map([
  ['k', 0],
  ['l', 1],
  ['j', 2],
  ['h', 3],
]);

/**
 * @param {{ key?: string, code?: string, altKey?: boolean, ctrlKey?: boolean, metaKey?: boolean,
 *   shiftKey?: boolean,
 *   defaultPrevented?: boolean, isComposing?: boolean, target?: unknown }} event
 * @param {{ letters?: boolean }} [options] `letters`: whether letters are moves
 * @returns {KeyAction | null}
 */
export function actionOf(event, { letters = true } = {}) {
  if (event.defaultPrevented || event.isComposing || event.altKey || takesKeys(event.target)) return null;
  // Extensions make events without a key.
  const { key = '', code = '' } = event;
  const letter = letterOf(key, code);
  if (event.ctrlKey || event.metaKey) {
    if (letter === 'z') return { kind: event.shiftKey ? 'redo' : 'undo' };
    if (letter === 'y' && !event.shiftKey) return { kind: 'redo' };
    return null;
  }
  if (event.shiftKey) return null;
  if (letters && letter === 'c') return { kind: 'again' };
  const direction = ARROWS.get(key) ?? (letters ? (HJKL.get(letter) ?? WASD.get(code)) : undefined);
  return direction === undefined ? null : { kind: 'move', direction };
}

/**
 * The letter of a key in lower case: on keyboards with other scripts, the one at its position in the US
 * layout.
 * @param {string} key
 * @param {string} code
 */
const letterOf = (key, code) =>
  /^[\x20-\x7e]$/.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '');

/** Whether an element uses keys itself: fields, sliders, lists. @param {unknown} target */
function takesKeys(target) {
  const element = /** @type {{ tagName?: string, type?: string, isContentEditable?: boolean } | null} */ (
    target
  );
  if (!element?.tagName || element.type === 'checkbox') return false;
  return element.isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/i.test(element.tagName);
}

/**
 * @param {EventTarget} target usually the document
 * @param {{ onAction: (action: KeyAction) => void, letters?: () => boolean, active?: () => boolean }} options
 *   `active`: whether the board takes keys at all
 */
export function listenToKeys(target, { onAction, letters = () => true, active = () => true }) {
  target.addEventListener('keydown', (event) => {
    const key = /** @type {KeyboardEvent} */ (event);
    const action = active() ? actionOf(key, { letters: letters() }) : null;
    if (!action) return;
    key.preventDefault(); // no scrolling
    onAction(action);
  });
}
