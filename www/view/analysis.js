// Shows the AI's evaluation of the board: a bar and a number for each move, the reason for the best move, the expected moves,
// and the details of the search.

import { t } from '../text/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { ARROW, icon, make, writeText } from './element.js';
import { invitation } from './invitation.js';
import { valuesInWords } from './networks.js';
import { element } from './page.js';
import { paced } from './paced.js';
import { DIRECTIONS, directionInWords } from './phrases.js';
import { authorInWords, valueInWords, whyInWords } from './search-words.js';

/** @import { Evaluation, State } from '../state/state.js' */

/** Between two drawings while the AI plays, in milliseconds. */
const EVERY_MS = 120;
/** The shortest bar of a possible move, as a share of the longest. */
const SHORTEST_BAR = 0.12;
/** Shown instead of a missing value: a dash. */
const NO_VALUE = '\u2013';
/** Up, Right, Down, Left. */
const TURN = [0, 90, 180, 270];

/** @param {State} state */
export function showAnalysis(state) {
  const [why, ahead, line, unit] = ['engine-why', 'engine-ahead', 'engine-line', 'values-unit'].map((id) =>
    element(id),
  );
  if (!why || !ahead || !line || !unit) return;
  const rows = DIRECTIONS.map((name, direction) => makeRow(name, TURN[direction] ?? 0));
  element('values').replaceChildren(...rows.map(({ item }) => item));

  const draw = paced(EVERY_MS, () => {
    const evaluation = untracked(() => state.evaluation.value);
    for (const [direction, row] of rows.entries()) drawRow(row, direction, evaluation);
    writeText(why, evaluation.kind === 'known' ? whyInWords(evaluation.report) : '');
    ahead.replaceChildren(...aheadOf(evaluation));
    // Without values, the unit is that of the next ones.
    if (evaluation.kind === 'known')
      writeText(unit, valuesInWords(evaluation.report.by ?? null, evaluation.report.values));
  });
  effect(() => draw(state.evaluation.value.kind === 'none'));

  const drawLine = paced(EVERY_MS, () => {
    const details = untracked(() => state.details.value);
    writeText(
      line,
      details.kind === 'report'
        ? authorInWords(details.report)
        : details.kind === 'sentence'
          ? details.text
          : untracked(() => invitation(state)),
    );
  });
  effect(() => {
    invitation(state); // it may change
    drawLine(state.details.value.kind !== 'report');
  });
  effect(() => {
    const { used } = state.networks.value;
    const by =
      used === 'built-in' ? null : /** @type {const} */ ({ name: used.name, unit: 'points', kind: 'engine' });
    if (untracked(() => state.evaluation.value.kind) === 'none') writeText(unit, valuesInWords(by));
  });
}

/** @param {ReturnType<typeof makeRow>} row @param {number} direction @param {Evaluation} evaluation */
function drawRow({ item, bar, number }, direction, evaluation) {
  if (evaluation.kind === 'none') {
    item.className = '';
    writeText(number, NO_VALUE);
    bar.style.transform = 'scaleX(0)';
    return;
  }
  const { values, best, by } = evaluation.report;
  const value = values[direction] ?? null;
  const unjudged = value === null && by?.possible?.[direction] === true;
  item.className = direction === best ? 'best' : value === null && !unjudged ? 'impossible' : '';
  writeText(number, unjudged ? t('not rated') : value === null ? t('not possible') : valueInWords(value));
  const possible = values.filter((one) => one !== null);
  const length =
    value === null
      ? 0
      : SHORTEST_BAR + (1 - SHORTEST_BAR) * shareOf(value, Math.min(...possible), Math.max(...possible));
  bar.style.transform = `scaleX(${length.toFixed(3)})`;
}

/** The expected moves, if the search computed them. @param {Evaluation} evaluation @returns {Node[]} */
function aheadOf(evaluation) {
  if (evaluation.kind === 'none' || evaluation.report.best === null || evaluation.report.line.length === 0)
    return [];
  const arrows = evaluation.report.line.map((direction) =>
    make(
      'li',
      {},
      makeArrow(TURN[direction] ?? 0),
      make('span', { class: 'sr-only' }, directionInWords(direction)),
    ),
  );
  return [
    make('span', {}, 'Expected moves:'),
    make('ol', { 'aria-label': 'Expected moves (average luck)' }, ...arrows),
  ];
}

/** Where a value lies between the least and the greatest, 0 to 1. Values of strategies may be infinite. @param {number} value @param {number} least @param {number} greatest */
function shareOf(value, least, greatest) {
  if (value === greatest) return 1;
  return Number.isFinite(greatest - least) ? (value - least) / (greatest - least) : 0;
}

/** @param {number} turn degrees */
function makeArrow(turn) {
  const svg = icon(ARROW);
  svg.style.rotate = `${turn}deg`;
  return svg;
}

/** @param {string} name @param {number} turn degrees */
function makeRow(name, turn) {
  const bar = make('span', { class: 'value-bar' });
  const number = make('span', { class: 'value-number' });
  return { item: make('li', {}, makeArrow(turn), make('span', {}, name), bar, number), bar, number };
}
