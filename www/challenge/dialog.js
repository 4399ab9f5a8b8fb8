// What a shared game opens as: what was made, and one button to play the same tiles.

import { labeledBoard } from '../game/board-parts.js';
import { dayOf } from '../game/daily.js';
import { gameLink } from '../game/link.js';
import { Dialog } from '../shared/dialog.js';
import { openDialog } from '../shared/dialogs.js';
import { buttonRow, make, makeButton, writeText } from '../shared/element.js';
import { addressOf } from '../shared/sharing.js';
import { t } from '../shared/text.js';
import { madeInWords } from './words.js';

/** @import { App } from '../game/app.js' */
/** @import { OpenChallenge } from '../game/state.js' */

/** Where it is played. @param {OpenChallenge} challenge @param {boolean} today whether on the daily board */
const placeOf = ({ text, by }, today) =>
  addressOf(`${today ? '?daily' : '?challenge'}${gameLink(text, by) ?? ''}`);

export default class ChallengeDialog {
  /** @param {App} app */
  constructor({ has, state }) {
    this.has = has;
    this.state = state;
    /** @type {OpenChallenge | null} */
    this.challenge = null;
    /** Whether it is the daily board of today. */
    this.today = false;
    this.dialog = new Dialog({ id: 'challenge', title: 'A challenge' });
    this.made = make('p', { class: 'challenge-made' });
    this.words = make('p', { class: 'challenge-words' });
    this.board = make('div', { class: 'challenge-board' });
    this.play = makeButton('', () => this.challenge && location.assign(placeOf(this.challenge, this.today)), {
      class: 'strong',
    });
    this.watch = makeButton(
      'Watch the replay',
      () => {
        const { challenge } = this;
        if (challenge)
          openDialog(state, {
            name: 'replay',
            shown: { kind: 'shared', text: challenge.text, by: challenge.by },
          });
      },
      { class: 'quiet' },
    );
    this.dialog.body.append(this.made, this.words, this.board, buttonRow(this.play, this.watch));
  }

  open() {
    const { value } = this.state.dialog;
    if (value.name !== 'challenge') return;
    const { challenge } = value;
    this.challenge = challenge;
    const today = this.has('daily') && challenge.day === dayOf(new Date());
    this.today = today;
    writeText(this.made, madeInWords(challenge));
    writeText(
      this.words,
      today
        ? t('This is today’s board: everyone gets the same tiles. Play yours, then compare.')
        : t('Same tiles. Beat it.'),
    );
    writeText(this.play, today ? t('Play today’s board') : t('Play'));
    // The game to beat would give its tiles away.
    this.watch.hidden = today || !this.has('replay');
    this.board.hidden = today;
    this.board.replaceChildren(labeledBoard(t('Last board'), challenge.ranks, challenge));
    this.dialog.open();
    this.play.focus();
  }
}
