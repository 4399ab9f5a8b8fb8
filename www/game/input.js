// The keys and swipes of the player.

import { MOVE, perform } from './acts.js';
import { listenToSwipes } from './swipe.js';

/** @import { Action } from './acts.js' */
/** @import { State } from './state.js' */

/**
 * @param {State} state
 * @param {HTMLElement} board
 * @param {HTMLElement | null} around where fingers can swipe, too
 */
export function listenToPlayer(state, board, around) {
  listenToKeys(document, {
    actions: state.actions,
    letters: () => state.settings.value.letters,
    // Not `state.dialog`, which is set while the code of a dialog still loads.
    active: () => document.querySelector('dialog[open]') === null,
    onAction: (action, argument) => perform(state, action, argument),
  });
  listenToSwipes(board, (direction) => perform(state, MOVE, direction), around);
}

/**
 * @param {EventTarget} target usually the document
 * @param {{ actions: Action[], onAction: (action: Action, argument: any) => void, letters?: () => boolean,
 *   active?: () => boolean }} options `active`: whether the board takes keys at all
 */
export function listenToKeys(target, { actions, onAction, letters = () => true, active = () => true }) {
  target.addEventListener('keydown', (event) => {
    const key = /** @type {KeyboardEvent} */ (event);
    const found = active() ? actionOf(key, actions, { letters: letters() }) : null;
    if (!found) return;
    key.preventDefault(); // no scrolling
    onAction(found.action, found.argument);
  });
}

/**
 * Finds the action of a key. On keyboards with other scripts, and with an input method, the position of the
 * key counts. Letters can be switched off (WCAG 2.1.4). Keys are ignored with other modifiers, in form fields
 * that use them, and if something on the page has handled them already.
 * @param {{ key?: string, code?: string, altKey?: boolean, ctrlKey?: boolean, metaKey?: boolean,
 *   shiftKey?: boolean,
 *   defaultPrevented?: boolean, isComposing?: boolean, target?: unknown }} event
 * @param {Action[]} actions
 * @param {{ letters?: boolean }} [options] `letters`: whether letters alone are keys
 * @returns {{ action: Action, argument: any } | null}
 */
export function actionOf(event, actions, { letters = true } = {}) {
  if (event.defaultPrevented || event.isComposing || event.altKey || takesKeys(event.target)) return null;
  const names = namesOf(event, letters);
  for (const action of actions)
    for (const name of names)
      if (Object.hasOwn(action.keys ?? {}, name)) return { action, argument: action.keys?.[name] };
  return null;
}

/**
 * What actions may call a key: by its letter, such as `h` or `Control+Shift+z`, by its name, such as
 * `ArrowUp`, or by its position, such as `KeyW`, so that WASD works on an AZERTY keyboard too. Command
 * counts as Control.
 * @param {Parameters<typeof actionOf>[0]} event extensions make some without a key
 * @param {boolean} letters
 */
function namesOf({ key = '', code = '', ctrlKey, metaKey, shiftKey }, letters) {
  const letter = letterOf(key, code);
  if (ctrlKey || metaKey) return [`Control+${shiftKey ? 'Shift+' : ''}${letter}`];
  if (shiftKey) return [];
  return key.length > 1 && key !== 'Process' ? [key] : letters ? [letter, code] : [];
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
