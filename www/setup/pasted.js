// Reads whatever somebody pastes to set up a board: a board, a link, or a game of this page or another.

import { readPosition } from '../game/board-text.js';
import { readPasted } from '../game/link.js';
import { PositionError } from '../game/position.js';
import { readForm, textOf } from '../game/replay-forms.js';
import { gameOf } from '../game/replay.js';
import { isSide } from '../game/size.js';
import { t } from '../shared/text.js';

/** @import { Position } from '../game/position.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { Size } from '../game/size.js' */
/** @import { OpenDialog } from '../game/types.js' */
/** @import { Players } from '../game/record.js' */

/**
 * `open`: the dialog of a feature that shows it. `score`: if the text has one.
 * @typedef {{ kind: 'board', position: Position, score: number | 'unknown' }
 *   | { kind: 'dialog', feature: 'puzzles' | 'replay', open: () => Promise<OpenDialog> }} Pasted
 */

/**
 * @param {GameClass} Game
 * @param {string} text
 * @param {Size} size of the board that is there, for tiles without rows
 * @returns {Pasted}
 * @throws with a message for the player
 */
export function readAnything(Game, text, size) {
  const shared = readPasted(text);
  if (shared?.kind === 'board') return shared;
  if (shared?.kind === 'puzzle') {
    const { ranks } = shared;
    return {
      kind: 'dialog',
      feature: 'puzzles',
      open: async () => ({ name: 'puzzles', shown: { kind: 'board', ranks } }),
    };
  }
  if (shared) return gameToOpen(Game, async () => shared.text, shared.by);
  const saved = originalGame(text);
  if (saved) return saved;
  const foreign = readForm(text);
  if (foreign) return gameToOpen(Game, () => textOf(Game, foreign));
  try {
    return { kind: 'board', position: readPosition(text, size), score: 'unknown' };
  } catch (error) {
    if (!(error instanceof PositionError) || !/\p{L}{3}/u.test(text)) throw error;
    throw new Error(
      'This is neither a board nor a game. Paste a board, a link to this page, a saved game (afterstate/1…), a 2048verse replay (4x4-1_…) or a move list (4x4 2@1,2 …).',
      { cause: error },
    );
  }
}

/**
 * @param {GameClass} Game
 * @param {() => Promise<string>} textOfGame
 * @param {Players} [by] who made the moves
 * @returns {Pasted}
 */
const gameToOpen = (Game, textOfGame, by) => ({
  kind: 'dialog',
  feature: 'replay',
  open: async () => {
    const text = await textOfGame();
    gameOf(Game, text).free(); // an error should be shown here, beside the text
    return { name: 'replay', shown: { kind: 'shared', text, by } };
  },
});

/**
 * The saved game of the original page, column by column:
 * {"grid":{"size":4,"cells":[[{"value":2},null,…],…]},"score":4,…}
 * @param {string} text
 * @returns {Pasted | null} null if it is something else
 */
function originalGame(text) {
  if (!/^\s*\{\s*"grid"/.test(text)) return null;
  try {
    const { grid, score } = JSON.parse(text);
    const sides = Array.from({ length: isSide(grid.size) ? grid.size : 0 }, (_, side) => side);
    const rows = sides.map((row) => sides.map((col) => grid.cells[col][row]?.value ?? '.').join(' '));
    const position = readPosition(rows.join('\n'));
    return { kind: 'board', position, score: Number.isSafeInteger(score) && score >= 0 ? score : 'unknown' };
  } catch {
    throw new Error(t('This game is incomplete or damaged'));
  }
}
