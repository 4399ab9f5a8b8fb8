// Compares games by their texts, without playing them. src/rules/record.rs describes the format of a text.

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * How a game began: its size, its seed and, if it was set up, its first board.
 * @param {string} text of the game
 */
export const startOf = (text) => text.split(';moves=', 1)[0] ?? text;

/**
 * The moves of a game, three in each character, and its tiles if they came from elsewhere.
 * @param {string} text
 * @param {boolean} undone whether the moves that were undone count, too
 */
function movesOf(text, undone) {
  const [, count = '0', codes = '', rest = ''] = /;moves=(\d+):([\w-]*)(.*)/s.exec(text) ?? [];
  const at = undone ? undefined : /;at=(\d+)/.exec(rest)?.[1];
  const made = Number(at ?? count);
  const spawns = /;spawns=([\w-]*)/.exec(rest)?.[1] ?? '';
  return {
    moves: Math.min(made, 3 * codes.length),
    codes,
    spawns: spawns.slice(0, (made * spawns.length) / Math.max(1, Number(count))),
  };
}

/**
 * How many first moves two games have in common.
 * @param {{ moves: number, codes: string }} one
 * @param {{ moves: number, codes: string }} other
 */
function movesInCommon(one, other) {
  const most = Math.min(one.moves, other.moves);
  let same = 0;
  while (3 * same < most && one.codes[same] === other.codes[same]) same++;
  if (3 * same >= most) return most;
  // The first move of a character is in its lowest two bits.
  const differing = BASE64.indexOf(one.codes[same] ?? '') ^ BASE64.indexOf(other.codes[same] ?? '');
  return Math.min(most, 3 * same + (differing & 3 ? 0 : differing & 12 ? 1 : 2));
}

/**
 * How many of its moves would be lost if a game were replaced by another one: none if the other one continues
 * it.
 * @param {string} text of the game @param {string | null | undefined} other the text of the other one, if
 *   there is one
 * @param {boolean} [undone] whether moves that were undone, and can be redone, count in both games
 */
export function movesLost(text, other, undone = false) {
  const game = movesOf(text, undone);
  if (!other || startOf(text) !== startOf(other)) return game.moves;
  const later = movesOf(other, undone);
  const { moves, spawns } = game;
  const lost = moves - movesInCommon(game, later);
  const sameTiles = spawns === '' ? later.spawns === '' : later.spawns.startsWith(spawns);
  // Tiles from elsewhere make all later moves different ones.
  if (spawns || later.spawns) return lost === 0 && sameTiles ? 0 : moves;
  return lost;
}
