// Shows what was learned: for the same tiles in the same cells, the arrangement that the network likes best
// and the one that it avoids most.

import { make } from '../shared/element.js';
import { element } from '../shared/page.js';
import { cellInWords } from '../shared/phrases.js';
import { tileFace } from '../game/board-view.js';
import { points } from './words.js';

/** @import { Pattern } from '../pkg-learn/afterstate.js' */
/** @import { Shown } from './state.js' */

const CELLS = 16;
const COLUMNS = 4;

export class PatternsView {
  constructor() {
    /** @type {Pattern[]} */
    this.shown = [];
  }

  /** @param {Shown} state */
  show({ run }) {
    const patterns = run?.patterns ?? [];
    if (patterns === this.shown) return;
    this.shown = patterns;
    element('patterns').replaceChildren(...patterns.map(makePair));
  }
}

/** @param {Pattern} pattern */
const makePair = ({ cells, best, worst }) =>
  make(
    'li',
    { class: 'pattern-pair' },
    makePicture('likes', cells, best),
    makePicture('avoids', cells, worst),
  );

/** @param {'likes' | 'avoids'} kind @param {number[]} cells @param {Pattern['best']} arrangement */
function makePicture(kind, cells, { ranks, points: worth }) {
  const board = make('div', {
    class: 'pattern',
    role: 'img',
    'aria-label': `${describe(cells, ranks)}: ${points(worth)}`,
  });
  for (let cell = 0; cell < CELLS; cell++) {
    const at = cells.indexOf(cell);
    const rank = at < 0 ? undefined : ranks[at];
    board.append(
      rank ? tileFace(rank) : make('span', { class: rank === 0 ? 'pattern-empty' : 'pattern-any' }),
    );
  }
  return make(
    'figure',
    { class: `pattern-figure ${kind}` },
    board,
    make(
      'figcaption',
      {},
      make('strong', {}, kind === 'likes' ? 'It likes this' : 'It avoids this'),
      make('span', { 'aria-hidden': 'true' }, points(worth)),
    ),
  );
}

/** @param {number[]} cells @param {number[]} ranks */
const describe = (cells, ranks) =>
  cells.map((cell, at) => cellInWords(ranks[at] ?? 0, cell, COLUMNS)).join('; ');
