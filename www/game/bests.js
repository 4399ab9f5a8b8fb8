// The best scores of the size that is played, by who made the moves. They stay shared between tabs.

import { signal } from '../vendor/signals-core.js';

/** @import { Players, Records, Scored } from './record.js' */

export class Bests {
  /** @param {Records} records @param {number} rows @param {number} cols */
  constructor(records, rows, cols) {
    this.records = records;
    this.rows = rows;
    this.cols = cols;
    this.scores = records.bestsOf(rows, cols);
    /** The player's own, without the AI's help, for views. */
    this.own = signal(this.scores.own);
  }

  /** @param {number} rows @param {number} cols */
  switchTo(rows, cols) {
    if (rows === this.rows && cols === this.cols) return;
    Object.assign(this, { rows, cols });
    this.read();
  }

  /** @param {Players} players @param {number} score */
  raise(players, score) {
    if (players !== 'shared') this.scores[players] = Math.max(this.scores[players], score);
    this.own.value = this.scores.own;
  }

  save() {
    this.records.saveBests(this.rows, this.cols, this.scores);
  }

  /** Shows the stored ones, even if they are lower. A pending save would raise them again. */
  read() {
    this.scores = this.records.bestsOf(this.rows, this.cols);
    this.own.value = this.scores.own;
  }

  /** Another tab may have raised them. */
  raiseToStored() {
    const stored = this.records.bestsOf(this.rows, this.cols);
    for (const by of /** @type {Scored[]} */ (Object.keys(stored))) this.raise(by, stored[by]);
  }
}
