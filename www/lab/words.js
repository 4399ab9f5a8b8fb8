// Sentences of the Lab.

/** @param {number} games @returns {string} */
export const gamesInWords = (games) => `${games} game${games === 1 ? '' : 's'}`;

/** Joins messages of the crate, which end without a full stop. @param {string[]} messages @returns {string} */
export const sentences = (messages) => messages.map((message) => `${message.replace(/\.$/, '')}.`).join(' ');
