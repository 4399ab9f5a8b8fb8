// Shows the review of a game beside its replay: accuracy, biggest mistakes, and better moves.

import { keyMoves } from '../game/findings.js';
import { percent, precisePercent, t, translatable, whole } from '../text/text.js';
import { Chart } from './chart.js';
import { make, makeButton } from './element.js';
import { directionInWords } from './phrases.js';
import { lossInWords } from './search-words.js';

/** @import { Findings } from '../game/findings.js' */
/** @import { Replay } from '../game/replay.js' */

/** The number of mistakes listed. */
const LISTED = 10;
/** The most rows of the table of losses. */
const TABLE_ROWS = 50;
const INVITATION = translatable('Compares each of your moves with the AI’s.');

export class ReviewView {
  /**
   * @param {{
   *   start: (signal: AbortSignal, onFindings: (findings: Findings) => void) => Promise<unknown>,
   *   onPick: (at: number, better: number | null) => void, onLeave: () => void
   * }} options `start`: reviews the game that is shown, or rejects with the reason; `onPick`: a board to show and its better
   *   move, if any; `onLeave`: another board is shown now
   */
  constructor(options) {
    this.options = options;
    /** @type {Findings | 'none'} */
    this.findings = 'none';
    /** @type {Replay | 'none'} */
    this.replay = 'none';
    /** Aborts the review that runs. */
    this.running = new AbortController();
    this.isRunning = false;
    this.picked = -1;
    this.toggle = makeButton('Review this game', () => void this.press());
    this.progress = make('progress', { max: 1, value: 0, 'aria-label': 'Moves reviewed', hidden: true });
    this.summary = make('p', { class: 'review-summary' }, INVITATION);
    /** The verdict on the move from the current board. */
    this.here = make('p', { class: 'review-here' });
    this.chart = new Chart((at) => this.pick(at));
    this.worst = make('ol', { class: 'review-worst' });
    this.table = make('tbody');
    const heads = [
      translatable('After move'),
      translatable('Played'),
      translatable('Best'),
      translatable('Loss'),
      translatable('Expected final score'),
    ];
    this.results = make(
      'div',
      { class: 'review-results', hidden: true },
      make('p', { class: 'small' }, 'Expected final score by move'),
      this.chart.element,
      make('h4', {}, 'Biggest mistakes'),
      this.worst,
      make(
        'details',
        {},
        make('summary', {}, 'Show values as a table'),
        make(
          'table',
          {},
          make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
          this.table,
        ),
      ),
    );
    this.element = make(
      'section',
      { class: 'replay-part', 'aria-label': 'Review' },
      make('h3', {}, 'Review'),
      make('div', { class: 'dialog-buttons' }, this.toggle),
      this.progress,
      this.summary,
      this.results,
    );
  }

  /** Starts over with another replay. @param {Replay} replay @param {Findings | 'none'} findings of it, if it was reviewed before */
  take(replay, findings) {
    this.running.abort();
    this.isRunning = false;
    this.replay = replay;
    this.findings = findings;
    this.picked = -1;
    this.here.textContent = '';
    this.draw('');
  }

  async press() {
    if (this.isRunning) {
      this.running.abort();
      this.isRunning = false;
      return this.draw('');
    }
    if (this.replay === 'none' || this.replay.moves === 0)
      return this.draw(t('There are no moves to review.'));
    this.running = new AbortController();
    const { signal } = this.running;
    this.isRunning = true;
    this.draw(t('Starting the AI…'));
    try {
      await this.options.start(signal, (findings) => {
        if (signal.aborted) return;
        this.findings = findings;
        this.draw('');
      });
    } catch (error) {
      if (signal.aborted) return;
      this.isRunning = false;
      return this.draw(error instanceof Error ? error.message : String(error));
    }
    this.isRunning = false;
    this.draw('');
  }

