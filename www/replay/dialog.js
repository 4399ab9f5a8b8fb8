// The Replay dialog: shows a game move by move, shares it, continues it from any board, and reviews it.

import { explainMistakes } from './review.js';
import { dayInWords, dayOfGame } from '../game/daily.js';
import * as link from '../game/link.js';
import { FORMS, writeForm } from '../game/replay-forms.js';
import { Replay } from '../game/replay.js';
import { takeOver } from '../ai/acts.js';
import { closeDialog } from '../shared/dialogs.js';
import { notify } from '../shared/notices.js';
import { continueFrom, openReplay, pause, playShared, practice } from './viewer.js';
import { inMoves, inPoints, percent, t, translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { buttonRow, make } from '../shared/element.js';
import { saveFile } from '../shared/file.js';
import { makeViewer } from './viewer-view.js';
import { makeReview } from './review-view.js';
import { addressOf, share } from '../shared/share.js';

/** @import { App } from '../game/app.js' */
/** @import { Form } from '../game/replay-forms.js' */
/** @import { Players } from '../game/record.js' */

export default class ReplayDialog {
  /** @param {App} app */
  constructor(app) {
    const { state } = app;
    this.state = state;
    /** Aborts loading a game when the dialog is closed or another game is opened. */
    this.reading = new AbortController();
    /** Who made the moves of a shared game. @type {Players | undefined} */
    this.by = undefined;
    this.dialog = new Dialog({
      id: 'replay',
      title: 'Replay and review',
      wide: true,
      onClose: () => {
        pause(state);
        this.reading.abort();
      },
    });
    explainMistakes(app);
    this.dialog.body.classList.add('replay');
    const { share: sharing, form } = this.makeShare();
    const viewer = makeViewer(state, sharing);
    const review = makeReview(app, () =>
      // On a phone the board is above the list, out of sight.
      viewer.element.scrollIntoView({ block: 'nearest', behavior: state.still.value ? 'auto' : 'smooth' }),
    );
    const goOn = this.act('Play from here', (replay, at) => continueFrom(state, replay, at));
    const coached = app.has('coach')
      ? [this.act('Play from here with the coach', (replay, at) => practice(state, replay, at))]
      : [];
    // From a board without a move nothing goes on.
    effect(() => {
      const { value } = state.viewer;
      const isOver = value.kind === 'open' && value.replay.isOver(value.at);
      for (const button of [goOn, ...coached]) button.hidden = isOver;
      goOn.classList.toggle('strong', value.kind === 'open' && value.replay.playedHere);
    });
    this.dialog.body.append(
      make('div', { class: 'replay-left' }, viewer.element, review.here, goOn),
      make(
        'div',
        { class: 'replay-right' },
        review.element,
        make('details', {}, make('summary', {}, 'More'), viewer.more, buttonRow(...coached), form),
      ),
    );
  }

  /**
   * A button that acts on the board that is shown.
   * @param {string} label
   * @param {(replay: Replay, at: number) => unknown} act
   * @param {Record<string, string>} [attributes]
   */
  act(label, act, attributes) {
    const press = () => {
      const { value } = this.state.viewer;
      return value.kind === 'open' && act(value.replay, value.at);
    };
    return this.dialog.button(label, press, attributes);
  }

  /** The button, and in More the choice of what it shares, with the same button beside it. */
  makeShare() {
    const { dialog } = this;
    const kinds = {
      game: translatable('Link to this game'),
      board: translatable('Link to this board'),
      ...FORMS,
    };
    const kind = make(
      'select',
      {},
      ...Object.entries(kinds).map(([value, words]) => make('option', { value }, words)),
    );
    const written = (/** @type {Replay} */ replay) => writeForm(replay, /** @type {Form} */ (kind.value));
    const save = this.act('Save as file', (replay) => saveFile(written(replay), `2048-${kind.value}.txt`));
    const isForm = () => Object.hasOwn(FORMS, kind.value);
    // A link is no file.
    kind.addEventListener('change', () => (save.hidden = !isForm()));
    save.hidden = true;
    const makeShareButton = () =>
      this.act('Share', (replay, at) =>
        share(
          isForm() ? { text: written(replay) } : { url: addressOf(this.hashOf(replay, at, kind.value)) },
          (words) => dialog.say(words),
        ),
      );
    const form = make(
      'div',
      { class: 'fields' },
      make('label', { class: 'field' }, 'Share as', kind),
      makeShareButton(),
      save,
    );
    return { share: makeShareButton(), form };
  }

  /**
   * The link to a game, or to the board that is shown.
   * @param {Replay} replay @param {number} at @param {string} kind
   */
  hashOf(replay, at, kind) {
    const { rows, cols, text, players, undone } = replay;
    if (kind === 'board') return link.boardLink({ ranks: replay.ranks(at), rows, cols }, replay.score(at));
    const hash = link.gameLink(text, this.by ?? (undone ? 'shared' : players));
    if (hash) return hash;
    throw new Error('This game is too long for a link. Copy the game or save it as a file instead.');
  }

  async open() {
    const { state } = this;
    const { value } = state.dialog;
    if (value.name !== 'replay') return;
    const { shown } = value;
    const { game, players, undone } = state.session;
    this.by = shown.kind === 'shared' ? shown.by : undefined;
    this.dialog.heading.textContent = t(shown.kind === 'shared' ? 'A shared game' : 'Replay and review');
    takeOver(state);
    try {
      if (shown.kind === 'current') await this.show(game.toText(), 'end', '', { players, undone });
      else if (shown.kind === 'kept') await this.show(shown.text, 'end', '', shown);
      else {
        const replay = await this.show(shown.text, 'start', 'Play it back, or play from any board.');
        if (!replay) return;
        playShared(state);
        this.sayDay(replay);
      }
    } catch (error) {
      closeDialog(state, 'replay');
      const message = error instanceof Error ? error.message : String(error);
      notify(
        state,
        shown.kind === 'shared'
          ? t('The shared game couldn’t be opened: {message}', { message })
          : `${message}.`,
      );
    }
  }

  /** Says what a shared game of a daily board proves. @param {Replay} replay */
  sayDay(replay) {
    const { moves, text } = replay;
    const day = dayOfGame(text);
    if (!day) return;
    this.dialog.say(
      t('Daily board of {day}: {points} in {moves}. Verified by replay.', {
        day: dayInWords(day),
        points: inPoints(replay.score(moves)),
        moves: inMoves(moves),
      }),
    );
  }

  /**
   * @param {string} text of a game
   * @param {'start' | 'end'} at the first board to show
   * @param {string} notice
   * @param {{ players?: Players, undone?: boolean }} [played] here
   * @returns {Promise<Replay | undefined>} undefined: the dialog was closed meanwhile
   */
  async show(text, at, notice, { players, undone } = {}) {
    this.reading.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const onProgress = (/** @type {number} */ share) => {
      this.dialog.open();
      this.dialog.say(t('Loading the game: {share}', { share: percent(share) }));
    };
    try {
      const replay = await Replay.of(this.state.Game, text, { onProgress, signal, players, undone });
      if (signal.aborted) return undefined;
      openReplay(this.state, replay, at === 'start' ? 0 : replay.moves);
      this.dialog.open();
      this.dialog.say(notice);
      return replay;
    } catch (error) {
      if (!signal.aborted) throw error;
      return undefined;
    }
  }
}
