// Shows the review of a game beside its replay: accuracy, biggest mistakes, and better moves.

import { percent, t, translatable, whole } from '../text/text.js';
import { Chart, barTable } from './chart.js';
import { make, makeButton } from './element.js';
import { directionInWords } from './phrases.js';
import { valueInWords } from './search-words.js';

/** @import { Review } from '../game/review.js' */

/** The number of mistakes listed. */
const LISTED = 10;
/** The most rows of the table of values. */
const TABLE_ROWS = 50;
/** The minimum time between drawings while the review runs, in milliseconds. */
const DRAW_EVERY_MS = 200;
/** The search depths to choose from, in plies. @type {[number, string][]} */
const PLIES = [
  [2, translatable('Quick')],
  [3, translatable('Normal')],
  [4, translatable('Deep')],
];

export class ReviewView {
  /**
   * @param {{
   *   start: (ply: number, onChange: () => void) => Review | null,
   *   onPick: (at: number, better: number | null) => void, onLeave: () => void
   * }} options `onPick`: called with a board to show and its better move, if any; `onLeave`: another board is
   *   shown now
   */
  constructor(options) {
    this.options = options;
    /** @type {Review | null} */
    this.review = null;
    this.drawn = -Infinity;
    this.picked = -1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.ply = make(
      'select',
      { 'aria-label': 'Search depth' },
      ...PLIES.map(([ply, label]) => make('option', { value: ply, selected: ply === 3 }, label)),
    );
    this.toggle = makeButton('Review this game', () => this.press());
    this.progress = make('progress', { max: 1, value: 0, 'aria-label': 'Moves reviewed', hidden: true });
    this.summary = make('p', { class: 'review-summary' }, 'Compares each of your moves with the AI’s.');
    /** The verdict on the move from the current board. */
    this.here = make('p', { class: 'review-here' });
    this.chart = new Chart((at) => this.pick(at));
    this.caption = make('p', { class: 'small' });
    this.worst = make('ol', { class: 'review-worst' });
    /** The accuracy by phase, and the mistakes by kind. */
    this.phases = make('div');
    this.table = make('tbody');
    this.results = make(
      'div',
      { class: 'review-results', hidden: true },
      this.caption,
      this.chart.element,
      this.phases,
      make('h4', {}, 'Biggest mistakes'),
      this.worst,
      make(
        'details',
        {},
        make('summary', {}, 'Show values as a table'),
        make(
          'table',
          {},
          make(
            'thead',
            {},
            make(
              'tr',
              {},
              ...[
                translatable('After move'),
                translatable('Value'),
                translatable('Played'),
                translatable('Best'),
                translatable('Loss'),
              ].map((head) => make('th', { scope: 'col' }, head)),
            ),
          ),
          this.table,
        ),
      ),
    );
    this.element = make(
      'section',
      { class: 'replay-part', 'aria-label': 'Review' },
      make('h3', {}, 'Review'),
      make('div', { class: 'dialog-buttons' }, this.ply, this.toggle),
      this.progress,
      this.summary,
      this.results,
    );
  }

