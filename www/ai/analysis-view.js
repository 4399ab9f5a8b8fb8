// Shows the AI's evaluation of the board: a bar and a number for each move, the expected moves, and the
// details of the search.

import { showsSearch } from './state.js';
import { t, translatable } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { ARROW, icon, make, writeText } from '../shared/element.js';
import { invitation } from './invitation.js';
import { element } from '../shared/page.js';
import { paced } from '../shared/paced.js';
import { DIRECTIONS, directionInWords } from '../shared/phrases.js';
import { authorInWords, besideInWords } from './search-words.js';

/** @import { Direction, Report } from '../engine/types.js' */
/** @import { State } from '../game/state.js' */
/** @import { Evaluation } from '../game/types.js' */

/** The shortest bar of a possible move, as a share of the longest. */
const SHORTEST_BAR = 0.12;
/** A move with this loss, in percent, or a greater one has the shortest bar. */
const LARGEST_LOSS = 20;
/** Values without a unit that differ by a smaller share are shown as equal. */
const SAME = 1e-3;
/** Shown instead of a missing value: a dash. */
const NO_VALUE = '\u2013';
/** Up, Right, Down, Left. */
const TURN = [0, 90, 180, 270];

/** @param {State} state */
export function showAnalysis(state) {
  const [ahead, line, unit] = [element('engine-ahead'), element('engine-line'), element('values-unit')];
  const rows = DIRECTIONS.map((name, direction) => makeRow(name, TURN[direction] ?? 0));
  element('values').replaceChildren(...rows.map(({ item }) => item));

  // Before the AI has rated a board of the game, dashes would take the place of its words, and its sentences
  // are in the summary (panel.css).
  effect(() => {
    element('engine').toggleAttribute('data-known', state.evaluation.value.kind !== 'none');
  });
  const draw = paced(() => {
    const evaluation = untracked(() => state.evaluation.value);
    for (const [direction, row] of rows.entries()) drawRow(row, direction, evaluation);
    ahead.replaceChildren(...aheadOf(evaluation));
    writeText(unit, unitOf(evaluation));
  });
  const atOnce = () => state.mode.value !== 'autoplay';
  effect(() => draw(state.evaluation.value.kind !== 'known' || atOnce()));

  const drawLine = paced(() => {
    const [sentence, evaluation] = untracked(() => [state.sentence.value, state.evaluation.value]);
    const words = evaluation.kind === 'none' ? invitation(state) : authorInWords(evaluation.report);
    writeText(line, sentence || words);
  });
  effect(() => {
    invitation(state); // it may change
    drawLine(!showsSearch(state) || atOnce());
  });
}

/** @param {ReturnType<typeof makeRow>} row @param {Direction} direction @param {Evaluation} evaluation */
function drawRow({ item, bar, number }, direction, evaluation) {
  const known = evaluation.kind === 'known';
  const { kind, words, length } = known
    ? detailOf(evaluation.report, direction)
    : { kind: '', words: NO_VALUE, length: 0 };
  item.className = kind;
  writeText(number, words);
  bar.style.transform = `scaleX(${length.toFixed(3)})`;
}

/**
 * What the details show of a move. Only the best one is called so, and no bar is longer than its bar.
 * @param {Partial<Report> & Pick<Report, 'values' | 'best'>} report @param {Direction} direction
 * @returns {{ kind: 'best' | 'impossible' | '', words: string, length: number }} `length`: of the bar, 0 to 1
 */
export function detailOf({ values, best, by, judged }, direction) {
  const value = values[direction] ?? null;
  const loss = judged?.losses[direction] ?? null;
  const isBest = direction === best;
  if (value === null && by?.possible?.[direction] === true)
    return { kind: isBest ? 'best' : '', words: translatable('not rated'), length: 0 };
  if (value === null)
    return { kind: isBest ? 'best' : 'impossible', words: translatable('not possible'), length: 0 };
  const share = loss === null ? shareOf(value, values) : Math.max(0, 1 - loss / LARGEST_LOSS);
  return {
    kind: isBest ? 'best' : '',
    words: loss === null ? '' : isBest ? t('best') : besideInWords(loss),
    length: isBest ? 1 : SHORTEST_BAR + (1 - SHORTEST_BAR) * share,
  };
}

/** What the bars mean. @param {Evaluation} evaluation */
function unitOf(evaluation) {
  if (evaluation.kind !== 'known') return '';
  return evaluation.report.judged
    ? translatable('Share of remaining points each move costs')
    : translatable('A longer bar is a better move');
}

/** The expected moves, if the search computed them. @param {Evaluation} evaluation @returns {Node[]} */
function aheadOf(evaluation) {
  if (evaluation.kind !== 'known' || evaluation.report.best === null || evaluation.report.line.length === 0)
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

/**
 * Where a value lies between the least and the greatest, 0 to 1; values that are nearly the same count as
 * equal. Those of strategies may be infinite.
 * @param {number} value
 * @param {(number | null)[]} values
 */
function shareOf(value, values) {
  const known = values.filter((one) => one !== null);
  const [min, greatest] = [Math.min(...known), Math.max(...known)];
  if (value === greatest || greatest - min < SAME * Math.abs(greatest)) return 1;
  return Number.isFinite(greatest - min) ? (value - min) / (greatest - min) : 0;
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
