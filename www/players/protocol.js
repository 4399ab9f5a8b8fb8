// The requests to a worker of strategies: to play games, to collect games and compute their statistics, or to rate
// positions. engine/requests.js sends them.

/** The games of one strategy on one board, one of them, and a judged position. @import { GameRecord, GameSet, Thought } from '../pkg/afterstate.js' */

/** A strategy's text form and the board and end of its games. `endAt`: the rank of the tile that ends a game.
 * @typedef {{ strategy: string, rows: number, cols: number, endAt?: number }} GameSetup
 */

/**
 * A setting of a strategy: src/players/describe.rs.
 * @typedef {{
 *   id: string, former: string | null, label: string, sentence: string, accepts: string, type: 'whole' | 'real' | 'choice' | 'switch',
 *   default: number | string | boolean, least?: number, most?: number, among?: string[]
 * }} Parameter `former`: a name that links may still use
 */

/**
 * @typedef {{
 *   id: string, name: string, document: string, section: string, sentence: string,
 *   boards: { text: string, sizes: [number, number][] | null },
 *   unit: string, parameters: Parameter[]
 * }} Strategy `sizes`: null for every board; `unit`: of the values of moves, as named in src/players/mod.rs
 */

/**
 * A request.
 * `choose`: how a strategy rates a position; `game`: an id of the game, for strategies with memory or randomness.
 * `tree`: the search tree of one of Cook's strategies, of at most `most` nodes. `read-tree`: checks a tree that was
 * written as text elsewhere.
 * `catalog`: the list of strategies. `check`: whether a strategy plays this board; the answer is its text form.
 * `play`: one game. `play-on`: one game from a position. `begin`: discards all games and starts these sets. `keep`: adds
 * games to a set. `read`: the sets of a file of games. `summary`: the statistics so far; `shared`: one scale of scores for
 * all sets. `write`: the sets as a file.
 * @typedef {{ ask: 'catalog' }
 *   | { ask: 'check' } & GameSetup
 *   | { ask: 'play', seed: number } & GameSetup
 *   | { ask: 'play-on', seed: number, ranks: Uint8Array } & GameSetup
 *   | { ask: 'choose', strategy: string, rows: number, cols: number, ranks: Uint8Array, game: bigint }
 *   | { ask: 'tree', strategy: string, position: string, most: number }
 *   | { ask: 'read-tree', text: string, most: number }
 *   | { ask: 'begin', sets: Omit<GameSet, 'games'>[] }
 *   | { ask: 'keep', set: number, games: GameRecord[] }
 *   | { ask: 'read', text: string }
 *   | { ask: 'summary', shared: boolean }
 *   | { ask: 'write', format: 'raw' | 'csv' | 'json' | 'markdown' }} Question
 */

/**
 * The statistics of one set, named as in the crate's table (src/experiment/table.rs), and the histogram of its scores:
 * `counts` of games in steps of `step` from 0. `set` is its index.
 * @typedef {{ set: number, row: Record<string, number | string>, counts: number[], step: number }} Line
 */

/** The answer to `choose`. @typedef {Thought} Judgement */

/** The first request: load the package. The answer has the compiled package for the next worker: `{ module?: unknown }`. */
export const START = 'start';
