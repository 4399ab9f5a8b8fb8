// The Daily board dialog: today's result with the streak and the AI's score, a text to share, and the end of a try.

import { shareText, streakOf } from '../game/daily.js';
import { gameLink } from '../game/link.js';
import { openDialog } from '../state/dialogs.js';
import { dates, plural, t, translatable, whole } from '../text/text.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { addressOf } from './sharing.js';

/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { Daily } from './daily.js' */
/** @import { GamePage } from './game-page.js' */

const date = dates({ dateStyle: 'long', timeZone: 'UTC' });

export default class DailyDialog {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.daily = /** @type {Daily} */ (page.daily);
    this.dialog = new Dialog({ id: 'daily', title: 'Daily board' });
    this.aiWords = make('dd', {}, 'playing…');
    this.text = make('pre', { class: 'daily-share', tabindex: 0, 'aria-label': 'Text to share' });
  }

  async open() {
    this.draw();
    this.dialog.open();
  }

  draw() {
    const { daily, dialog, page } = this;
    const { result, day } = daily;
    const streak = streakOf([...daily.tries.keys()], day);
    const facts = result && {
      [translatable('Score')]: whole(result.score),
      [translatable('Largest tile')]: String(2 ** result.rank),
      [translatable('Moves')]: whole(result.moves),
    };
    dialog.body.replaceChildren(
      make(
        'p',
        {},
        t('{date}. Everyone gets the same tiles. Only your first game counts. It has no undo and no AI.', {
          date: date.format(Date.parse(day)),
        }),
      ),
      make(
        'dl',
        { class: 'facts' },
        ...Object.entries({
          ...facts,
          [translatable('Streak')]: plural(streak, '{n} day', '{n} days'),
        }).flatMap(([name, words]) => [make('dt', {}, name), make('dd', {}, words)]),
        ...(result && daily.aiPlays ? [make('dt', {}, 'AI'), this.aiWords] : []),
      ),
      ...(result ? [this.text] : []),
      make(
        'div',
        { class: 'dialog-buttons' },
        ...(result
          ? [
              makeButton('Share', () => void this.share(), { class: 'strong' }),
              makeButton('Copy', () => void dialog.copy(this.text.textContent ?? '')),
              makeButton('Replay', () => {
                dialog.close();
                openDialog(page.state, 'replay', { game: result.text, own: result });
              }),
            ]
          : [
              makeButton(t('End my try with {score} points', { score: page.session.score }), () => {
                void dialog.attempt(() => daily.finish()).then(() => this.draw());
              }),
            ]),
      ),
    );
    if (result) void dialog.attempt(() => this.show(result));
  }

  /** Writes the text to share, first without the AI's score. @param {KeptGame} result */
  async show(result) {
    const { day } = this.daily;
    const game = this.page.Game.fromText(result.text);
    const ranks = game.ranks();
    game.free();
    const link = addressOf(gameLink(result.text) ?? '');
    this.text.textContent = shareText(day, result, ranks, link, '');
    if (!this.daily.aiPlays) return;
    const { score, rank } = await this.daily.ai.game();
    this.aiWords.textContent = t('{score}, {tile} tile', { score, tile: String(2 ** rank) });
    this.text.textContent = shareText(day, result, ranks, link, String(score));
  }

  async share() {
    const text = this.text.textContent ?? '';
    try {
      await navigator.share({ text });
    } catch (error) {
      // Not supported in this browser, or the player closed its dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await this.dialog.copy(text);
    }
  }
}
