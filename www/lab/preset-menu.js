// The menu of the papers' tables: choosing one fills the form.

import { make } from '../view/element.js';
import { PRESETS, setUpOf } from './presets.js';

/** @import { SetUp } from './link.js' */
/** @import { Preset } from './presets.js' */

export class PresetMenu {
  /** @param {{ select: HTMLSelectElement, note: HTMLElement }} parts @param {(setUp: SetUp) => void} show */
  constructor({ select, note }, show) {
    /** @type {Preset | null} */
    this.chosen = null;
    const all = PRESETS.flatMap(({ presets }) => presets);
    let index = 0;
    select.append(make('option', { value: '' }, 'None'), ...PRESETS.map(({ paper, presets }) => make(
      'optgroup', { label: paper }, ...presets.map(({ name }) => make('option', { value: String(index++) }, name)),
    )));
    select.addEventListener('change', () => {
      this.chosen = select.value === '' ? null : all[Number(select.value)] ?? null;
      note.textContent = this.chosen?.note ?? '';
      if (this.chosen) show(setUpOf(this.chosen));
    });
  }
}
