// The puzzles that the player’s own games give.

import { playersOf } from '../game/record.js';

/** @import { KeptGame } from '../game/waiting.js' */

/**
 * The board before one of the costliest moves of a reviewed game, from an inaccuracy on; `key`: the same as
 * long as the game is kept.
 * @typedef {{ key: string, game: KeptGame, at: number, cost: number }} Mistake
 */

/**
 * The player's mistakes in the reviewed games, the costliest first: none of games that the AI played alone.
 * @param {KeptGame[]} games @returns {Mistake[]}
 */
export const mistakesOf = (games) =>
  games
    .filter((game) => game.rows === 4 && game.cols === 4 && playersOf(game) !== 'ai')
    .flatMap((game) =>
      (game.mistakes ?? []).map(({ at, loss: cost }) => ({ key: `${game.saved}@${at}`, game, at, cost })),
    )
    .sort((a, b) => b.cost - a.cost);
