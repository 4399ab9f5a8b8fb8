// Shows the run: its buttons, its numbers, the first large tiles, and the game that it plays.

import { fillBoard } from '../game/board-parts.js';
import { make, writeText } from '../shared/element.js';
import { button, element } from '../shared/page.js';
import { every } from '../shared/paced.js';
import { tileFace } from '../game/board-view.js';
import { inPoints, t, translatable, whole } from '../shared/text.js';
import { MILESTONES, meanNow } from './state.js';
import { count, duration } from './words.js';

/** @import { Watched } from './protocol.js' */
/** @import { Run, Shown } from './state.js' */

const SIDE = 4;
/**
 * The labels of cells change at most this often, in milliseconds: a screen reader reads one board at a time.
 */
const CELLS_EVERY_MS = 1000;

/** What the first button does in each phase. @type {Record<Shown['phase'], string>} */
const START = {
  empty: translatable('Start learning'),
  starting: translatable('Getting ready…'),
  learning: translatable('Pause'),
  paused: translatable('Continue learning'),
  failed: translatable('Start again'),
};
/** @type {Record<Shown['phase'], string>} */
const STATUS = {
  empty: '',
  starting: translatable('Getting ready…'),
  learning: translatable('Learning'),
  paused: translatable('Paused'),
  failed: '',
};
const NO_GAME = translatable('Press Start to see its first game.');

export class RunView {
  /**
   * @param {{ isStill: () => boolean, onStart: () => void, onPause: () => void, onReset: () => void }}
   *   options `isStill`: whether nothing should move
   */
  constructor({ isStill, onStart, onPause, onReset }) {
    this.isStill = isStill;
    /** @type {Shown['phase']} */
    this.phase = 'empty';
    button('start').addEventListener('click', () => {
      if (this.phase === 'learning') onPause();
      else if (this.phase !== 'starting') onStart();
    });
    button('reset').addEventListener('click', onReset);
    const { board, cells } = fillBoard(element('board'), { 'aria-label': 'Board of the game it is playing' });
    this.board = board;
    this.cells = cells;
    for (const view of [this.board, this.cells]) view.setSize(SIDE, SIDE);
    this.cellsAreDue = every(CELLS_EVERY_MS);
    /** @type {Map<number, { item: HTMLElement, words: HTMLElement }>} */
    this.milestones = new Map(MILESTONES.map((rank) => [rank, makeMilestone(rank)]));
    element('milestones').append(...[...this.milestones.values()].map(({ item }) => item));
  }

  /** @param {Shown} state */
  show({ phase, run, problem }) {
    this.phase = phase;
    writeText(button('start'), START[phase]);
    // A disabled button would lose the keyboard's focus.
    button('start').setAttribute('aria-disabled', String(phase === 'starting'));
    if (run === null && document.activeElement === button('reset')) button('start').focus();
    button('reset').hidden = run === null || phase === 'starting';
    writeText(element('status'), STATUS[phase]);
    writeText(element('problem'), problem);
    document.documentElement.dataset.learn = phase;
    this.showNumbers(run);
    this.showMilestones(run);
    this.showGame(run, phase);
  }

  /** @param {Run | null} run */
  showNumbers(run) {
    const played = run !== null && run.games > 0;
    writeText(element('mean'), played ? whole(meanNow(run)) : '–');
    writeText(element('games'), count(run?.games ?? 0));
    writeText(element('speed'), run && run.speed > 0 ? count(Math.round(run.speed)) : '–');
    writeText(element('time'), duration(run?.seconds ?? 0));
  }

  /** @param {Run | null} run */
  showMilestones(run) {
    for (const [rank, { item, words }] of this.milestones) {
      const made = run?.milestones[rank];
      item.classList.toggle('made', made !== undefined);
      writeText(words, made ? duration(made.seconds) : 'not yet');
    }
  }

  /** @param {Run | null} run @param {Shown['phase']} phase */
  showGame(run, phase) {
    const watched = run?.watched;
    // A board that stays is shown and labeled as it is.
    const due = !watched || phase !== 'learning' || this.cellsAreDue();
    // Where motion is not wanted, the board changes no more often than its labels.
    if (!due && this.isStill()) return;
    const ranks = watched?.ranks ?? new Uint8Array(SIDE * SIDE);
    this.board.showSoon(ranks);
    writeText(element('watch-line'), watched ? progressOf(watched) : run ? '' : NO_GAME);
    if (due) this.cells.show(ranks);
  }

  /** Celebrates a tile that was made for the first time. @param {number} rank */
  celebrate(rank) {
    const item = this.milestones.get(rank)?.item;
    item?.classList.add('new');
    item?.addEventListener('animationend', () => item.classList.remove('new'), { once: true });
  }
}

/** @param {Watched} watched */
function progressOf(watched) {
  const points = inPoints(watched.score);
  return watched.over ? t('{points}. Game over.', { points }) : points;
}

/** @param {number} rank */
function makeMilestone(rank) {
  const words = make('span', { class: 'milestone-time' });
  const item = make('li', { class: 'milestone' }, tileFace(rank), words);
  return { item, words };
}
