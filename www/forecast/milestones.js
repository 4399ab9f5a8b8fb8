// Celebrates the first 512 of a game, and each larger tile up to 65536: a ring of light around the tile, and
// words at the edge of the board. No move waits for it.

import { t } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { make, writeText } from '../shared/element.js';
import { element } from '../shared/page.js';

/** @import { State } from '../game/state.js' */
/** @import { BoardState } from '../game/types.js' */

/** The tiles that are celebrated, as ranks: 512 and 65536. */
const SMALLEST = 9;
const LARGEST = 16;
/** How long the words stay, and the ring of light grows, in milliseconds. */
const WORDS_MS = 2600;
const RING_MS = 1100;
/** The tile has slid to its place. */
const SLIDE_MS = 100;

/** @param {State} state */
export function showMilestones(state) {
  const ring = make('div', { class: 'milestone-ring', 'aria-hidden': 'true' });
  const words = make('p', { class: 'milestone', 'aria-hidden': 'true', hidden: true });
  element('board').append(ring, words);
  /** The game on the board, and its largest tile so far: after an undo nothing is celebrated again. */
  let seen = { game: '', rank: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  effect(() => {
    const game = state.game.value;
    untracked(() => look(game));
  });

  /** @param {BoardState} game */
  function look(game) {
    const { rows, cols, seed, maxRank, change } = game;
    const id = `${rows}x${cols}:${seed}`;
    const before = seen.game === id ? seen.rank : 0;
    seen = { game: id, rank: Math.max(before, maxRank) };
    const isNew = change.kind === 'step' && before > 0 && maxRank > before;
    if (isNew && maxRank >= SMALLEST && maxRank <= LARGEST) celebrate(game, change);
  }

  /** @param {BoardState} game @param {Extract<BoardState['change'], { kind: 'step' }>} change */
  function celebrate({ cols, maxRank, status }, { by, step }) {
    const tile = String(2 ** maxRank);
    const cell = step.moves.find(({ merged, rank }) => merged && rank + 1 === maxRank)?.to ?? 0;
    const still = state.still.value;
    if (!still) {
      ring.style.setProperty('--row', String(Math.floor(cell / cols)));
      ring.style.setProperty('--col', String(cell % cols));
      ring.animate(
        [
          { opacity: 1, transform: 'scale(1)' },
          { opacity: 0, transform: 'scale(1.4)' },
        ],
        { duration: RING_MS, delay: SLIDE_MS, easing: 'ease-out' },
      );
    }
    // The message of a win has words of its own.
    if (status === 'won' && by === 'person') return;
    writeText(words, by === 'person' ? t('You made {tile}', { tile }) : t('The AI made {tile}', { tile }));
    words.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      words.hidden = true;
    }, WORDS_MS);
    if (!still)
      words.animate(
        [
          { opacity: 0, transform: 'translateY(6px)' },
          { opacity: 1, offset: 0.1 },
          { opacity: 1, offset: 0.85 },
          { opacity: 0 },
        ],
        { duration: WORDS_MS, easing: 'ease-out' },
      );
  }
}
