// The tables of the papers that can be played in the Lab (presets.json): a setup for each, and the paper's
// figures to show beside ours. The figures are those of crates/cli/src/reproduce;
// docs/evidence/papers/README.md lists every table and figure.

import { make } from '../shared/element.js';
import { element } from '../shared/page.js';

/** @import { GameSet } from '../pkg-papers/afterstate.js' */
/** @import { Figures, Group, Played, Preset, SetUp } from './types.js' */

export const RANK_2048 = 11;

/** @returns {Promise<Group[]>} */
export async function loadPresets() {
  const response = await fetch(new URL('./presets.json', import.meta.url), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`presets.json cannot be loaded: ${response.status}`);
  return response.json();
}

/** @param {Preset} preset @returns {SetUp} */
export function setUpOf({ board: [rows, cols], games, endAt2048 = false, rows: players }) {
  const strategies = players.map(([strategy]) => strategy);
  return { strategies, rows, cols, games, seed: 0, endAt2048, evenSpawns: false };
}

/**
 * The games of a file do not say how they ended: if 2048 is their largest tile, they may have ended there.
 * @param {GameSet[]} sets @returns {Played}
 */
export function playedIn(sets) {
  const { rows, cols } = sets[0] ?? { rows: 4, cols: 4 };
  const ranks = sets.flatMap(({ games }) => games.map(({ largestRank }) => largestRank));
  const largest = ranks.reduce((a, b) => Math.max(a, b), 0);
  return { rows, cols, endAt2048: largest === RANK_2048 ? 'unknown' : false, evenSpawns: false };
}

/**
 * The paper's figures of a strategy, if the table that it is from was played with the preset's board and end.
 * @param {Preset | null} preset @param {Played} played @param {string} strategy
 * @returns {Figures}
 */
export function figuresOf(preset, played, strategy) {
  if (!preset) return {};
  const { rows, cols, endAt2048 } = setUpOf(preset);
  const fits = played.rows === rows && played.cols === cols && played.endAt2048 === endAt2048;
  if (!fits || played.evenSpawns) return {};
  return preset.rows.find(([known]) => known === strategy)?.[1] ?? {};
}

/** The menu of the tables: choosing one fills the form. */
export class PresetMenu {
  /** @param {(setUp: SetUp) => void} show */
  constructor(show) {
    const select = /** @type {HTMLSelectElement} */ (element('preset'));
    this.select = select;
    /** @type {Preset[]} */
    this.presets = [];
    /** @type {Preset | null} */
    this.chosen = null;
    select.append(make('option', { value: '' }, 'None'));
    select.addEventListener('change', () => {
      this.chosen = select.value === '' ? null : (this.presets[Number(select.value)] ?? null);
      element('preset-note').textContent = this.chosen?.note ?? '';
      if (this.chosen) show(setUpOf(this.chosen));
    });
  }

  /** @param {Group[]} groups */
  fill(groups) {
    for (const { paper, presets } of groups) {
      this.select.append(
        make(
          'optgroup',
          { label: paper },
          ...presets.map((preset) => make('option', { value: this.presets.push(preset) - 1 }, preset.name)),
        ),
      );
    }
  }
}
