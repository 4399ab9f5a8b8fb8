// Draws the tiles. A tile keeps its element from its spawn through slides and merges.
//
// A step that arrives during an animation ends it at once, so no input waits.

import { make, writeText } from '../shared/element.js';
import { paced } from '../shared/paced.js';

/** @import { Slide } from './types.js' */
/** @import { Step } from '../pkg-game/afterstate.js' */

/** Slide 100 ms, then pop and appear 200 ms: gabrielecirulli/2048 style/main.scss @478b6ec. */
const SLIDE_MS = 100;
const PULSE_MS = 200;
/** With less time between two moves nothing is animated, because it could not be seen. */
const MIN_ANIMATED_MS = 90;
/**
 * Tile and gap in percent of a tile: (106.25 + 15) / 106.25, gabrielecirulli/2048 style/main.scss @478b6ec.
 */
const STEP_PERCENT = 114.1176;
/** The highest rank with its own color: 131072, the largest tile on 4x4. */
const HIGHEST_COLORED = 17;

export class BoardView {
  /**
   * @param {HTMLElement} layer holds the tiles
   * @param {HTMLElement} frame takes --rows and --cols
   */
  constructor(layer, frame) {
    this.drawDue = paced(() => this.showDue(), { picture: true });
    this.layer = layer;
    this.frame = frame;
    this.rows = 0;
    this.cols = 0;
    /** @type {(Tile | null)[]} by cell */
    this.tiles = [];
    /** @type {Tile[]} unused elements, for reuse */
    this.spare = [];
    /**
     * @type {{ under: Tile[], merged: Map<Tile, number>, spawned: Tile | null } | null} what to do when the
     *   slide ends
     */
    this.pending = null;
    /** @type {Tile[]} the tiles that pop or appear; `under` has the merged tiles below them */
    this.pulsing = [];
    /** @type {Tile[]} */
    this.under = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Uint8Array | null} the board to draw in the next frame */
    this.due = null;
  }

  /** @param {number} rows @param {number} cols */
  setSize(rows, cols) {
    this.finish();
    this.due = null;
    for (const tile of this.tiles) if (tile) this.retire(tile);
    this.rows = rows;
    this.cols = cols;
    this.tiles = new Array(rows * cols).fill(null);
    this.frame.style.setProperty('--rows', String(rows));
    this.frame.style.setProperty('--cols', String(cols));
  }

  /**
   * Draws a board without animation. Tiles are moved to cells that need their rank, and only the remaining
   * ones change their rank: moving an element costs almost nothing, while a new rank costs style, layout and
   * paint (half of the garbage of autoplay).
   * @param {Uint8Array} ranks
   */
  show(ranks) {
    this.finish();
    const left = this.tiles.filter((tile, cell) => tile && tile.rank !== ranks[cell]);
    /** @param {number} rank */
    const takeLeft = (rank) => {
      const index = left.findIndex((tile) => tile?.rank === rank);
      return index < 0 ? null : left.splice(index, 1)[0];
    };
    const wanted = [];
    for (let cell = 0; cell < this.tiles.length; cell++) {
      const rank = ranks[cell] ?? 0;
      if (rank !== 0 && this.tiles[cell]?.rank === rank) continue;
      this.tiles[cell] = null;
      if (rank !== 0) wanted.push({ cell, rank, tile: takeLeft(rank) });
    }
    for (const { cell, rank, tile } of wanted) this.put(cell, rank, tile ?? left.pop());
    for (const tile of left) if (tile) this.retire(tile);
  }

  /**
   * Draws a board in the next frame; of several boards until then, only the last.
   * @param {Uint8Array} ranks
   */
  showSoon(ranks) {
    this.due = ranks;
    this.drawDue();
  }

  /** Draws now what waits for the next frame. */
  showDue() {
    const due = this.due;
    this.due = null;
    if (due) this.show(due);
  }

  /**
   * Draws a move; without a spawn, only the slide.
   * @param {Pick<Slide, 'moves'> & { spawn?: Step['spawn'] }} step @param {Uint8Array} after the ranks after
   *   it
   * @param {number} [betweenMs] time until the next move
   */
  play(step, after, betweenMs = Infinity) {
    if (betweenMs < MIN_ANIMATED_MS) return this.showSoon(after);
    this.showDue();
    this.finish();
    const slideMs = Math.min(SLIDE_MS, betweenMs * 0.4);
    const pulseMs = Math.min(PULSE_MS, betweenMs * 0.55);
    const before = this.tiles;
    /** @type {(Tile | null)[]} */
    const now = new Array(before.length).fill(null);
    const under = [];
    /** @type {Map<Tile, number>} */
    const merged = new Map();
    for (const { from, to, rank, merged: merges } of step.moves) {
      const tile = before[from] ?? this.put(from, rank);
      before[from] = null;
      const { row, col } = this.placeOf(to);
      tile.slideTo(row, col, slideMs);
      const first = now[to];
      if (first) {
        // The second tile lies under the first, which becomes the merged tile.
        under.push(tile);
        merged.set(first, rank + 1);
      } else {
        now[to] = tile;
        if (merges) merged.set(tile, rank + 1);
      }
    }
    for (const tile of before) if (tile) this.retire(tile); // the view was out of step with the game
    this.tiles = now;
    const spawned = step.spawn ? this.put(step.spawn.cell, step.spawn.rank) : null;
    if (spawned) spawned.element.hidden = true;
    this.pending = { under, merged, spawned };
    this.timer = setTimeout(() => this.settle(pulseMs), slideMs);
  }

  /**
   * The slide is over: merged tiles take their new rank and pop, the new tile appears.
   * @param {number} pulseMs
   */
  settle(pulseMs) {
    clearTimeout(this.timer);
    const pending = this.pending;
    this.pending = null;
    if (!pending) return;
    const { under, merged, spawned } = pending;
    this.under = under;
    for (const [tile, rank] of merged) {
      tile.setRank(rank);
      this.layer.append(tile.element); // above the tile that it merged with
      if (pulseMs > 0) tile.pop(pulseMs);
      this.pulsing.push(tile);
    }
    if (spawned) {
      spawned.element.hidden = false;
      if (pulseMs > 0) spawned.appear(pulseMs);
      this.pulsing.push(spawned);
    }
    if (pulseMs > 0) this.timer = setTimeout(() => this.finish(), pulseMs);
    else this.finish();
  }

  /** Ends every animation at once. */
  finish() {
    clearTimeout(this.timer);
    if (this.pending) {
      for (const tile of this.tiles) tile?.rest();
      for (const tile of this.pending.under) tile.rest();
      return this.settle(0);
    }
    for (const tile of this.pulsing) tile.rest();
    for (const tile of this.under) this.retire(tile);
    this.pulsing = [];
    this.under = [];
  }

  /**
   * A tile in a cell: this one, a spare one, or a new one.
   * @param {number} cell @param {number} rank @param {Tile | null} [given]
   */
  put(cell, rank, given) {
    const tile = given ?? this.spare.pop() ?? new Tile();
    const { row, col } = this.placeOf(cell);
    tile.place(row, col);
    tile.setRank(rank);
    tile.element.hidden = false;
    if (!tile.element.isConnected) this.layer.append(tile.element);
    this.tiles[cell] = tile;
    return tile;
  }

  /** @param {Tile} tile */
  retire(tile) {
    tile.rest();
    tile.element.hidden = true;
    this.spare.push(tile);
  }

  /** @param {number} cell */
  placeOf(cell) {
    return { row: Math.floor(cell / this.cols), col: cell % this.cols };
  }
}

/**
 * One tile: its element, its appearance, and its three animations (slide, pop, appear). Only transforms and
 * opacity are animated, in percent of the tile's size, so nothing has to be measured.
 */
class Tile {
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
