// What a worker of strategies can be asked: to play games, to keep those that others have played and work out their
// statistics, or to rate positions. engine/requests.js carries the messages.

/** The games of one strategy on one board, one of them, and a judged position. @import { GameRecord, GameSet, Thought } from '../pkg/afterstate.js' */

/** A strategy's text form and the board and end of its games. `endAt`: the rank of the tile that ends a game.
 * @typedef {{ strategy: string, rows: number, cols: number, endAt?: number }} Course
 */

/**
 * A setting of a strategy: src/players/describe.rs.
 * @typedef {{
 *   id: string, sentence: string, accepts: string, type: 'whole' | 'real' | 'choice' | 'switch',
 *   default: number | string | boolean, least?: number, most?: number, among?: string[]
 * }} Parameter
 */

/**
 * @typedef {{
 *   id: string, name: string, document: string, section: string, sentence: string,
 *   boards: { text: string, sizes: [number, number][] | null },
 *   unit: string, parameters: Parameter[]
 * }} Strategy `sizes`: null for every board; `unit`: of the values that it gives to moves, as src/players/mod.rs names it
 */

/**
 * What a worker can be asked.
 * `choose`: what a strategy thinks of a position; `game` tells games apart, for strategies that remember or draw.
 * `tree`: the tree that one of Cook's strategies looks at, of at most `most` nodes. `read-tree`: one that was written as
 * text elsewhere, checked line by line.
 * `catalogue`: the strategies. `check`: whether a course can be played; the answer is the strategy's own text form.
 * `play`: one game. `play-on`: one from a position. `begin`: forget all games and keep those of these sets. `keep`: more games of a set. `summary`: the
 * statistics so far; `shared`: one scale of scores for all. `write`: the sets as a file.
 * @typedef {{ ask: 'catalogue' }
 *   | { ask: 'check' } & Course
 *   | { ask: 'play', seed: number } & Course
 *   | { ask: 'play-on', seed: number, ranks: Uint8Array } & Course
 *   | { ask: 'choose', strategy: string, rows: number, cols: number, ranks: Uint8Array, game: bigint }
 *   | { ask: 'tree', strategy: string, position: string, most: number }
 *   | { ask: 'read-tree', text: string, most: number }
 *   | { ask: 'begin', sets: Omit<GameSet, 'games'>[] }
 *   | { ask: 'keep', set: number, games: GameRecord[] }
 *   | { ask: 'summary', shared: boolean }
 *   | { ask: 'write', format: 'raw' | 'csv' | 'json' | 'markdown' }} Question
 */

/**
 * The statistics of one set, named as the crate's table names them (src/experiment/table.rs), and how its scores are
 * spread: `counts` games in steps of `step` from 0. `set` is its index.
 * @typedef {{ set: number, row: Record<string, number | string>, counts: number[], step: number }} Line
 */

/** What `choose` is answered with. @typedef {Thought} Judgement */

/** Load the package, before anything else; the answer is the compiled one, for the next worker: `{ module?: unknown }`. */
export const START = 'start';
