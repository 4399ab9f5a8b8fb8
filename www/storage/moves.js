// Compares games by their texts, without playing them. src/rules/record.rs describes the format of a text.

/**
 * The three moves in each character of the moves, a digit each, first move first.
 * @type {Record<string, string>}
 */
const MOVES_IN = Object.fromEntries(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', (character, bits) => [
    character,
    `${bits & 3}${(bits >> 2) & 3}${bits >> 4}`,
  ]),
);

/**
 * How a game began: its size, its seed and, if it was set up, its first board.
 * @param {string} text of the game
 */
export const startOf = (text) => text.split(';moves=')[0] ?? text;

/**
 * The moves of a game that were not undone, and its tiles if they came from elsewhere.
 * @param {string} text
 */
function movesOf(text) {
  const [, count = '0', codes = '', rest = ''] = /;moves=(\d+):([\w-]*)(.*)/s.exec(text) ?? [];
  const made = Number(/;at=(\d+)/.exec(rest)?.[1] ?? count);
  const spawns = /;spawns=([\w-]*)/.exec(rest)?.[1] ?? '';
  return {
    moves: Array.from(codes, (code) => MOVES_IN[code] ?? '')
      .join('')
      .slice(0, made),
    spawns: spawns.slice(0, (made * spawns.length) / Math.max(1, Number(count))),
  };
}

/**
 * How many of its moves would be lost if a game were replaced by another one: none if the other one continues
 * it.
 * @param {string} text of the game @param {string | null | undefined} other the text of the other one, if
 *   there is one
 */
export function movesLost(text, other) {
  const { moves, spawns } = movesOf(text);
  if (!other || startOf(text) !== startOf(other)) return moves.length;
  const later = movesOf(other);
  if (
    later.moves.startsWith(moves) &&
    (spawns === later.spawns || (spawns && later.spawns.startsWith(spawns)))
  )
    return 0;
  // Tiles from elsewhere make all later moves different ones.
  if (spawns || later.spawns) return moves.length;
  let same = 0;
  while (same < moves.length && moves[same] === later.moves[same]) same++;
  return moves.length - same;
}
