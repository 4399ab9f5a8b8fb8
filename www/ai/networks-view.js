// The menu of the engine's networks, the progress of loading one.

import { AUTOMATIC, BUILT_IN } from '../shared/choices.js';
import { isForEngine } from './ask.js';
import { chooseNetwork } from './state.js';
import { say } from '../shared/notices.js';
import { percent, t } from '../shared/text.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { element } from '../shared/page.js';

/** @import { NetworkStatus } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */

/** In megabytes, with a decimal below ten. @param {number} bytes */
export const sizeInWords = (bytes) =>
  t('{size} MB', { size: bytes < 1e7 ? Math.round(bytes / 1e5) / 10 : Math.round(bytes / 1e6) });

/** @param {NetworkStatus} status @returns {string} empty with the built-in heuristic */
export function networkInWords(status) {
  switch (status.kind) {
    case 'fetching': {
      const { name, bytes } = status.network;
      const part = t('{done} of {total}', { done: percent(status.share), total: sizeInWords(bytes) });
      return t('Loading {name}: {part}', { name, part });
    }
    case 'reading':
      return t('Unpacking {name}…', { name: status.network.name });
    case 'failed': {
      // The reasons that are common have a translation.
      const message = t(status.message);
      const parts = { name: status.network.name, message, used: status.using?.name ?? '' };
      return status.using
        ? t('{name} couldn’t be loaded: {message}. Using the {used} network.', parts)
        : t('{name} couldn’t be loaded: {message}. Using the built-in heuristic.', parts);
    }
    case 'ready':
      return status.network ? t('Using the {name} network.', { name: status.network.name }) : '';
  }
}

/** @param {State} state */
export function showNetworks(state) {
  const select = /** @type {HTMLSelectElement} */ (element('networks'));
  const progress = /** @type {HTMLProgressElement} */ (element('network-progress'));
  const line = element('network-line');
  // Without an AI there is nothing to choose, and on boards of other sizes no network plays.
  const choice = /** @type {HTMLElement} */ (select.parentElement);
  effect(() => {
    choice.hidden = state.ai.value === 'off' || !isForEngine(state.game.value);
  });
  select.addEventListener('change', () => chooseNetwork(state, select.value));
  const listed = computed(() => state.networks.value.all);
  effect(() => {
    const networks = listed.value;
    const chosen = state.networkChoice.value;
    const choices = [
      new Option(t('Automatic'), AUTOMATIC),
      new Option(t('Built-in (no download)'), BUILT_IN),
      ...networks.map(({ id, name, bytes }) => new Option(`${name} (${sizeInWords(bytes)})`, id)),
    ];
    // Its name is not known before the list is there.
    if (choices.every(({ value }) => value !== chosen)) choices.push(new Option('…', chosen));
    select.replaceChildren(...choices);
    select.value = chosen;
  });
  /** @type {unknown} */
  let shown;
  effect(() => {
    const { status } = state.networks.value;
    if (status === shown || status.kind === 'none') return;
    shown = status;
    const words = networkInWords(status);
    line.textContent = words;
    progress.hidden = !('share' in status);
    if ('share' in status) progress.value = status.share;
    if (status.kind === 'failed' || (status.kind === 'ready' && status.network))
      untracked(() => say(state, words));
  });
}
