// The dialog "How strong is the AI?": the share of recorded games that reached each tile, by AI and thinking time.

import { barTable } from './bars.js';
import { Dialog } from './dialog.js';
import { make } from './element.js';

/** @typedef {{ name: string, ms: number, games: number, mean: number, reached: number[] }} Match */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

export class StrengthDialog {
  /** @param {{ tiles: number[], matches: Match[], interval: (found: number, of: number) => { least: number, most: number } }} options */
  constructor({ tiles, matches, interval }) {
    this.dialog = new Dialog({ id: 'strength', title: 'How strong is the AI?' });
    const select = make('select', {}, ...matches.map(({ name, ms }, index) => make('option', { value: index }, `${name}, ${ms} ms per move`)));
    const results = make('div', { role: 'status' });
    const show = () => {
      const match = matches[Number(select.value)];
      if (!match) return;
      const { games, mean, reached } = match;
      results.replaceChildren(
        make('p', {}, `${games} games, ${whole.format(mean)} points on average.`),
        barTable('Games that reached each tile (95% confidence interval in parentheses)', tiles.map((tile, index) => {
          const found = reached[index] ?? 0;
          const { least, most } = interval(found, games);
          return { label: String(tile), share: found / games, words: `${percent.format(found / games)} (${percent.format(least)} to ${percent.format(most)})` };
        })));
    };
    select.addEventListener('change', show);
    show();
    this.dialog.body.append(
      make('label', { class: 'field' }, 'AI and thinking time', select), results,
      make('p', { class: 'small' }, 'Recorded on one processor core of a server. Autoplay at its default speed thinks for about 150 ms per move; your device may be faster or slower.'));
  }
}
