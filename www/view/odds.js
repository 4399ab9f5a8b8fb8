// Shows the odds of larger tiles in the panel: a row for each tile, with the player and the number of games.

import { make, writeText } from './element.js';

/** @typedef {{ rank: number, reached: number, least: number, most: number }} TileOdds */

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

export class OddsView {
  /** @param {HTMLButtonElement} button @param {HTMLElement} place */
  constructor(button, place) {
    this.button = button;
    this.list = make('ul', { class: 'odds-list', 'aria-label': 'Chance of reaching each tile' });
    this.about = make('p', { class: 'odds-about' });
    place.replaceChildren(this.list, this.about);
  }

  /** @param {{ odds: TileOdds[], played: number, about: string, running: boolean }} shown */
  show({ odds, played, about, running }) {
    writeText(this.button, running ? 'Stop' : 'Odds');
    this.list.hidden = odds.length === 0;
    this.list.replaceChildren(...odds.map(({ rank, reached, least, most }) => {
      const bar = make('span', { class: 'value-bar' });
      bar.style.transform = `scaleX(${(reached / played).toFixed(3)})`;
      return make('li', {},
        make('strong', {}, String(2 ** rank)), bar,
        make('span', {}, String(reached), make('span', { class: 'sr-only' }, ` of ${played}`)),
        make('span', { class: 'odds-range' }, `${percent.format(least)} to ${percent.format(most)}`));
    }));
    this.showAbout(about);
  }

  /** @param {string} about */
  showAbout(about) {
    writeText(this.about, about);
  }
}

/** @param {TileOdds[]} odds @param {number} played @returns {string} for a screen reader */
export function oddsInWords(odds, played) {
  return `Of ${played} quick games: ${odds.map(({ rank, reached }) => `${2 ** rank} in ${reached}`).join(', ')}`;
}
