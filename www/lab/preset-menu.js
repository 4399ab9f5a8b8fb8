// The menu of the papers' tables: choosing one fills the form.

import { make } from '../view/element.js';
import { setUpOf } from './presets.js';

/** @import { SetUp } from './link.js' */
/** @import { Group, Preset } from './presets.js' */

export class PresetMenu {
  /** @param {{ select: HTMLSelectElement, note: HTMLElement }} parts @param {(setUp: SetUp) => void} show */
  constructor({ select, note }, show) {
    this.select = select;
    /** @type {Preset[]} */
    this.presets = [];
    /** @type {Preset | null} */
    this.chosen = null;
    select.append(make('option', { value: '' }, 'None'));
    select.addEventListener('change', () => {
      this.chosen = select.value === '' ? null : this.presets[Number(select.value)] ?? null;
      note.textContent = this.chosen?.note ?? '';
      if (this.chosen) show(setUpOf(this.chosen));
    });
  }

  /** @param {Group[]} groups */
  fill(groups) {
    for (const { paper, presets } of groups) {
      this.select.append(make('optgroup', { label: paper }, ...presets.map((preset) => make('option', { value: this.presets.push(preset) - 1 }, preset.name))));
    }
  }
}
