// The Replay dialog: shows a game move by move, shares it, continues it from any board, and
// reviews it.

import { dayOfGame } from '../game/daily.js';
import * as link from '../game/link.js';
import { FORMS, writeForm } from '../game/replay-forms.js';
import { Replay } from '../game/replay.js';
import { keepFindings } from '../state/history.js';
import { review } from '../ask/review.js';
import { takeOver } from '../state/ai.js';
import { beginGame } from '../state/game.js';
import { notify } from '../state/notices.js';
import { percent, t } from '../text/text.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { saveFile } from '../view/file.js';
import { Player } from '../view/player.js';
import { ReviewView } from '../view/review.js';
import { addressOf, practice } from './sharing.js';

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Findings } from '../game/findings.js' */
/** @import { Form } from '../game/replay-forms.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { State } from '../state/state.js' */

export default class ReplayDialog {
  /** @param {State} state @param {() => Promise<EngineClient>} reviewer starts an engine for a review */
  constructor(state, reviewer) {
    this.state = state;
    this.reviewer = reviewer;
    /** Aborts loading a game when the dialog is closed or another game is opened. */
    this.reading = new AbortController();
    /** @type {Replay | null} */
    this.replay = null;
    this.dialog = new Dialog({
      id: 'replay',
      title: 'Replay and review',
      wide: true,
      onClose: () => {
        this.player.pause();
        this.reading.abort();
      },
    });
    this.player = new Player({ still: () => state.still.value, onAt: (at) => this.review.showAt(at) });
    this.review = new ReviewView({
      start: (signal, onFindings) => this.startReview(signal, onFindings),
      onPick: (at, better) => {
        this.player.go(at);
        this.player.arrow.point(better);
        this.player.element.scrollIntoView({ block: 'nearest' });
      },
      onLeave: () => this.player.arrow.point(null),
    });
    this.form = make(
      'select',
      {},
      ...Object.entries(FORMS).map(([value, words]) => make('option', { value }, words)),
    );
    this.dialog.body.classList.add('replay');
    this.dialog.body.append(
      make(
        'div',
        { class: 'replay-left' },
        this.player.element,
        this.review.here,
        make(
          'div',
          { class: 'dialog-buttons' },
          this.act(
            'Continue from here',
            (replay, at) =>
              this.leaveFor(
                replay.gameAt(at),
                at === replay.moves ? 'Continuing the game.' : t('Continuing after move {at}.', { at }),
                replay.aided,
              ),
            { class: 'strong' },
          ),
          this.act('Practice from here', (replay, at) => practice(state, this.dialog, replay, at), {
            title: 'Play this board again with the coach',
          }),
        ),
      ),
      make('div', { class: 'replay-right' }, this.review.element, this.makeShare()),
    );
  }

  /** A button that acts on the board that is shown. @param {string} label @param {(replay: Replay, at: number) => unknown} act @param {Record<string, string>} [attributes] */
  act(label, act, attributes) {
    return makeButton(
      label,
      () => void this.dialog.attempt(() => this.replay && act(this.replay, this.player.at)),
      attributes,
    );
  }

  makeShare() {
    const written = (/** @type {Replay} */ replay) =>
      writeForm(replay, /** @type {Form} */ (this.form.value));
    return make(
      'section',
      { class: 'replay-part', 'aria-label': 'Share' },
      make('h3', {}, 'Share'),
      make(
        'div',
        { class: 'dialog-buttons' },
        this.act('Copy game link', ({ text }) => {
          const hash = link.gameLink(text);
          if (!hash)
            throw new Error('This game is too long for a link. Copy the game or save it as a file instead.');
          return this.dialog.copy(addressOf(hash));
        }),
        this.act('Copy board link', (replay, at) => {
          const { rows, cols } = replay;
          return this.dialog.copy(
            addressOf(link.boardLink({ ranks: replay.ranks(at), rows, cols }, replay.score(at))),
          );
        }),
      ),
      make(
        'div',
        { class: 'fields' },
        make('label', { class: 'field' }, 'Format', this.form),
        this.act('Copy game', (replay) => this.dialog.copy(written(replay))),
        this.act('Save as file', (replay) => saveFile(written(replay), `2048-${this.form.value}.txt`)),
      ),
    );
  }

  /** @param {string} [text] of a game; without one, the current game is shown @param {{ aided: boolean }} [own] given if it is the player's */
  async open(text, own = text === undefined ? this.state.session : undefined) {
    const { state } = this;
    const { session } = state;
    takeOver(state);
    try {
      const game = text ?? session.game.toText();
      if (own) await this.show(game, 'end', '', own.aided);
      else await this.show(game, 'start', 'A shared game. Play it back, or continue from any board.');
      const day = own ? null : dayOfGame(game);
      if (day && this.replay)
        this.dialog.say(
          t('Daily board of {day}: {score} points in {moves} moves. Verified by replay.', {
            day,
            score: this.replay.score(this.replay.moves),
            moves: this.replay.moves,
          }),
        );
    } catch (error) {
      this.dialog.close();
      const words = error instanceof Error ? error.message : String(error);
      notify(
        state,
        own ? `${words}.` : t('The shared game couldn’t be opened: {message}', { message: words }),
      );
    }
  }

  /** @param {string} text of a game @param {'start' | 'end'} at the first board to show @param {string} notice @param {boolean} [aided] whether the AI made moves in it */
  async show(text, at, notice, aided) {
    this.reading.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const onProgress = (/** @type {number} */ share) => {
      this.dialog.open();
      this.dialog.say(t('Loading the game: {share}', { share: percent(share) }));
    };
    try {
      const replay = await Replay.of(this.state.Game, text, { onProgress, signal, aided });
      if (signal.aborted) return;
      const another = this.replay?.text !== replay.text;
      this.replay = replay;
      if (another) this.review.take(replay, this.findingsOf(replay));
      this.dialog.open();
      this.player.load(replay, at === 'start' ? 0 : replay.moves);
      this.dialog.say(notice);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {InstanceType<GameClass>} game @param {string} notice @param {boolean} [aided] whether the AI made moves in it */
  leaveFor(game, notice, aided) {
    this.dialog.close();
    beginGame(this.state, game, notice, aided);
  }

  /** What the page has found out about this game already. @param {Replay} replay @returns {Findings | 'none'} */
  findingsOf(replay) {
    const story = this.state.story.value;
    return story.kind === 'told' && story.replay.text === replay.text ? story.findings : 'none';
  }

  /** Reviews the game that is shown, with an engine of its own. @param {AbortSignal} signal @param {(findings: Findings) => void} onFindings */
  async startReview(signal, onFindings) {
    const { replay, state } = this;
    if (!replay) return;
    if (state.ai.value === 'off') throw new Error(t('The AI is turned off (engine=off in the address).'));
    const client = await this.reviewer();
    try {
      signal.throwIfAborted();
      keepFindings(replay, await review(replay, client, { signal, onFindings }));
    } finally {
      client.end();
    }
  }
}
