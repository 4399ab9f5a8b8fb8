// Connects the coach with the AI, the board and its messages. Loaded when the coach is switched on.

import { Coach } from '../game/coach.js';
import { reasonFor } from '../game/reasons.js';
import { slideOn } from '../game/slide.js';
import { CoachView } from '../view/coach.js';
import { element } from '../view/page.js';
import { loadStyle } from '../view/style.js';

/** @import { RatedMove } from '../game/coach.js' */
/** @import { AiPanel } from './ai-panel.js' */
/** @import { GamePage } from './game-page.js' */

/** Moves with these grades get a reason. */
const EXPLAINED = ['inaccuracy', 'mistake', 'blunder'];

/** @param {GamePage} page @param {AiPanel} ai @returns {Promise<Coach>} */
export async function startCoach(page, ai) {
  await loadStyle(new URL('../style/coach.css', import.meta.url));
  const { advisor } = ai;
  const { state } = page;
  if (!advisor) throw new Error('The AI is turned off (engine=off in the address).');
  const view = new CoachView({
    summary: ai.analysis.summary,
    frame: element('board'),
    region: element('coach-words'),
  });
  const coach = new Coach({
    client: advisor,
    session: page.session,
    busy: () => state.mode.value !== 'off',
    asks: () => state.settings.value.askBlunder,
    onRating: (move) =>
      view.showRating(move.rating, EXPLAINED.includes(move.rating.grade) ? whyWorse(page, move) : null),
    onOutlook: (outlook) => view.showOutlook(outlook),
    onWarning: (rating) => view.warn(rating),
    onLeft: () => view.forget(),
    onEnd: () => view.end(),
  });
  coach.look();
  return coach;
}

/** @param {GamePage} page @param {RatedMove} move */
function whyWorse({ Game }, { rating, board, after }) {
  const [played, best] = [rating.played, rating.best].map((direction) => slideOn(Game, board, direction));
  const { ranks: before, rows, cols } = board;
  return played && best ? reasonFor({ before, rows, cols, played, best, possible: after.possible }) : null;
}
