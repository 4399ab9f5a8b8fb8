// Connects the Replay dialog: loads the current game or a shared one, makes links, and starts reviews.

import * as link from '../game/link.js';
import { Replay } from '../game/replay.js';
import { readForm, textOf, writeForm } from '../game/replay-forms.js';
import { Review } from '../game/review.js';
import { KeptReview } from '../storage/kept-review.js';
import { ReplayDialog } from '../view/dialog-replay.js';
import { addressOf, copy } from './sharing.js';

/** @import { Position } from '../game/position.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Page } from './dialogs.js' */

/** What a game can be written as, the default first. @type {[form: string, words: string][]} */
const FORMS = [['text', 'Game text'], ['verse', '2048verse'], ['verse-old', '2048verse (old)'], ['list', 'Move list']];

export class ReplayOpener {
  /** @param {Page} page @param {(position: Position, score: number) => InstanceType<GameClass>} gameFrom */
  constructor(page, gameFrom) {
    this.page = page;
    this.gameFrom = gameFrom;
    this.kept = new KeptReview(page.store);
    /** Aborts loading a game when the dialog is closed or another game is opened. */
    this.reading = new AbortController();
    this.dialog = new ReplayDialog({
      still: page.still,
      copy,
      onClose: () => this.reading.abort(),
      read: (pasted) => this.read(pasted),
      forms: FORMS,
      write: (replay, form) => (form === 'text' ? replay.text : writeForm(replay, /** @type {import('../game/replay-forms.js').Form} */ (form))),
      goOn: (replay, at) => this.playFrom(replay, at),
      practice: (replay, at) => this.practice(replay, at),
      gameLink: (text) => {
        const hash = link.gameLink(text);
        return hash && addressOf(hash);
      },
      boardLink: (replay, at) => addressOf(link.boardLink({ ranks: replay.ranks(at), rows: replay.rows, cols: replay.cols }, replay.score(at))),
      review: (replay, ply, onChange) => this.review(replay, ply, onChange),
      reviewed: (replay) => this.findReview(replay),
    });
  }

  /** @param {string | null} shared the text of a shared game; null opens the current one */
  async open(shared) {
    const { pause, session, notify } = this.page;
    pause();
    try {
      if (shared === null) await this.show(session.game.toText(), 'end', '');
      else await this.show(shared, 'start', 'A shared game. Play it back, or continue from any board.');
    } catch (error) {
      this.dialog.dialog.close();
      const words = error instanceof Error ? error.message : String(error);
      notify(shared === null ? `${words}.` : `The shared game couldn’t be opened: ${words}.`);
    }
  }

  /** @param {string} text of a game @param {'start' | 'end'} at @param {string} notice */
  async show(text, at, notice) {
    this.reading.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    try {
      const replay = await Replay.of(this.page.Game, text, { onProgress: (share) => this.dialog.showProgress(share), signal });
      if (!signal.aborted) this.dialog.show(replay, at === 'start' ? 0 : replay.moves, notice);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Opens pasted text. @param {string} pasted @throws with a message for the player */
  async read(pasted) {
    const shared = link.readPasted(pasted);
    if (!shared) return this.readForeign(pasted);
    if (shared.kind === 'game') return this.show(shared.text, 'start', 'A shared game.');
    const game = this.gameFrom(shared.position, shared.score);
    this.dialog.dialog.close();
    this.page.begin(game, 'New game from the shared board.');
  }

  /** Opens a game in the form of another program. @param {string} pasted @throws with a message for the player */
  async readForeign(pasted) {
    const foreign = readForm(pasted);
    if (!foreign) throw new Error('This isn’t a game. Paste a link to this page, a saved game (afterstate/1…), a 2048verse replay (4x4-1_… or replay_…) or a move list (4x4 2@1,2 …).');
    await this.show(await textOf(this.page.Game, foreign), 'start', 'An imported game.');
  }

  /** @param {Replay} replay @param {number} at */
  playFrom(replay, at) {
    this.dialog.dialog.close();
    this.page.begin(replay.gameAt(at), at === replay.moves ? 'Continuing the game.' : `Continuing after move ${at}.`);
  }

  /** Plays a board again with the coach on, as a game of its own. @param {Replay} replay @param {number} at */
  practice(replay, at) {
    const { rows, cols } = replay;
    try {
      const game = this.gameFrom({ ranks: replay.ranks(at), rows, cols }, replay.score(at));
      this.dialog.dialog.close();
      this.page.settings.set('coach', true);
      this.page.begin(game, 'Practice game. The coach rates every move.');
    } catch (error) {
      this.dialog.dialog.say(error instanceof Error ? error.message : String(error), 'wrong');
    }
  }

  /** @param {Replay} replay @param {number} ply @param {() => void} onChange */
  review(replay, ply, onChange) {
    const { reviewer, busy } = this.page;
    return reviewer && new Review({
      replay, engine: reviewer, ply, busy, onChange, onDone: (findings) => this.kept.write(replay.text, findings),
    });
  }

  /** The finished review of an earlier visit. @param {Replay} replay */
  findReview(replay) {
    const { reviewer, busy } = this.page;
    const findings = this.kept.read(replay.text, replay.moves);
    if (!reviewer || !findings) return null;
    const review = new Review({ replay, engine: reviewer, ply: findings.ply, busy, onChange: () => {} });
    review.take(findings);
    return review;
  }
}
