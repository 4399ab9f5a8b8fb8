// The Board size dialog: starts a new game of any size, optionally with a seed, or continues the saved game of that size.

import { SEEDS } from '../game/seed.js';
import { sides } from '../game/size.js';
import { Dialog } from './dialog.js';
import { make, makeButton } from './element.js';

/** @typedef {{ best: number, moves: number }} Known what is saved for a size: the best score, and the number of moves of the saved game */

const whole = new Intl.NumberFormat('en');
/** The sizes with their own buttons, rows by columns. */
const USUAL = [[3, 3], [4, 4], [5, 5], [4, 6], [6, 6], [8, 8]];

export class SizeDialog {
  /**
   * @param {{
   *   known: (rows: number, cols: number) => Known,
   *   start: (rows: number, cols: number, seed: bigint | null) => void, goOn: (rows: number, cols: number) => void
   * }} options
   */
  constructor({ known, start, goOn }) {
    this.options = { known, start, goOn };
    this.dialog = new Dialog({ id: 'size', title: 'Board size' });
    this.here = { rows: 0, cols: 0 };
    this.rows = chooser('Rows', () => this.show());
    this.rows.field.querySelector('select')?.setAttribute('autofocus', '');
    this.cols = chooser('Columns', () => this.show());
    this.seed = make('input', { inputmode: 'numeric', maxlength: 20, autocomplete: 'off', placeholder: 'random', 'aria-describedby': 'size-seed-about' });
    this.about = make('p', { role: 'status' });
    this.goOn = makeButton('', () => this.leave(() => goOn(this.rows.number, this.cols.number)));
    const usual = make('div', { class: 'dialog-buttons', role: 'group', 'aria-label': 'Common sizes' });
    for (const [rows = 4, cols = 4] of USUAL) {
      usual.append(makeButton(`${rows} × ${cols}`, () => this.choose(rows, cols)));
    }
    const form = make('form', { class: 'dialog-body' },
      usual,
      make('div', { class: 'fields' }, this.rows.field, this.cols.field, make('label', { class: 'field' }, 'Seed', this.seed)),
      make('p', { id: 'size-seed-about', class: 'small' }, 'The same seed and moves always give the same tiles.'),
      this.about,
      make('div', { class: 'dialog-buttons' }, make('button', { class: 'strong' }, 'New game'), this.goOn));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
    this.dialog.body.replaceWith(form);
  }

  /** @param {number} rows @param {number} cols of the current game */
  open(rows, cols) {
    this.here = { rows, cols };
    this.seed.value = '';
    this.choose(rows, cols);
    this.dialog.open();
  }

  /** @param {number} rows @param {number} cols */
  choose(rows, cols) {
    this.rows.number = rows;
    this.cols.number = cols;
    this.show();
  }

  show() {
    const { rows, cols } = { rows: this.rows.number, cols: this.cols.number };
    const { best, moves } = this.options.known(rows, cols);
    const none = moves > 0 ? 'No best score for' : 'You haven’t played';
    this.about.textContent = best > 0 ? `Your best on ${rows} × ${cols}: ${whole.format(best)} points.` : `${none} ${rows} × ${cols} yet.`;
    this.goOn.hidden = moves === 0 || (rows === this.here.rows && cols === this.here.cols);
    this.goOn.textContent = `Continue saved game (${whole.format(moves)} ${moves === 1 ? 'move' : 'moves'})`;
  }

  start() {
    const text = this.seed.value.trim();
    const seed = text === '' ? null : /^\d{1,20}$/.test(text) ? BigInt(text) : SEEDS;
    if (seed !== null && seed >= SEEDS) {
      this.dialog.say('The seed must be a whole number from 0 to 18,446,744,073,709,551,615.', 'wrong');
      this.seed.focus();
      return;
    }
    this.leave(() => this.options.start(this.rows.number, this.cols.number, seed));
  }

  /** Closes the dialog first, so that it returns the focus before the action moves it. @param {() => void} act */
  leave(act) {
    this.dialog.close();
    act();
  }
}

/** A list of the accepted sides of a board. @param {string} label @param {() => void} onChange */
export function chooser(label, onChange) {
  const select = make('select');
  for (const side of sides()) select.append(make('option', { value: side }, String(side)));
  select.addEventListener('change', onChange);
  return {
    field: make('label', { class: 'field' }, label, select),
    get number() { return Number(select.value); },
    set number(side) { select.value = String(side); },
  };
}
