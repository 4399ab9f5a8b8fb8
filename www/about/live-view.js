// Draws the live board: the tiles, what each move gives away beside the board's edges, the outlook, and the
// search.

import { about, percent, short, t, whole } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { fillBoard } from '../game/board-parts.js';
import { barTable } from '../shared/table.js';
import { ARROW, icon, make, writeText } from '../shared/element.js';
import { button, element } from '../shared/page.js';
import { DIRECTIONS } from '../shared/phrases.js';
import { lossInWords } from '../ai/search-words.js';

/** @import { Direction, Report } from '../engine/types.js' */
/** @import { Live, Shown } from './live.js' */

const SIDE = 4;
/** Up, Right, Down, Left, in degrees. */
const TURN = [0, 90, 180, 270];
/** Shown instead of a missing value: a dash. */
const NO_VALUE = '\u2013';
/** Tiles that are less likely are left out, and nothing is certain. */
const LEAST_CHANCE = 0.005;
const ALMOST = 0.99;
/** The rows of the outlook, so that nothing below it moves. */
const MOST_TILES = 4;
/** A search of fewer milliseconds is too short to tell its speed. */
const LEAST_MS = 5;

/** @param {Live} live @param {{ isStill: () => boolean }} options whether nothing should move */
export function showLive(live, { isStill }) {
  const { board, cells } = fillBoard(element('board'), { 'aria-label': 'Board on which the AI plays' });
  for (const part of [board, cells]) part.setSize(SIDE, SIDE);
  const moves = DIRECTIONS.map((name, direction) => makeMove(name, direction));
  element('moves').append(...moves.map(({ item }) => item));

  effect(() => {
    const { ranks, step } = live.shown.value;
    if (step === 'none' || isStill()) board.show(ranks);
    else board.play(step, ranks);
    cells.show(ranks);
  });
  effect(() => {
    const found = live.found.value;
    for (const [direction, move] of moves.entries()) drawMove(move, direction, found);
    if (found === 'none') return; // the last numbers stay until there are new ones
    document.documentElement.dataset.seen = 'yes';
    writeText(element('depth'), whole(found.ply));
    writeText(element('positions'), whole(found.nodes));
    if (found.timeMs >= LEAST_MS) writeText(element('speed'), short((found.nodes / found.timeMs) * 1000));
    drawOutlook(found, live.shown.value);
  });
  effect(() => drawPhase(live));
  button('play').addEventListener('click', () => {
    const { kind } = live.phase.value;
    if (kind === 'playing' || kind === 'loading') live.pause();
    else void live.play();
  });
  button('step').addEventListener('click', () => void live.step());
}

/** @param {Live} live */
function drawPhase({ phase: { value: phase } }) {
  document.documentElement.dataset.live = phase.kind;
  const plays = phase.kind === 'playing' || phase.kind === 'loading';
  writeText(button('play'), plays ? 'Pause' : 'Play');
  const line =
    phase.kind === 'loading'
      ? t('Loading the network…')
      : phase.kind === 'failed'
        ? t('The AI could not be loaded: {message}.', { message: phase.text })
        : '';
  writeText(element('live-status'), line);
}

/** @param {string} name @param {Direction} direction */
function makeMove(name, direction) {
  const arrow = icon(ARROW);
  arrow.style.rotate = `${TURN[direction] ?? 0}deg`;
  const words = make('span', {}, NO_VALUE);
  const item = make(
    'li',
    { class: 'live-move', 'data-direction': direction },
    arrow,
    make('span', { class: 'sr-only' }, name),
    words,
  );
  return { item, words };
}

/**
 * @param {ReturnType<typeof makeMove>} move
 * @param {Direction} direction
 * @param {Report | 'none'} found
 */
function drawMove({ item, words }, direction, found) {
  const loss = found === 'none' ? null : (found.judged?.losses[direction] ?? null);
  item.classList.toggle('best', found !== 'none' && found.best === direction);
  writeText(words, loss === null ? NO_VALUE : lossInWords(loss));
}

/** @param {Report} found @param {Shown} shown */
function drawOutlook({ judged }, { score }) {
  const outlook = judged?.outlook;
  const open = (outlook?.tiles ?? []).filter(({ chance }) => chance >= LEAST_CHANCE);
  const sure = open.filter(({ chance }) => chance > ALMOST).length;
  // The tiles that are almost certain say the least, so the last of them is enough.
  const tiles = open.slice(Math.max(0, sure - 1)).slice(0, MOST_TILES);
  element('outlook').replaceChildren(
    barTable(
      'Its chances from here',
      tiles.map(({ rank, chance }) => ({
        label: String(2 ** rank),
        share: chance,
        words:
          chance > ALMOST ? `>${percent(ALMOST)}` : chance < 0.01 ? `<${percent(0.01)}` : percent(chance),
      })),
    ),
  );
  writeText(element('final'), outlook ? about(score + outlook.points) : NO_VALUE);
}
