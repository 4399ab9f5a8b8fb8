// The player's settings. The effect in ./settings.js saves them.

/** @import { Name, Values } from './settings.js' */
/** @import { State } from '../game/state.js' */

/** @template {Name} N @param {Pick<State, 'settings'>} state @param {N} name @param {Values[N]} value */
export function setSetting({ settings }, name, value) {
  settings.value = { ...settings.value, [name]: value };
}

/**
 * Takes the settings that another tab has saved.
 * @param {Pick<State, 'settings'>} state
 * @param {Values} values
 */
export function adoptSettings({ settings }, values) {
  settings.value = values;
}

/** @param {Pick<State, 'calm'>} state @param {boolean} wanted whether the system asks for less motion */
export function setCalm({ calm }, wanted) {
  calm.value = wanted;
}
