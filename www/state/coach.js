// The coach: rates every move of the player by what the AI knew of the board. ../ask/coach.js asks the AI.

import { rate } from '../game/rating.js';
import { reasonFor } from '../game/reasons.js';
import { slideOn } from '../game/slide.js';
import { batch } from '../vendor/signals-core.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Rating } from '../game/rating.js' */
/** @import { Board, Coach, Outlook, Said, State } from './state.js' */

/** Moves with these grades get a reason. */
const EXPLAINED = ['inaccuracy', 'mistake', 'blunder'];

/** The board after a move, and what is possible there. @typedef {{ possible: boolean[] }} After */

/** @param {State} state @param {boolean} on */
export function switchCoach(state, on) {
  if (on === (state.coach.value.kind === 'on')) return;
  batch(() => {
    state.coach.value = on
      ? { kind: 'on', known: 'nothing', said: { kind: 'nothing' }, outlook: 'unknown', warned: '' }
      : { kind: 'off' };
    state.summary.value = { kind: 'invitation' };
  });
}

/** @param {State} state @param {Partial<Extract<Coach, { kind: 'on' }>>} change */
function set({ coach }, change) {
  if (coach.value.kind === 'on') coach.value = { ...coach.value, ...change };
}

/** The AI has evaluated a board for the coach. @param {State} state @param {{ board: Board, report: Report } | 'nothing'} known */
export const knows = (state, known) => set(state, { known });

/** @param {State} state @param {Outlook | 'unknown'} outlook */
export const expects = (state, outlook) => set(state, { outlook });

/** @param {State} state @param {Said} said */
function tell(state, said) {
  batch(() => {
    set(state, { said });
    state.summary.value = { kind: 'coach' };
  });
}

/** The player wants to hear the last words again. @param {State} state */
export function repeatWords({ again }) {
  again.value++;
}

/** Rates a move of the player. @param {State} state @param {Board} board before it @param {Report} report about it @param {number} played @param {After} after */
export function rateMove(state, board, report, played, after) {
  const rating = rate(report, played);
  if (!rating) return;
  const reason = EXPLAINED.includes(rating.grade) ? whyWorse(state, board, rating, after) : null;
  tell(state, { kind: 'rating', rating, reason: reason ?? 'none' });
}

/** @param {State} state @param {Board} board @param {Rating} rating @param {After} after */
function whyWorse({ Game }, board, rating, { possible }) {
  const [played, best] = [rating.played, rating.best].map((direction) => slideOn(Game, board, direction));
  const { ranks: before, rows, cols } = board;
  return played && best ? reasonFor({ before, rows, cols, played, best, possible }) : null;
}

/**
 * Whether to make a move of the player at once. If warnings are on, a known blunder is made only when it is repeated.
 * @param {State} state @param {number} direction @returns {boolean}
 */
export function mayMove(state, direction) {
  const { coach, game, session, settings } = state;
  const { revision } = game.value;
  const now = coach.value;
  if (now.kind === 'off' || !settings.value.askBlunder) return true;
  if (now.known === 'nothing' || now.known.board.revision !== revision) return true;
  const rating = session.possible()[direction] ? rate(now.known.report, direction) : null;
  const move = `${revision} ${direction}`;
  if (rating?.grade !== 'blunder' || now.warned === move) return true;
  set(state, { warned: move });
  tell(state, { kind: 'warning', rating });
  return false;
}
