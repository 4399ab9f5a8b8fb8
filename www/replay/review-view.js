// Shows the review of a game beside its replay: accuracy, biggest mistakes, and better moves.

import { expectedOfPlayer, keyMoves } from '../ai/review.js';
import { pressReview, reviewOf, unreviewable } from './review.js';
import { pick } from './viewer.js';
import { about, inMoves, precisePercent, t, translatable, whole } from '../shared/text.js';
import { computed, effect } from '../vendor/signals-core.js';
import { Chart } from '../shared/chart.js';
import { tableHead } from '../shared/table.js';
import { momentOf } from '../ai/reasons.js';
import {
  accuracyInWords,
  lineInWords,
  mistakesInWords,
  ratingInWords,
  reasonInWords,
} from '../ai/rating-words.js';
import { isCriticalGrade } from '../engine/people.js';
import { buttonRow, make, makeButton, replaceRows } from '../shared/element.js';
import { directionInWords } from '../shared/phrases.js';
import { lossInWords, withBrackets } from '../ai/search-words.js';

/** @import { Findings } from '../ai/review.js' */
/** @import { App } from '../game/app.js' */
/** @import { Replay } from '../game/replay.js' */
/** @import { State } from '../game/state.js' */

/** The number of mistakes listed. */
const LISTED = 10;
/** The most rows of the table of losses. */
const TABLE_ROWS = 50;
const INVITATION = translatable('Compares each of your moves with the AI’s.');

/**
 * @param {App} app
 * @param {() => void} onMistake a mistake of the list was chosen, and its board is shown
 * @returns {{ here: HTMLElement, element: HTMLElement }} `here`: the verdict on the move from the board that
 *   is shown
 */
export function makeReview(app, onMistake) {
  const { state } = app;
  /** Of the game in the viewer. */
  const review = computed(() => reviewOf(state));
  const toggle = makeButton('', () => pressReview(app));
  const actions = buttonRow(toggle);
  const progress = make('progress', { max: 1, value: 0, 'aria-label': 'Moves reviewed' });
  const summary = make('p', { class: 'review-summary' });
  /** For screen readers, because the summary changes all the time while the review runs. */
  const said = make('p', { class: 'sr-only', role: 'status' });
  const here = make('p', { class: 'review-here' });
  const chart = new Chart({ onPick: (at) => pick(state, at) });
  const worst = make('ol', { class: 'review-worst' });
  const table = make('tbody');
  const label = make('p', { class: 'small' });
  const results = makeResults(label, chart, worst, table);
  // What has been found comes before the offer to look again; until then the button is on top (replay.css).
  const element = make(
    'section',
    { class: 'replay-part review', 'aria-label': 'Review' },
    make('h3', {}, 'Review'),
    progress,
    summary,
    said,
    results,
    actions,
  );
  effect(() => {
    const { kind, asked, findings = 'none', note = '' } = review.value ?? {};
    const known = findings !== 'none' && findings.known > 0;
    toggle.textContent = t(kind === 'running' ? 'Stop' : known ? 'Review again' : 'Review this game');
    progress.hidden = kind !== 'running';
    progress.value = known ? findings.share : 0;
    const viewer = state.viewer.value;
    const problem = viewer.kind === 'open' ? unreviewable(viewer.replay) : '';
    actions.hidden = problem !== '' || (kind === 'running' && !asked);
    const invitation = viewer.kind === 'open' && isOwn(viewer.replay) ? t(INVITATION) : '';
    summary.textContent = note || (known ? summaryOf(findings) : problem || invitation);
    element.classList.toggle('reviewed', known && kind !== 'running');
  });
  /** Of the review that ran last. @type {(() => void) | undefined} */
  let ran;
  effect(() => {
    const { kind, stop } = review.value ?? {};
    if (kind === 'running') ran = stop;
    const ends = kind !== 'running' && stop !== undefined && stop === ran;
    const says = ends ? summary.textContent : '';
    // The same words again would be read again.
    if (said.textContent !== says) said.textContent = says;
  });
  effect(() => {
    const { findings = 'none' } = review.value ?? {};
    const viewer = state.viewer.value;
    here.textContent =
      findings === 'none' || viewer.kind === 'none'
        ? ''
        : [verdictOn(viewer.replay, findings, viewer.at), whyOf(state.Game, findings, viewer.at)]
            .filter(Boolean)
            .join(' ');
    if (viewer.kind === 'open') chart.showAt(viewer.at);
  });
  effect(() => {
    const { findings = 'none' } = review.value ?? {};
    const viewer = state.viewer.peek();
    results.hidden = findings === 'none' || findings.known === 0 || findings.network === '';
    if (results.hidden || findings === 'none' || viewer.kind === 'none') return;
    const { replay } = viewer;
    const ofPlayer = expectedOfPlayer(findings);
    const isOfPlayer = ofPlayer.length > 0;
    label.textContent = t(
      isOfPlayer ? 'Expected final score with moves like these' : 'Expected final score by move',
    );
    const moves = mistakesOf(findings);
    const end = whole(replay.score(replay.moves));
    chart.show(
      isOfPlayer ? ofPlayer : findings.expected,
      moves,
      t('Expected final score by move, {end} at the end', { end }),
      about,
    );
    chart.showAt(viewer.at);
    replaceRows(
      worst,
      moves.map((at) =>
        make(
          'li',
          {},
          makeButton(
            mistakeInWords(findings, at),
            () => {
              pick(state, at);
              onMistake();
            },
            { class: 'row' },
          ),
        ),
      ),
    );
    table.replaceChildren(...rowsOf(findings));
  });
  return { here, element };
}

