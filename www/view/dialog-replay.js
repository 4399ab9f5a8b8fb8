// The Replay dialog: a game on film, to be looked at, shared, played on from anywhere, and gone through by the engine;
// and a box for a game that somebody else shared.
//
// Leaves out reading games and links, which it is handed, and the parts: player.js, review.js.

import { Dialog } from './dialog.js';
import { make, makeButton } from './element.js';
import { Player } from './player.js';
import { ReviewView } from './review.js';

/** @import { FilmLike } from './player.js' */
/** @import { ReviewLike } from './review.js' */

/**
 * @typedef {FilmLike & { text: string }} SharedFilm `text`: the game's
 */

export class FilmDialog {
  /**
   * @param {{
   *   still: () => boolean, read: (pasted: string) => Promise<void>, goOn: (film: any, at: number) => void,
   *   gameLink: (text: string) => string | null, boardLink: (film: any, at: number) => string,
   *   copy: (text: string) => Promise<boolean>, onClose: () => void,
   *   review: (film: any, ply: number, onChange: () => void) => ReviewLike | null, reviewed: (film: any) => ReviewLike | null
   * }} options `read` opens what was pasted or throws an Error with words for the person; `review`: null where the AI is
   *   switched off; `reviewed`: the review that was made of a film before, if it is known
   */
  constructor(options) {
    this.options = options;
    /** @type {SharedFilm | null} */
    this.film = null;
    this.dialog = new Dialog({ id: 'film', title: 'Replay', wide: true, onClose: () => this.closed() });
    this.player = new Player({ still: options.still, onAt: (at) => this.review.showAt(at) });
    this.review = new ReviewView({
      start: (ply, onChange) => (this.film ? options.review(this.film, ply, onChange) : null),
      onPick: (at, better) => {
        this.player.go(at);
        this.player.arrow.point(better);
        this.player.element.scrollIntoView({ block: 'nearest' });
      },
      onLeave: () => this.player.arrow.point(null),
    });
    this.pasted = make('textarea', { rows: 3, spellcheck: 'false', autocomplete: 'off', maxlength: 42_000 });
    const share = make('section', { class: 'film-part', 'aria-label': 'Share' },
      make('h3', {}, 'Share'),
      make('div', { class: 'dialog-buttons' },
        makeButton('Copy link to the game', () => void this.copy(this.link())),
        makeButton('Copy link to this board', () => void this.copy(this.film && options.boardLink(this.film, this.player.at))),
        makeButton('Copy game as text', () => void this.copy(this.film && this.film.text))));
    const open = make('section', { class: 'film-part', 'aria-label': 'Open a game' },
      make('label', { class: 'field' }, 'A link or a game’s text from somebody else', this.pasted),
      make('div', { class: 'dialog-buttons' }, makeButton('Open', () => void this.open())));
    this.dialog.body.classList.add('film');
    this.dialog.body.append(
      make('div', { class: 'film-left' }, this.player.element, this.review.here,
        make('div', { class: 'dialog-buttons' }, makeButton('Play on from here', () => {
          if (this.film) options.goOn(this.film, this.player.at);
        }, { class: 'strong' }))),
      make('div', { class: 'film-right' }, this.review.element, share, open));
  }

  closed() {
    this.player.pause();
    this.options.onClose();
  }

  /** Before the film is there. @param {number} share of it that is */
  showProgress(share) {
    this.dialog.open();
    this.dialog.say(`Reading the game: ${Math.floor(share * 100)} %.`);
  }

  /** @param {SharedFilm} film @param {number} at the board to begin with @param {string} notice */
  show(film, at, notice) {
    const another = this.film?.text !== film.text;
    if (another) this.review.forget();
    this.film = film;
    this.dialog.open();
    this.player.load(film, at);
    const reviewed = another ? this.options.reviewed(film) : null;
    if (reviewed) this.review.take(reviewed);
    this.dialog.say(notice);
  }

  link() {
    const link = this.film && this.options.gameLink(this.film.text);
    if (link === null) this.dialog.say('The game is too long for a link: copy it as text.', 'wrong');
    return link;
  }

  async open() {
    try {
      await this.options.read(this.pasted.value);
      this.pasted.value = '';
    } catch (error) {
      this.dialog.say(error instanceof Error ? error.message : String(error), 'wrong');
    }
  }

  /** @param {string | null} text */
  async copy(text) {
    if (text === null) return;
    const copied = await this.options.copy(text);
    if (copied) this.dialog.say('Copied.');
    else this.dialog.say(`This browser does not let the page copy. Copy it by hand: ${text}`);
  }
}
