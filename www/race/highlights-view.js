// Shows the highlights of a shared game, in at most twenty seconds, before the race.

import { beginHighlights, leave } from './state.js';
import { inPoints, t } from '../shared/text.js';
import { make, makeButton } from '../shared/element.js';
import { makeBoard } from '../game/board-parts.js';
import { element } from '../shared/page.js';

/** @import { Replay } from '../game/replay.js' */
/** @import { Race } from './state.js' */

const SHOWN_MS = 20_000;
const FRAME_MS = 100;

/** @param {Race} race @param {Replay} replay of the challenger's game */
export function showHighlights(race, replay) {
  const { phase } = race;
  const { frame, board, cells } = makeBoard({ 'aria-label': 'The game to beat' });
  const words = make('p', { class: 'race-dare' });
  const box = make(
    'section',
    { class: 'highlights', 'aria-label': 'The game to beat' },
    words,
    frame,
    makeButton('Skip', () => end()),
  );
  board.setSize(replay.rows, replay.cols);
  cells.setSize(replay.rows, replay.cols);
  element('setup').prepend(box);
  beginHighlights(race);
  const still = race.player.still.value;
  const began = performance.now();
  const shownMs = Math.min(SHOWN_MS, replay.moves * FRAME_MS);
  const draw = () => {
    const share = still ? 1 : Math.min(1, (performance.now() - began) / shownMs);
    const at = Math.round(share * replay.moves);
    board.showSoon(replay.ranks(at));
    cells.show(replay.ranks(at));
    words.textContent = t('The game to beat: {points}', { points: inPoints(replay.score(at)) });
    if (share === 1) clearInterval(timer);
  };
  const timer = setInterval(draw, FRAME_MS);
  draw();
  const end = () => {
    clearInterval(timer);
    box.remove();
    if (phase.value.kind === 'highlights') leave(race);
  };
  const unwatch = phase.subscribe(({ kind }) => {
    if (kind !== 'preparing') return;
    end();
    queueMicrotask(() => unwatch());
  });
}
