// One tile: its element, its face, and the three ways it moves (slide, pop, appear).
//
// Only transforms and opacity are animated, in percent of the tile's own size, so nothing on the page has to be
// measured.

import { writeText } from './element.js';

/** Tile and gap in percent of a tile: (106.25 + 15) / 106.25, gabrielecirulli/2048 style/main.scss @478b6ec. */
const STEP_PERCENT = 114.1176;
/** The highest rank with a color of its own: 131072, the greatest that 4x4 can hold. */
const HIGHEST_COLOURED = 17;

export class Tile {
  /** @param {Document} document */
  constructor(document) {
    this.element = document.createElement('div');
    this.element.className = 'tile';
    this.face = document.createElement('span');
    this.face.className = 'face';
    this.element.append(this.face);
    this.rank = 0;
    this.row = -1;
    this.col = -1;
    /** @type {Animation | null} */
    this.slide = null;
    /** @type {Animation | null} */
    this.pulse = null;
  }

  /** @param {number} rank */
  setRank(rank) {
    if (rank === this.rank) return;
    this.rank = rank;
    setFace(this.face, rank);
  }

  /** @param {number} row @param {number} col */
  place(row, col) {
    if (row === this.row && col === this.col) return;
    this.row = row;
    this.col = col;
    this.element.style.transform = at(row, col);
  }

  /** Goes to a cell from where it is. @param {number} row @param {number} col @param {number} ms */
  slideTo(row, col, ms) {
    const from = at(this.row, this.col);
    if (row === this.row && col === this.col) return;
    this.place(row, col);
    this.slide = this.element.animate([{ transform: from }, { transform: at(row, col) }], {
      duration: ms,
      easing: 'ease-in-out',
    });
  }

  /** Merged: grows and comes back. @param {number} ms */
  pop(ms) {
    this.pulse = this.face.animate(
      [{ transform: 'scale(0)' }, { transform: 'scale(1.2)' }, { transform: 'scale(1)' }],
      { duration: ms, easing: 'ease' },
    );
  }

  /** Spawned. @param {number} ms */
  appear(ms) {
    this.pulse = this.face.animate([{ opacity: 0, transform: 'scale(0)' }, { opacity: 1, transform: 'scale(1)' }], {
      duration: ms,
      easing: 'ease',
    });
  }

  /** Ends its animations where they were going. */
  rest() {
    this.slide?.cancel();
    this.pulse?.cancel();
    this.slide = null;
    this.pulse = null;
  }
}

/** Gives an element the face of a tile. @param {HTMLElement} face @param {number} rank */
export function setFace(face, rank) {
  const digits = String(2 ** rank);
  writeText(face, digits);
  const length = digits.length > 7 ? 'more' : String(digits.length);
  if (face.dataset.digits !== length) face.dataset.digits = length;
  face.dataset.rank = rank > HIGHEST_COLOURED ? 'more' : String(rank);
}

/** A tile that lies still, outside of a board; its size is the --cell around it. @param {number} rank */
export function tileFace(rank) {
  const face = document.createElement('span');
  face.className = 'face';
  setFace(face, rank);
  return face;
}

/** @param {number} row @param {number} col */
function at(row, col) {
  return `translate(${col * STEP_PERCENT}%, ${row * STEP_PERCENT}%)`;
}
