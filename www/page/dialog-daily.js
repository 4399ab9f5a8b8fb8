// The Daily board dialog: today's result with the streak and the AI's score, a text to share, and the end of a try.

import { shareText, streakOf } from '../game/daily.js';
import { gameLink } from '../game/link.js';
import { PlayersClient } from '../players/worker-client.js';
import { openDialog } from '../state/dialogs.js';
import { dates, plural, t, translatable, whole } from '../text/text.js';
import { Dialog } from '../view/dialog.js';
import { make, makeButton } from '../view/element.js';
import { addressOf } from './sharing.js';

/** @import { GameRecord } from '../pkg/afterstate.js' */
/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { Daily } from './daily.js' */
/** @import { GamePage } from './game-page.js' */

/** Plays a game in about a second on a desktop's core. */
const STRATEGY = 'expectimax:ply=3';

const date = dates({ dateStyle: 'long', timeZone: 'UTC' });

export default class DailyDialog {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.daily = /** @type {Daily} */ (page.daily);
    this.dialog = new Dialog({ id: 'daily', title: 'Daily board' });
    /** The AI's game, once it was requested. @type {Promise<GameRecord> | null} */
    this.ai = null;
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
        ...(result ? [make('dt', {}, 'AI (built-in)'), this.aiWords] : []),
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
    const { score, largestRank } = await (this.ai ??= this.playAi());
    this.aiWords.textContent = t('{score}, {tile} tile', { score, tile: String(2 ** largestRank) });
    this.text.textContent = shareText(day, result, ranks, link, String(score));
  }

  /** @returns {Promise<GameRecord>} the AI's game with the same seed */
  async playAi() {
    const client = new PlayersClient();
    try {
      return await client.ask({ ask: 'play', strategy: STRATEGY, rows: 4, cols: 4, seed: this.daily.seed });
    } catch (error) {
      this.ai = null; // the next call tries again
      throw error;
    } finally {
      client.end();
    }
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
