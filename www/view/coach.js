// Shows the coach's messages: the grade of the last move with its reason, in the AI's line and for screen readers, and the bar
// of the expected score beside the board.

import { percent, plural, short, t, translatable, whole } from '../text/text.js';
import { make, writeText } from './element.js';
import { directionInWords, valueInWords } from './phrases.js';

/** @import { SummaryView } from './summary.js' */
/** @import { Outlook } from '../game/coach.js' */
/** @import { Rating } from '../game/rating.js' */
/** @import { Reason } from '../game/reasons.js' */
/** The label of each grade; `other` has none. @type {Record<string, string>} */
const GRADES = {
  best: translatable('Best move.'),
  good: translatable('Good move'),
  inaccuracy: translatable('Inaccuracy'),
  mistake: translatable('Mistake'),
  blunder: translatable('Blunder'),
};

/** @param {Rating} rating @returns {string} */
export function ratingInWords({ grade, played, best, loss }) {
  const said = {
    best: directionInWords(best),
    played: directionInWords(played),
    grade: t(GRADES[grade] ?? ''),
    loss: valueInWords(loss),
  };
  if (grade === 'best') return said.grade;
  if (grade === 'other') return t('The AI would have played {best}, not {played}.', said);
  return t('{grade} (−{loss}). {best} was better.', said);
}

/** @param {Reason} reason @param {Rating} rating @returns {string} */
export function reasonInWords(reason, { played, best }) {
  const [bad, better] = [directionInWords(played), directionInWords(best)];
  const tile = 'rank' in reason ? String(2 ** reason.rank) : '';
  switch (reason.kind) {
    case 'one-move':
      return t('Only one move is possible after {bad}.', { bad });
    case 'corner':
      return t('{bad} moved the {tile} out of its corner.', { bad, tile });
    case 'merge':
      return t('{better} would have made a {tile} right away.', { better, tile });
    case 'line':
      return t('{bad} broke up the sorted edge.', { bad });
    case 'trap':
      return t('{bad} trapped a {tile} between much larger tiles.', { bad, tile });
    // The new tile takes one of the cells.
    case 'space':
      return plural(
        reason.better - 1,
        '{better} would have left {n} empty cell, not {less}.',
        '{better} would have left {n} empty cells, not {less}.',
        { better, less: reason.left - 1 },
      );
  }
}

/** @param {Rating} rating @returns {string} */
export function warningInWords({ played, share }) {
  return t(
    '{played} would cost you {share} of your expected remaining points. Make the same move again to play it anyway.',
    { played: directionInWords(played), share: percent(share) },
  );
}

/** @param {Outlook} outlook @returns {string} */
export function outlookInWords({ made, end, most }) {
  return t('Expected final score: {end} ({made} so far). Highest estimate in this game: {most}.', {
    end: whole(end),
    made: whole(made),
    most: whole(most),
  });
}

export class CoachView {
  /** @param {{ summary: SummaryView, frame: HTMLElement, region: HTMLElement }} parts `frame`: of the board; `region`: read out politely */
  constructor({ summary, frame, region }) {
    this.summary = summary;
    this.region = region;
    this.made = make('span', { class: 'outlook-made' });
    this.rest = make('span', { class: 'outlook-rest' });
    this.bar = make('div', { class: 'outlook', role: 'img', hidden: true }, this.rest, this.made);
    frame.append(this.bar);
    this.forget();
  }

  /** Removes what was said of a move, because another board is shown. */
  forget() {
    this.region.textContent = '';
    this.summary.invite('The coach rates every move.');
  }

  /** @param {Rating} rating @param {Reason | null} reason */
  showRating(rating, reason) {
    this.say(
      [ratingInWords(rating), reason && reasonInWords(reason, rating)].filter(Boolean).join(' '),
      rating.grade,
    );
  }

  /** @param {Rating} rating of a move that has not been made */
  warn(rating) {
    this.say(warningInWords(rating), 'blunder');
  }

  /** @param {string} text @param {string} grade */
  say(text, grade) {
    this.summary.grade(text, grade);
    // Screen readers skip a repeated sentence, so an invisible character makes it different.
    writeText(this.region, this.region.textContent === text ? `${text}\u200b` : text);
  }

  /** @param {Outlook | null} outlook null if the AI's values are not points */
  showOutlook(outlook) {
    this.bar.hidden = outlook === null;
    this.summary.expect(outlook && short(outlook.end));
    if (!outlook) return;
    const { made, end, most } = outlook;
    const words = outlookInWords(outlook);
    this.bar.setAttribute('aria-label', words);
    this.bar.title = words;
    this.rest.style.transform = `scaleY(${(end / Math.max(1, most)).toFixed(4)})`;
    this.made.style.transform = `scaleY(${(made / Math.max(1, most)).toFixed(4)})`;
  }

  end() {
    this.bar.remove();
    this.region.textContent = '';
    this.summary.expect(null);
    this.summary.invite(null);
  }
}