/** The costliest moves, in the order of the losses that are shown. @param {Findings} findings */
export const mistakesOf = (findings) =>
  keyMoves(findings, LISTED).sort((a, b) => Number(findings.losses[b]) - Number(findings.losses[a]));

/** @param {HTMLElement} label @param {Chart} chart @param {HTMLElement} worst @param {HTMLElement} table */
function makeResults(label, chart, worst, table) {
  const heads = [
    translatable('Move'),
    translatable('Played'),
    translatable('Best move'),
    translatable('Loss'),
    translatable('Expected final score'),
  ];
  return make(
    'div',
    { class: 'review-results' },
    label,
    chart.framed,
    make('h4', {}, 'Biggest mistakes'),
    worst,
    make(
      'details',
      {},
      make('summary', {}, 'Show values as a table'),
      make('table', {}, tableHead(heads), table),
    ),
  );
}

/**
 * The move that was played on a board, and the best one.
 * @param {Findings} findings
 * @param {number} at
 */
const movesInWords = (findings, at) => ({
  played: directionInWords(findings.replay.direction(at) ?? 0),
  best: directionInWords(findings.best[at] ?? 0),
  loss: lossInWords(findings.losses[at] ?? 0),
});

/** @param {Findings} findings @param {number} at */
const mistakeInWords = (findings, at) =>
  withBrackets(t('Move {at}: {played}, not {best} ({loss})', { at: at + 1, ...movesInWords(findings, at) }));

/** Whether the player made all moves of a game. @param {Replay} replay */
const isOwn = ({ playedHere, players }) => playedHere && players === 'own';

/**
 * @param {Replay} replay
 * @param {Findings} findings
 * @param {number} at
 * @returns {string} empty if the move is not known
 */
export function verdictOn(replay, findings, at) {
  const [grade, loss = NaN, best = 0] = [findings.grades[at], findings.losses[at], findings.best[at]];
  if (!grade || grade === 'even' || Number.isNaN(loss)) return '';
  const words = movesInWords(findings, at);
  const played = replay.direction(at) ?? 0;
  const ai = findings.ofPeople ? findings.aiLosses[at] : undefined;
  if (!isOwn(replay) || (grade === 'good' && ai !== undefined))
    return `${words.played}: ${ratingInWords({ grade, played, best, loss, ai })}`;
  return grade === 'best'
    ? t('You played {played}, the best move.', words)
    : withBrackets(t('You played {played}. {best} was better ({loss}).', words));
}

/**
 * Why another move was better: a fact about the boards, or else how the AI would go on.
 * @param {State['Game']} Game @param {Findings} findings @param {number} at
 * @returns {string} empty if it is not known, or nothing depended on the move
 */
function whyOf(Game, findings, at) {
  const moment = isCriticalGrade(findings.grades[at] ?? null) ? momentOf(Game, findings, at) : null;
  if (!moment) return '';
  if (moment.reason !== 'none') return reasonInWords(moment.reason, moment);
  return moment.lines === 'none' ? '' : lineInWords(moment.lines.better.map(({ move }) => move));
}

/** @param {Findings} findings @returns {string} */
export function summaryOf(findings) {
  const { network, known, moves } = findings;
  if (network === '') return t('A review needs one of the networks: choose one in the AI’s panel.');
  return [
    findings.share === 1
      ? ''
      : known < moves
        ? t('Reviewed {judged} of {moves}.', { judged: known, moves: inMoves(moves) })
        : t('Looking longer at the mistakes: these numbers may still change.'),
    accuracyInWords(findings),
    mistakesInWords(findings),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Rows for the moves that cost most, or for all of a short game.
 * @param {Findings} findings
 */
function rowsOf(findings) {
  const all = Array.from({ length: findings.moves }, (_, at) => at);
  const ofPlayer = expectedOfPlayer(findings);
  const expected = ofPlayer.length > 0 ? ofPlayer : findings.expected;
  const shown = all.length <= TABLE_ROWS ? all : keyMoves(findings, TABLE_ROWS).sort((a, b) => a - b);
  return shown
    .filter((at) => !Number.isNaN(findings.losses[at]))
    .map((at) =>
      make(
        'tr',
        {},
        ...[
          whole(at + 1),
          directionInWords(findings.replay.direction(at) ?? 0),
          directionInWords(findings.best[at] ?? 0),
          precisePercent((findings.losses[at] ?? 0) / 100),
          Number.isNaN(expected[at]) ? '' : about(expected[at] ?? 0),
        ].map((text) => make('td', {}, text)),
      ),
    );
}
