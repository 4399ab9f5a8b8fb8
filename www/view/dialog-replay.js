// The Replay dialog: shows a game move by move, shares it, continues it from any board, reviews it, and opens pasted games.

import { Dialog } from './dialog.js';
import { make, makeButton } from './element.js';
import { readFile, saveFile } from './file.js';
import { Player } from './player.js';
import { ReviewView } from './review.js';

/** @import { ReplayLike } from './player.js' */
/** @import { ReviewLike } from './review.js' */

/** The maximum size of a file, in bytes. */
const LONGEST_FILE = 4_000_000;

/**
 * @typedef {ReplayLike & { text: string }} SharedReplay `text`: the text of the game
 */

export class ReplayDialog {
  /**
   * @param {{
   *   still: () => boolean, read: (pasted: string) => Promise<void>, forms: [form: string, words: string][],
   *   write: (replay: any, form: string) => string, goOn: (replay: any, at: number) => void,
   *   practice: (replay: any, at: number) => void,
   *   gameLink: (text: string) => string | null, boardLink: (replay: any, at: number) => string,
   *   copy: (text: string) => Promise<boolean>, onClose: () => void,
   *   review: (replay: any, ply: number, onChange: () => void) => ReviewLike | null, reviewed: (replay: any) => ReviewLike | null
   * }} options `read` and `write`: open pasted text, and write a game in one of the `forms`, or throw an Error with a
   *   message for the player; `review`: null if the AI is switched off; `reviewed`: the saved review of a replay, if there is one
   */
  constructor(options) {
    this.options = options;
    /** @type {SharedReplay | null} */
    this.replay = null;
    this.dialog = new Dialog({ id: 'replay', title: 'Replay and review', wide: true, onClose: () => this.closed() });
    this.player = new Player({ still: options.still, onAt: (at) => this.review.showAt(at) });
    this.review = new ReviewView({
      start: (ply, onChange) => (this.replay ? options.review(this.replay, ply, onChange) : null),
      onPick: (at, better) => {
        this.player.go(at);
        this.player.arrow.point(better);
        this.player.element.scrollIntoView({ block: 'nearest' });
      },
      onLeave: () => this.player.arrow.point(null),
    });
    this.pasted = make('textarea', { rows: 3, spellcheck: 'false', autocomplete: 'off' });
    this.form = make('select', {}, ...options.forms.map(([value, words]) => make('option', { value }, words)));
    this.dialog.body.classList.add('replay');
    this.dialog.body.append(
      make('div', { class: 'replay-left' }, this.player.element, this.review.here,
        make('div', { class: 'dialog-buttons' }, makeButton('Continue from here', () => {
          if (this.replay) options.goOn(this.replay, this.player.at);
        }, { class: 'strong' }), makeButton('Practice from here', () => {
          if (this.replay) options.practice(this.replay, this.player.at);
        }, { title: 'Play this board again with the coach' }))),
      make('div', { class: 'replay-right' }, this.review.element, this.makeShare(), this.makeOpen()));
  }

  makeShare() {
    const { boardLink } = this.options;
    return make('section', { class: 'replay-part', 'aria-label': 'Share' },
      make('h3', {}, 'Share'),
      make('div', { class: 'dialog-buttons' },
        makeButton('Copy game link', () => void this.copy(this.link())),
        makeButton('Copy board link', () => void this.copy(this.replay && boardLink(this.replay, this.player.at)))),
      make('div', { class: 'fields' },
        make('label', { class: 'field' }, 'Format', this.form),
        makeButton('Copy game', () => void this.copy(this.written())),
        makeButton('Save as file', () => {
          const text = this.written();
          if (text !== null) saveFile(text, `2048-${this.form.value}.txt`);
        })));
  }

  makeOpen() {
    const file = make('input', { type: 'file', accept: '.txt,.vrs,text/plain' });
    file.addEventListener('change', async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      if (chosen.size > LONGEST_FILE) this.dialog.say('That file is too large. A game has at most 4 MB.', 'wrong');
      else await this.open(await readFile(chosen));
      file.value = ''; // the same file can be chosen again
    });
    return make('section', { class: 'replay-part', 'aria-label': 'Open a game' },
      make('label', { class: 'field' }, 'Paste a link, a saved game, a 2048verse replay or a move list', this.pasted),
      make('div', { class: 'dialog-buttons' }, makeButton('Open', async () => {
        if (await this.open(this.pasted.value)) this.pasted.value = '';
      })),
      make('label', { class: 'field' }, 'Or choose a file', file));
  }

  closed() {
    this.player.pause();
    this.options.onClose();
  }

  /** Shows the progress of loading the replay. @param {number} share */
  showProgress(share) {
    this.dialog.open();
    this.dialog.say(`Loading the game: ${Math.floor(share * 100)}%`);
  }

  /** @param {SharedReplay} replay @param {number} at the first board to show @param {string} notice */
  show(replay, at, notice) {
    const another = this.replay?.text !== replay.text;
    if (another) this.review.forget();
    this.replay = replay;
    this.dialog.open();
    this.player.load(replay, at);
    const reviewed = another ? this.options.reviewed(replay) : null;
    if (reviewed) this.review.take(reviewed);
    this.dialog.say(notice);
  }

  link() {
    const link = this.replay && this.options.gameLink(this.replay.text);
    if (link === null) this.dialog.say('This game is too long for a link. Copy the game or save it as a file instead.', 'wrong');
    return link;
  }

  /** The game in the chosen form. @returns {string | null} null if that form cannot hold it */
  written() {
    try {
      return this.replay && this.options.write(this.replay, this.form.value);
    } catch (error) {
      this.dialog.say(wordsOf(error), 'wrong');
      return null;
    }
  }

  /** @param {string} text @returns {Promise<boolean>} whether it was a game */
  async open(text) {
    try {
      await this.options.read(text);
      return true;
    } catch (error) {
      this.dialog.say(wordsOf(error), 'wrong');
      return false;
    }
  }

  /** @param {string | null} text */
  async copy(text) {
    if (text === null) return;
    const copied = await this.options.copy(text);
    if (copied) this.dialog.say('Copied.');
    else this.dialog.say(`Your browser blocked copying. Select and copy this text: ${text}`);
  }
}

/** @param {unknown} error */
function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
