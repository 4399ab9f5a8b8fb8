// The curves as a table, for screen readers and for those who like numbers. It is filled while it is open.

import { percent, translatable, whole } from '../shared/text.js';
import { make } from '../shared/element.js';
import { tableHead, tableRow } from '../shared/table.js';
import { element } from '../shared/page.js';
import { every } from '../shared/paced.js';
import { halfWidth, mean, share, summary } from './curve.js';
import { SHOWN_RANKS } from './plot.js';
import { duration } from './words.js';

/** @import { Shown } from './state.js' */

/** More rows would be read by nobody. */
const MAX_ROWS = 12;
/** The least time between two drawings, in milliseconds, so that a row can be read. */
const EVERY_MS = 2000;

export class TableView {
  constructor() {
    this.isDue = every(EVERY_MS);
    this.details = /** @type {HTMLDetailsElement} */ (element('numbers-table'));
    /** The last state that was shown; it may stay the same while the table is opened. @type {Shown | null} */
    this.state = null;
    this.details.addEventListener('toggle', () => {
      if (this.state) this.show(this.state, true);
    });
  }

  /** @param {Shown} state @param {boolean} [atOnce] */
  show(state, atOnce = false) {
    this.state = state;
    const { run, phase } = state;
    if (!this.details.open || !(atOnce || phase !== 'learning' || this.isDue())) return;
    const rows = (run ? summary(run.curve, MAX_ROWS) : []).map(({ at, tally }) =>
      tableRow(duration(at), [
        whole(tally.games),
        `${whole(mean(tally))} ± ${whole(halfWidth(tally))}`,
        ...SHOWN_RANKS.map((rank) => percent(share(tally, rank))),
      ]),
    );
    const head = [
      translatable('Time'),
      translatable('Games'),
      translatable('Average score'),
      ...SHOWN_RANKS.map((rank) => `${2 ** rank}`),
    ];
    element('table').replaceChildren(
      make(
        'caption',
        {},
        'Each row covers the games since the previous row. ± is half of the 95% confidence interval.',
      ),
      tableHead(head),
      make('tbody', {}, ...rows),
    );
  }
}
