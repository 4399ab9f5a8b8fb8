// What a shared game opens as: what was made, and one button to play the same tiles.

import { labeledBoard } from '../game/board-parts.js';
import { dayOf } from '../game/daily.js';
import { beginGame } from '../game/acts.js';
import { gameLink } from '../game/link.js';
import { gameFrom } from '../game/position.js';
import { Dialog } from '../shared/dialog.js';
import { openDialog } from '../shared/dialogs.js';
import { buttonRow, make, makeButton, writeText } from '../shared/element.js';
import { addressOf } from '../shared/share.js';
import { dates, inPoints, t } from '../shared/text.js';
import { madeInWords } from './words.js';

/** @import { App } from '../game/app.js' */
/** @import { OpenChallenge, SharedBoard } from '../game/types.js' */

const dateFormat = dates({ dateStyle: 'long', timeZone: 'UTC' });

/**
 * Where it is played.
 * @param {OpenChallenge} challenge
 * @param {'?daily' | '?challenge' | 'race.html'} place
 */
function placeOf({ text, by, rival }, place) {
  return addressOf(`${place}${gameLink(text, by, rival) ?? ''}`);
}

export default class ChallengeDialog {
  /** @param {App} app */
  constructor({ has, state }) {
    this.has = has;
    this.state = state;
    /** @type {OpenChallenge | SharedBoard | null} */
    this.challenge = null;
    /** Whether it is the daily board of today. */
    this.today = false;
    this.dialog = new Dialog({ id: 'challenge', title: 'A challenge' });
    this.made = make('p', { id: 'challenge-made', class: 'challenge-made' });
    this.words = make('p', { id: 'challenge-words', class: 'challenge-words' });
    // The focus is on the button below them, so screen readers would skip them.
    this.dialog.element.setAttribute('aria-describedby', 'challenge-made challenge-words');
    this.board = make('div', { class: 'challenge-board' });
    this.play = makeButton('', () => this.begin(), { class: 'strong' });
    this.watch = makeButton(
      'Watch the replay',
      () => {
        const { challenge } = this;
        if (challenge?.kind === 'on')
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
    if (challenge.kind === 'board') this.showBoard(challenge);
    else this.showChallenge(challenge);
    this.dialog.open();
    this.play.focus();
  }

  /** @param {OpenChallenge} challenge */
  showChallenge(challenge) {
    writeText(this.dialog.heading, 'A challenge');
    const today = this.has('daily') && challenge.day === dayOf(new Date());
    this.today = today;
    writeText(this.made, madeInWords(challenge));
    writeText(this.words, this.taskOf(challenge));
    writeText(this.play, today ? t('Play today’s board') : t('Play now'));
    // The game to beat would give its tiles away.
    this.watch.hidden = today || !this.has('replay');
    this.board.hidden = today;
    this.board.replaceChildren(labeledBoard(t('Their final board'), challenge.ranks, challenge));
  }

  /** What is to do. @param {OpenChallenge} challenge */
  taskOf({ day, rival, score }) {
    if (this.today)
      return t('This is today’s board: everyone gets the same tiles. Play yours, then compare.');
    // Beside the AI, "it" would be the AI.
    if (rival !== null && this.has('race'))
      return t('Race the same AI on the same tiles. Beat {points}.', { points: inPoints(score) });
    if (day === null || !this.has('daily')) return t('Same tiles. Beat it.');
    return t('The daily board of {day}. Same tiles. Beat it.', { day: dateFormat.format(Date.parse(day)) });
  }

  /** It takes the place of the player's own game only if he plays it. @param {SharedBoard} shared */
  showBoard({ position, score }) {
    writeText(this.dialog.heading, 'A shared board');
    writeText(this.made, inPoints(score));
    writeText(this.words, 'Your own game stays until you play this one. Undo brings it back.');
    writeText(this.play, t('Play from here'));
    this.watch.hidden = true;
    this.board.hidden = false;
    this.board.replaceChildren(labeledBoard('', position.ranks, position));
  }

  begin() {
    const { challenge, state } = this;
    if (challenge?.kind === 'on') {
      const raced = challenge.rival !== null && this.has('race');
      location.assign(placeOf(challenge, this.today ? '?daily' : raced ? 'race.html' : '?challenge'));
    }
    if (challenge?.kind !== 'board') return;
    const game = gameFrom(state.Game, challenge.position, challenge.score);
    beginGame(state, game, 'New game from the shared board.');
  }
}