  /** Starts over with another replay. */
  forget() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.review?.stop();
    this.review = null;
    this.drawn = -Infinity;
    this.results.hidden = true;
    this.progress.hidden = true;
    this.here.textContent = '';
    this.toggle.textContent = t('Review this game');
    this.summary.textContent = t('Compares each of your moves with the AI’s.');
  }

  press() {
    if (this.review?.state === 'running') {
      this.review.stop();
      return this.draw();
    }
    if (this.review?.state !== 'stopped') {
      this.forget();
      this.review = this.options.start(Number(this.ply.value), () => this.changed());
    }
    if (!this.review) {
      this.summary.textContent = t('The AI is turned off (engine=off in the address).');
      return;
    }
    void this.review.run();
  }

  changed() {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.drawn + DRAW_EVERY_MS - performance.now());
    this.timer = setTimeout(() => this.draw(), wait);
  }

  draw() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { review } = this;
    if (!review) return;
    this.drawn = performance.now();
    const { state, judged, moves, unit } = review;
    this.toggle.textContent = t(
      state === 'running' ? 'Stop' : state === 'stopped' ? 'Continue' : 'Review again',
    );
    this.progress.hidden = state === 'done';
    this.progress.value = moves > 0 ? judged / moves : 1;
    this.results.hidden = judged === 0;
    const words = [];
    if (state === 'failed') words.push(t(review.trouble));
    if (moves === 0) words.push(t('There are no moves to review.'));
    else if (state === 'running' && judged === 0) words.push(t('Starting the AI…'));
    if (judged > 0) {
      words.push(t('Reviewed {judged} of {moves} moves.', { judged, moves }));
      words.push(t('{share} of your moves were as good as the AI’s.', { share: percent(review.accuracy) }));
      // In heuristic units one dead end outweighs the rest of the game, so the mean is meaningless.
      if (unit === 'points')
        words.push(t('Average loss: {loss} points per move.', { loss: amount(review.meanLoss) }));
    }
    this.summary.textContent = words.join(' ');
    if (judged === 0) return;
    const worst = review.worst(LISTED);
    const { values } = review;
    const what =
      unit === 'points'
        ? t('Expected final score by move ({name})', { name: review.name })
        : t('Estimate by move');
    this.caption.textContent = what;
    this.chart.show(
      values,
      worst.map(({ at }) => at),
      t('{what}: {first} at the start, {last} after {n} moves.', {
        what,
        first: valueInWords(Number(values[0])),
        last: valueInWords(Number(values[judged - 1])),
        n: judged - 1,
      }),
    );
    this.worst.replaceChildren(
      ...worst.map((move) =>
        make(
          'li',
          {},
          makeButton(
            t('Move {at}: {played}, not {best}: {loss} lost', {
              at: move.at + 1,
              played: directionInWords(move.played),
              best: directionInWords(move.best),
              loss: amount(move.loss),
            }),
            () => this.pick(move.at),
            { class: 'row' },
          ),
        ),
      ),
    );
    if (state !== 'running') this.drawDetails(review);
    if (this.picked >= 0) this.showAt(this.picked);
  }

  /** @param {Review} review */
  drawDetails(review) {
    const {
      byTile,
      byGrade: { blunder, mistake, inaccuracy },
      unit,
      judged,
      values,
    } = review;
    this.phases.replaceChildren(
      ...(unit === 'points'
        ? [
            make(
              'p',
              {},
              t('Blunders: {blunder}. Mistakes: {mistake}. Inaccuracies: {inaccuracy}.', {
                blunder,
                mistake,
                inaccuracy,
              }),
            ),
          ]
        : []),
      barTable(
        'Accuracy while each tile was the largest',
        byTile.map(({ rank, accuracy }) => ({
          label: whole(2 ** rank),
          share: accuracy,
          words: percent(accuracy),
        })),
      ),
    );
    const step = Math.max(1, Math.ceil(judged / TABLE_ROWS));
    this.table.replaceChildren(
      ...Array.from({ length: Math.ceil(judged / step) }, (_, row) => {
        const { at, played, best, loss } = review.at(row * step);
        return make(
          'tr',
          {},
          ...[
            whole(at),
            valueInWords(Number(values[at])),
            directionInWords(played),
            directionInWords(best),
            amount(loss),
          ].map((text) => make('td', {}, text)),
        );
      }),
    );
  }

  /** @param {number} at */
  pick(at) {
    const { review } = this;
    const move = review && at < review.judged ? review.at(at) : null;
    this.options.onPick(at, move && move.best !== move.played && move.loss > 0 ? move.best : null);
  }

  /** The replay shows the board after `at` moves. @param {number} at */
  showAt(at) {
    if (at !== this.picked) this.options.onLeave();
    this.picked = at;
    this.chart.showAt(at);
    const { review } = this;
    if (!review || at >= review.judged) {
      this.here.textContent = '';
      return;
    }
    const { played, best, loss } = review.at(at);
    this.here.textContent =
      loss > 0
        ? t('You played {played}. {best} is better by {loss}.', {
            played: directionInWords(played),
            best: directionInWords(best),
            loss: amount(loss),
          })
        : t('You played {played}, the best move.', { played: directionInWords(played) });
  }
}

/** Formats a loss with a sensible number of digits. @param {number} loss @returns {string} */
function amount(loss) {
  if (!Number.isFinite(loss)) return t('an unknown number of points');
  return loss === 0 ? '0' : valueInWords(loss);
}
