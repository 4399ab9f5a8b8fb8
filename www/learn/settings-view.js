// The form with the settings for the next start.

import { t } from '../text/text.js';
import { make, writeText } from '../view/element.js';
import { element, input } from '../view/page.js';
import { METHODS, NETWORKS, isLarge, ratesOf, tooMuch } from './settings.js';

/** @import { Settings } from './protocol.js' */
/** @import { State } from './state.js' */

/** @type {(id: string) => HTMLSelectElement} */
const select = element;

export class SettingsView {
  /** @param {{ onChange: (values: Partial<Settings>) => void }} options */
  constructor({ onChange }) {
    select('network').append(...NETWORKS.map(({ id, label }) => make('option', { value: id }, label)));
    select('method').append(...METHODS.map(({ id, label }) => make('option', { value: id }, label)));
    element('settings-form').addEventListener('change', ({ target }) => {
      const method = METHODS.find(({ id }) => id === select('method').value) ?? METHODS[0];
      onChange({
        network: select('network').value,
        method: method.id,
        // Each method has a usual rate of its own.
        rate: target === select('method') ? method.rate : input('rate').valueAsNumber,
        seed: input('seed').valueAsNumber,
        slowStart: input('slow-start').checked,
      });
    });
  }

  /** @param {State} state */
  show({ settings: { network, method, rate, seed, slowStart } }) {
    select('network').value = network;
    select('method').value = method;
    for (const [name, value] of /** @type {const} */ ([
      ['rate', rate],
      ['seed', seed],
    ]))
      if (document.activeElement !== input(name)) input(name).value = String(value);
    input('slow-start').checked = slowStart;
    const { hint = '' } = NETWORKS.find(({ id }) => id === network) ?? {};
    const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
    const large = isLarge(network, deviceMemory) ? t('This device may not have enough memory for it.') : '';
    writeText(element('network-hint'), `${t(hint)} ${large}`.trim());
    const rates = ratesOf(method);
    input('rate').max = String(rates.max);
    const range = t('How strongly each game changes its opinion, from {min} to {max}.', rates);
    writeText(element('rate-hint'), [range, tooMuch(method)].filter(Boolean).join(' '));
    writeText(element('method-hint'), METHODS.find(({ id }) => id === method)?.hint ?? '');
  }
}
