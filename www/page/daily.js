// The page of the daily board (?daily): its first game of a day counts, without undo and AI. Then it can be played freely.
//
// It has its own saved game, so that the game of the normal page stays where it is.

import { dayOf, seedOf } from '../game/daily.js';
import { keepGame, listGames } from '../storage/history.js';
import { Records } from '../storage/record.js';
import { Store } from '../storage/store.js';
import { t } from '../text/text.js';
import { make, makeButton } from '../view/element.js';
import { button, element } from '../view/page.js';

/** @import { KeptGame } from '../storage/history.js' */
/** @import { GamePage } from './game-page.js' */

/** What identifies the counted try of a day in the history. @param {string} day */
const tryOf = (day) => `daily:${day}`;

/** Reads the earlier tries. @returns {Promise<(page: GamePage) => Daily>} makes the daily board of today */
export async function loadDaily() {
  const games = await listGames().catch(() => []);
  return (page) => new Daily(page, games.filter(({ id }) => id.startsWith(tryOf(''))));
}

export class Daily {
  /** @param {GamePage} page @param {KeptGame[]} tries */
  constructor(page, tries) {
    this.page = page;
    this.tries = tries;
    this.day = dayOf(new Date());
    this.seed = seedOf(this.day);
    this.records = new Records(new Store(undefined, 'daily:'));
    this.words = make('p', { role: 'status' });
    // In the place of the goal and, during the try, of New game.
    const goal = /** @type {HTMLElement} */ (element('goal').parentElement);
    goal.hidden = true;
    goal.before(this.words);
    button('new-game').before(makeButton('Result', () => void page.open('daily'), { 'aria-haspopup': 'dialog' }));
    this.show();
  }

  /** Today's counted try, once it has ended. */
  get result() {
    return this.tries.find(({ id }) => id === tryOf(this.day));
  }

  get days() {
    return this.tries.map(({ id }) => id.slice(tryOf('').length));
  }

  /** Whether the game on the page is the counted try. */
  get counted() {
    return this.result === undefined;
  }

  /** The game is over. @returns {boolean} whether it was the counted try */
  ended() {
    const { counted } = this;
    if (counted) this.finish();
    return counted;
  }

  finish() {
    const result = { ...this.page.gameToKeep(), id: tryOf(this.day), name: t('Daily {day}', { day: this.day }) };
    this.tries.push(result);
    keepGame(result).catch((error) => void this.page.toasts.show(error.message));
    this.page.table.showButtons();
    this.page.ai?.showInvitation();
    this.show();
  }

  show() {
    const { result } = this;
    button('new-game').hidden = result === undefined;
    this.words.textContent = result ? t('Daily board: {score} points', { score: result.score }) : t('Daily board: one try, no undo, no AI');
  }
}
