// Plays back a replay on its own board, with buttons and a slider.

import { t, translatable } from '../text/text.js';
import { makeBoard } from './board-parts.js';
import { icon, make, makeButton } from './element.js';
import { directionInWords } from './phrases.js';

/** @import { Replay } from '../game/replay.js' */

/** The choices of moves per second, and the default. */
const SPEEDS = [1, 3, 6, 15, 50];
const USUAL_SPEED = 6;
const PLAY = 'M7 4v16l13-8z';
const PAUSE = 'M6 4h4v16H6zM14 4h4v16h-4z';

export class Player {
  /** @param {{ still: () => boolean, onAt: (at: number) => void }} options `still`: whether to draw without animations */
  constructor(options) {
    this.options = options;
    /** @type {Replay | null} */
    this.replay = null;
    this.at = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const { frame, board, cells, arrow } = makeBoard({ 'aria-label': 'Replay board' });
    this.board = board;
    this.cells = cells;
    /** The arrow that shows the better move. */
    this.arrow = arrow;
    this.words = make('p', { class: 'replay-words' });
    this.slider = make('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Move' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.toggle = makeButton('', () => (this.timer ? this.pause() : this.play()), { class: 'strong' });
    this.speed = make(
      'select',
      {},
      ...SPEEDS.map((speed) =>
        make('option', { value: speed, selected: speed === USUAL_SPEED }, String(speed)),
      ),
    );
    this.element = make(
      'div',
      { class: 'player' },
      frame,
      this.words,
      this.slider,
      make(
        'div',
        { class: 'dialog-buttons', role: 'group', 'aria-label': 'Playback' },
        picture(
          makeButton('', () => this.go(0)),
          'M5 4h3v16H5zM20 4v16L9 12z',
          translatable('First'),
        ),
        picture(
          makeButton('', () => this.go(this.at - 1)),
          'M17 4v16L6 12z',
          translatable('Previous'),
        ),
        this.toggle,
        picture(
          makeButton('', () => {
            this.pause();
            this.forward();
          }),
          'M7 4v16l11-8z',
          translatable('Next'),
        ),
        picture(
          makeButton('', () => this.go(Infinity)),
          'M16 4h3v16h-3zM4 4v16l11-8z',
          translatable('Last'),
        ),
        make('label', { class: 'inline' }, 'Moves per second ', this.speed),
      ),
    );
  }

  /** @param {Replay} replay @param {number} at */
  load(replay, at) {
    this.pause();
    this.replay = replay;
    this.slider.max = String(replay.moves);
    this.board.setSize(replay.rows, replay.cols);
    this.cells.setSize(replay.rows, replay.cols);
    this.go(at);
  }

  /** Shows the board after `at` moves. @param {number} at */
  go(at) {
    if (!this.replay) return;
    this.pause();
    this.at = Math.max(0, Math.min(this.replay.moves, at));
    this.board.showSoon(this.replay.ranks(this.at));
    this.show();
  }

  /** Goes forward one move, with animation. @param {number} [betweenMs] time until the next move */
  forward(betweenMs = Infinity) {
    const step = this.replay?.step(this.at);
    if (!this.replay || !step) return false;
    this.at++;
    this.board.play(step, this.replay.ranks(this.at), this.options.still() ? 0 : betweenMs);
    this.show();
    return true;
  }

  play() {
    if (!this.replay) return;
    if (this.at === this.replay.moves) this.go(0);
    const next = () => {
      const betweenMs = 1000 / Number(this.speed.value);
      if (this.forward(betweenMs)) this.timer = setTimeout(next, betweenMs);
      else this.pause();
    };
    this.timer = setTimeout(next, 0);
    picture(this.toggle, PAUSE, translatable('Pause'));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    picture(this.toggle, PLAY, translatable('Play'));
  }

  show() {
    const { replay, at } = this;
    if (!replay) return;
    const made = at > 0 ? replay.direction(at - 1) : null;
    const move =
      made === null
        ? t('Start of the game')
        : t('Move {at} of {moves}: {move}', { at, moves: replay.moves, move: directionInWords(made) });
    this.words.textContent = t('{move}, score {score}', { move, score: replay.score(at) });
    this.slider.value = String(at);
    this.slider.setAttribute('aria-valuetext', this.words.textContent);
    this.cells.show(replay.ranks(at));
    this.options.onAt(at);
  }
}

/** Shows a picture on a button whose label would be too long for a phone. @param {HTMLButtonElement} button @param {string} path @param {string} label */
function picture(button, path, label) {
  button.replaceChildren(icon(path));
  button.ariaLabel = t(label);
  button.title = t(label);
  return button;
}