  /** @param {string} note */
  draw(note) {
    const { findings, replay, isRunning } = this;
    const known = findings !== 'none' && findings.known > 0;
    this.toggle.textContent = t(isRunning ? 'Stop' : known ? 'Review again' : 'Review this game');
    this.progress.hidden = !isRunning;
    this.results.hidden = !known || findings.network === '';
    if (findings === 'none' || !known || replay === 'none') {
      this.summary.textContent = note || t(INVITATION);
      return;
    }
    this.progress.value = findings.share;
    this.summary.textContent = note || summaryOf(findings);
    if (findings.network === '') return;
    const worst = keyMoves(findings, LISTED);
    this.chart.show(
      findings.expected,
      worst,
      t('Expected final score by move, {end} in the end', { end: whole(replay.score(replay.moves)) }),
    );
    this.worst.replaceChildren(...worst.map((at) => make('li', {}, this.makeLine(at, replay, findings))));
    this.table.replaceChildren(...rowsOf(replay, findings));
    if (this.picked >= 0) this.showAt(this.picked);
  }

  /** @param {number} at @param {Replay} replay @param {Findings} findings */
  makeLine(at, replay, findings) {
    const words = t('Move {at}: {played}, not {best} ({loss})', {
      at: at + 1,
      played: directionInWords(replay.direction(at) ?? 0),
      best: directionInWords(findings.best[at] ?? 0),
      loss: lossInWords(findings.losses[at] ?? 0),
    });
    return makeButton(words, () => this.pick(at), { class: 'row' });
  }

  /** @param {number} at */
  pick(at) {
    const { findings } = this;
    const best = findings === 'none' ? 255 : (findings.best[at] ?? 255);
    this.options.onPick(at, best === 255 ? null : best);
    this.picked = at;
    this.showAt(at);
  }

  /** The board after `at` moves is shown. @param {number} at */
  showAt(at) {
    const { findings, replay } = this;
    if (at !== this.picked) {
      this.picked = -1;
      this.options.onLeave();
    }
    this.chart.showAt(at);
    this.here.textContent = '';
    if (findings === 'none' || replay === 'none') return;
    const loss = findings.losses[at] ?? NaN;
    if (Number.isNaN(loss)) return;
    const said = {
      played: directionInWords(replay.direction(at) ?? 0),
      best: directionInWords(findings.best[at] ?? 0),
      loss: lossInWords(loss),
    };
    this.here.textContent =
      findings.grades[at] === 'best'
        ? t('You played {played}, the best move.', said)
        : t('You played {played}. {best} was better ({loss}).', said);
  }
}

/** @param {Findings} findings @returns {string} */
function summaryOf(findings) {
  const { counts, network, accuracy, known, moves } = findings;
  if (network === '') return t('A review needs one of the networks: choose one in the AI’s panel.');
  const { blunder, mistake, inaccuracy } = counts;
  return [
    findings.share < 1 ? t('Reviewed {judged} of {moves} moves.', { judged: known, moves }) : '',
    t('{share} of the moves were the best or nearly so.', { share: percent(accuracy) }),
    t('Blunders: {blunder}. Mistakes: {mistake}. Inaccuracies: {inaccuracy}.', {
      blunder,
      mistake,
      inaccuracy,
    }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Rows for the moves that cost most, or for all of a short game. @param {Replay} replay @param {Findings} findings */
function rowsOf(replay, findings) {
  const all = Array.from({ length: findings.moves }, (_, at) => at);
  const shown = all.length <= TABLE_ROWS ? all : keyMoves(findings, TABLE_ROWS).sort((a, b) => a - b);
  return shown
    .filter((at) => !Number.isNaN(findings.losses[at]))
    .map((at) =>
      make(
        'tr',
        {},
        ...[
          whole(at),
          directionInWords(replay.direction(at) ?? 0),
          directionInWords(findings.best[at] ?? 0),
          precisePercent((findings.losses[at] ?? 0) / 100),
          Number.isNaN(findings.expected[at]) ? '' : whole(findings.expected[at] ?? 0),
        ].map((text) => make('td', {}, text)),
      ),
    );
}
