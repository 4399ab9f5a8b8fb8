// The page of the daily board (?daily): its first game of a day counts, without undo and AI. Then it can be played freely.
//
// It has its own saved game, so that the game of the normal page stays where it is.

import { DailyAi } from '../ask/daily-ai.js';
import { messageOf } from '../engine/protocol.js';
import { dayOf, dayOfGame, seedOf } from '../game/daily.js';
import { USUAL_SIZE } from '../game/size.js';
import { storeAiGame, storedAiGame } from '../storage/ai-games.js';
import { TRY, keepGame, listGames } from '../storage/history.js';
import { Records, readGame } from '../storage/record.js';
import { Store } from '../storage/store.js';
import { openDialog } from '../state/dialogs.js';
import { notify } from '../state/notices.js';
import { t } from '../text/text.js';
import { make, makeButton } from '../view/element.js';
import { button, element } from '../view/page.js';

/** @import { KeptGame } from '../storage/waiting.js' */
/** @import { GamePage } from './game-page.js' */

/** The record of the day whose counted try is being played. */
const BEGUN = 'try';

/** The counted tries in the history, by day. @param {Store} store */
async function readTries(store) {
  const { games } = await listGames(store);
  const tries = games.filter(({ id }) => id.startsWith(TRY));
  return new Map(tries.map((game) => [game.id.slice(TRY.length), game]));
}

/** Reads the earlier tries. @returns {Promise<(page: GamePage) => Daily>} makes the daily board of today */
export async function loadDaily() {
  const tries = await readTries(new Store());
  return (page) => new Daily(page, tries);
}

export class Daily {
  /** @param {GamePage} page @param {Map<string, KeptGame>} tries */
  constructor(page, tries) {
    this.page = page;
    this.tries = tries;
    this.records = new Records(new Store(undefined, 'daily:'));
    this.day = this.unfinished() ?? dayOf(new Date());
    this.seed = seedOf(this.day);
    if (this.counted) this.records.store.write(BEGUN, this.day);
    const { Game, store } = page;
    this.ai = new DailyAi({
      Game,
      seed: this.seed,
      stored: (network) => storedAiGame(store, this.day, network),
      store: (network, game) => storeAiGame(store, this.day, network, game),
    });
    this.words = make('p', { role: 'status' });
    // In the place of the goal and, during the try, of New game.
    const goal = /** @type {HTMLElement} */ (element('goal').parentElement);
    goal.hidden = true;
    goal.before(this.words);
    button('new-game').before(
      makeButton('Result', () => openDialog(page.state, 'daily'), { 'aria-haspopup': 'dialog' }),
    );
    this.show();
  }

  /** Whether the AI plays the same board: not if the address turns it off, or if the network would cost too much. */
  get aiPlays() {
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
    return this.page.urlOptions.engine && !connection?.saveData;
  }

  /** Lets the AI play in the background, for the result. */
  playAi() {
    if (!this.aiPlays) return;
    this.ai.game().catch((error) => console.warn(error));
    addEventListener('pagehide', () => this.ai.end());
  }

  /** The day of a counted try that has begun and whose end is not stored, perhaps before midnight. @returns {string | null} */
  unfinished() {
    const { records, tries, page } = this;
    const day = records.store.read(BEGUN);
    const { rows, cols } = USUAL_SIZE;
    const saved = readGame(records.stored(rows, cols) ?? '');
    if (!day || !saved || tries.has(day) || dayOfGame(saved.game) !== day) return null;
    try {
      const game = page.Game.fromText(saved.game);
      const { moves } = game;
      game.free();
      return moves > 0 ? day : null;
    } catch {
      return null;
    }
  }

  /** The counted try of the day, once it has ended. */
  get result() {
    return this.tries.get(this.day);
  }

  /** Whether the game on the page is the counted try. */
  get counted() {
    return this.result === undefined;
  }

  /** The game is over. @returns {boolean} whether it was the counted try */
  ended() {
    const { counted } = this;
    if (counted) this.finish().catch((error) => notify(this.page.state, messageOf(error)));
    return counted;
  }

  /** Ends the try. Rejects with a message for the player if its result will not survive a reload. */
  async finish() {
    const { store } = this.page;
    const result = {
      ...this.page.gameToKeep(),
      id: TRY + this.day,
      name: t('Daily {day}', { day: this.day }),
    };
    this.take(new Map(this.tries).set(this.day, result));
    await keepGame(store, result);
    this.records.store.remove(BEGUN);
    // If the try has ended in another tab before, that result stays.
    this.take(await readTries(store));
  }

  /** The page is shown again: the try may have ended in another tab, or a new day may have begun. */
  wake() {
    this.offerToday();
    void readTries(this.page.store).then((tries) => this.take(tries));
  }

  /** If a new day has begun, offers its board. A try that has not ended is given up for it. */
  offerToday() {
    if (dayOf(new Date()) === this.day) return;
    notify(this.page.state, 'A new daily board is ready.', {
      label: 'New game',
      act: () => {
        this.records.store.remove(BEGUN);
        location.reload();
      },
    });
  }

  /** @param {Map<string, KeptGame>} tries */
  take(tries) {
    const { page, counted } = this;
    this.tries = tries;
    this.show();
    if (counted === this.counted) return;
    page.state.final.value = this.counted;
    page.showButtons();
    page.ai?.showInvitation();
    void page.ai?.switchCoach(page.state.settings.value.coach);
  }

  show() {
    const { result } = this;
    button('new-game').hidden = result === undefined;
    this.words.textContent = result
      ? t('Daily board: {score} points', { score: result.score })
      : this.day === dayOf(new Date())
        ? t('Daily board: one try, no undo, no AI')
        : t('Daily board of {day}: one try, no undo, no AI', { day: this.day });
  }
}
