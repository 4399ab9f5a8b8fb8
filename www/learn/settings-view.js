// The form with the settings for the next start.

import { t } from '../shared/text.js';
import { make, writeText } from '../shared/element.js';
import { element, input } from '../shared/page.js';
import { METHODS, NETWORKS, isLarge, isShareable, ratesOf, tooMuch, workersOf } from './settings.js';

/** @import { Settings } from './protocol.js' */
/** @import { Shown } from './state.js' */

/** @type {(id: string) => HTMLSelectElement} */
const select = element;

export class SettingsView {
  /** @param {{ maxWorkers: number, onChange: (values: Partial<Settings>) => void }} options */
  constructor({ maxWorkers, onChange }) {
    this.maxWorkers = maxWorkers;
    const counts = Array.from({ length: maxWorkers }, (_, index) => String(index + 1));
    select('workers').append(...counts.map((count) => make('option', { value: count }, count)));
    element('workers-setting').hidden = maxWorkers === 1;
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
        workers: Number(select('workers').value),
        slowStart: input('slow-start').checked,
      });
    });
  }

  /** @param {Shown} state */
  show({ settings: { network, method, rate, seed, workers, slowStart } }) {
    select('network').value = network;
    select('method').value = method;
    for (const [name, value] of /** @type {const} */ ([
      ['rate', rate],
      ['seed', seed],
    ]))
      if (document.activeElement !== input(name)) input(name).value = String(value);
    select('workers').value = String(workersOf({ network, workers }, this.maxWorkers));
    select('workers').disabled = !isShareable(network);
    input('slow-start').checked = slowStart;
    const { hint = '' } = NETWORKS.find(({ id }) => id === network) ?? {};
    const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
    const large = isLarge(network, deviceMemory) ? t('This device may not have enough memory for it.') : '';
    writeText(element('network-hint'), `${t(hint)} ${large}`.trim());
    const rates = ratesOf(method);
    input('rate').max = String(rates.max);
    const range = t('How much each game changes its guesses, from {min} to {max}.', rates);
    writeText(element('rate-hint'), [range, tooMuch(method)].filter(Boolean).join(' '));
    writeText(
      element('workers-hint'),
      isShareable(network)
        ? t('Several workers learn faster, but the same seed then no longer gives the same network.')
        : t('The large network learns with one worker.'),
    );
    writeText(element('method-hint'), METHODS.find(({ id }) => id === method)?.hint ?? '');
  }
}
