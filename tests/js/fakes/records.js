// Stores a game as an earlier visit would have.

import { gameName, writeGame } from '../../../www/game/record.js';

/** @import { Records, SavedGame } from '../../../www/game/record.js' */

/**
 * @param {Records} records @param {number} rows @param {number} cols @param {SavedGame} saved
 * @returns {boolean} whether it will survive a reload
 */
export const saveGame = ({ store }, rows, cols, saved) => store.write(gameName(rows, cols), writeGame(saved));
