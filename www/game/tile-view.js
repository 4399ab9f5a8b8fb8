// One tile: its element, its appearance, and its three animations (slide, pop, appear).
//
// Only transforms and opacity are animated, in percent of the tile's size, so nothing has to be measured.

import { make, writeText } from '../shared/element.js';

/**
 * Tile and gap in percent of a tile: (106.25 + 15) / 106.25, gabrielecirulli/2048 style/main.scss @478b6ec.
 */
const STEP_PERCENT = 114.1176;
/** The highest rank with its own color: 131072, the largest tile on 4x4. */
const HIGHEST_COLORED = 17;

export class Tile {
  constructor() {
    this.face = make('span', { class: 'face' });
    this.element = make('div', { class: 'tile' }, this.face);
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

  /** Slides to a cell. @param {number} row @param {number} col @param {number} ms */
  slideTo(row, col, ms) {
    const from = at(this.row, this.col);
    if (row === this.row && col === this.col) return;
    this.place(row, col);
    this.slide = this.element.animate([{ transform: from }, { transform: at(row, col) }], {
      duration: ms,
      easing: 'ease-in-out',
    });
  }

  /** Animates a merge: grows and shrinks back. @param {number} ms */
  pop(ms) {
    this.pulse = this.face.animate(
      [{ transform: 'scale(0)' }, { transform: 'scale(1.2)' }, { transform: 'scale(1)' }],
      { duration: ms, easing: 'ease' },
    );
  }

  /** Animates a spawn. @param {number} ms */
  appear(ms) {
    this.pulse = this.face.animate(
      [
        { opacity: 0, transform: 'scale(0)' },
        { opacity: 1, transform: 'scale(1)' },
      ],
      {
        duration: ms,
        easing: 'ease',
      },
    );
  }

  /** Jumps to the end of its animations. */
  rest() {
    this.slide?.cancel();
    this.pulse?.cancel();
    this.slide = null;
    this.pulse = null;
  }
}

/** Makes an element look like a tile. @param {HTMLElement} face @param {number} rank */
export function setFace(face, rank) {
  const digits = String(2 ** rank);
  writeText(face, digits);
  const length = digits.length > 7 ? 'more' : String(digits.length);
  if (face.dataset.digits !== length) face.dataset.digits = length;
  face.dataset.rank = rank > HIGHEST_COLORED ? 'more' : String(rank);
}

/** A static tile outside of a board; its size is the inherited --cell. @param {number} rank */
export function tileFace(rank) {
  const face = make('span', { class: 'face' });
  setFace(face, rank);
  return face;
}

/** @param {number} row @param {number} col */
const at = (row, col) => `translate(${col * STEP_PERCENT}%, ${row * STEP_PERCENT}%)`;
