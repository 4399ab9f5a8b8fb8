// The Board size dialog: starts a new game of any size, optionally with a seed, or continues the saved game
// of that size.

import { sides } from '../game/size.js';
import { freshGame, movesOf } from '../game/opening.js';
import { CONTINUE, beginGame, perform } from '../game/acts.js';
import { inPoints, plural, t } from '../shared/text.js';
import { Dialog } from '../shared/dialog.js';
import { onSubmit } from '../shared/form.js';
import { readSeed } from '../shared/digits.js';
import { buttonRow, make, makeButton } from '../shared/element.js';

/** @import { App } from '../game/app.js' */

/** The sizes with their own buttons, rows by columns. */
const COMMON = ['3 × 3', '4 × 4', '5 × 5', '4 × 6', '6 × 6', '8 × 8'];

export default class SizeDialog {
  /** @param {App} app */
  constructor({ state }) {
    this.state = state;
    this.dialog = new Dialog({ id: 'size', title: 'Board size' });
    this.rows = chooser('Rows', () => this.show());
    this.rows.field.querySelector('select')?.setAttribute('autofocus', '');
    this.cols = chooser('Columns', () => this.show());
    this.seed = make('input', {
      inputmode: 'numeric',
      maxlength: 30,
      autocomplete: 'off',
      placeholder: 'random',
      'aria-describedby': 'size-seed-about',
    });
    this.about = make('p', { role: 'status' });
    this.goOn = makeButton('', () => perform(state, CONTINUE, this.size));
    this.common = COMMON.map((size) => makeButton(size, () => this.choose(size.split(' × '))));
    const form = make(
      'form',
      { class: 'dialog-body' },
      make('div', { class: 'dialog-buttons', role: 'group', 'aria-label': 'Common sizes' }, ...this.common),
      make(
        'div',
        { class: 'fields' },
        this.rows.field,
        this.cols.field,
        make('label', { class: 'field' }, 'Seed', this.seed),
      ),
      make(
        'p',
        { id: 'size-seed-about', class: 'small' },
        'The same seed and moves always give the same tiles.',
      ),
      this.about,
      buttonRow(make('button', { class: 'strong' }, 'New game'), this.goOn),
    );
    onSubmit(form, () => this.start());
    this.dialog.body.replaceWith(form);
  }

  open() {
    const { session } = this.state;
    session.saving.now();
    this.seed.value = '';
    this.choose([session.rows, session.cols]);
    this.dialog.open();
  }

  /** @param {(string | number)[]} size rows and columns */
  choose([rows, cols]) {
    this.rows.number = Number(rows);
    this.cols.number = Number(cols);
    this.show();
  }

  get size() {
    return { rows: this.rows.number, cols: this.cols.number };
  }

  show() {
    const { Game, session, records } = this.state;
    const { rows, cols } = this.size;
    const { saved, damaged } = records.loadGame(rows, cols);
    const moves = movesOf(Game, saved?.game);
    const best = records.best(rows, cols);
    const size = `${rows} × ${cols}`;
    for (const button of this.common)
      button.setAttribute('aria-pressed', String(button.textContent === size));
    this.about.textContent =
      best > 0
        ? t('Your best on {size}: {points}.', { size, points: inPoints(best) })
        : moves > 0 || damaged
          ? t('No best score for {size} yet.', { size })
          : t('You haven’t played {size} yet.', { size });
    this.goOn.hidden = moves === 0 || (rows === session.rows && cols === session.cols);
    this.goOn.textContent = plural(
      moves,
      'Continue saved game ({n} move)',
      'Continue saved game ({n} moves)',
    );
  }

  start() {
    const { rows, cols } = this.size;
    const text = this.seed.value.trim();
    const seed = readSeed(text);
    if (seed === null && text !== '') {
      this.dialog.say('The seed must be a whole number from 0 to 18,446,744,073,709,551,615.', 'wrong');
      this.seed.focus();
      return;
    }
    const game = freshGame(this.state.Game, rows, cols, seed);
    beginGame(this.state, game, t('New {size} game.', { size: `${rows} × ${cols}` }));
  }
}

/** A menu of the accepted sides of a board. @param {string} label @param {() => void} onChange */
export function chooser(label, onChange) {
  const select = make('select', {}, ...sides().map((side) => make('option', { value: side }, String(side))));
  select.addEventListener('change', onChange);
  return {
    field: make('label', { class: 'field' }, label, select),
    get number() {
      return Number(select.value);
    },
    set number(side) {
      select.value = String(side);
    },
  };
}
