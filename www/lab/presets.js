// The tables of the papers that can be played in the Lab: a setup for each, and the paper's figures to show beside ours.
//
// The figures are those of src/cli/reproduce; docs/papers/README.md lists every table and figure.

/** @import { SetUp } from './link.js' */

/** A figure of the paper by its name in the results, such as `mean_score`; shares are from 0 to 1. @typedef {Record<string, number>} Figures */
/**
 * `note`: what to know when comparing. `rows`: the strategies with the paper's figures.
 * @typedef {{ name: string, note: string, board: [rows: number, cols: number], games: number, endAt2048?: boolean, rows: [strategy: string, figures: Figures][] }} Preset
 */
/** @typedef {{ paper: string, presets: Preset[] }} Group */

/** @param {number} mean_score @param {number} min_score @param {number} max_score @returns {Figures} */
const scores = (mean_score, min_score, max_score) => ({ mean_score, min_score, max_score });

/** The shares of consecutive tiles, from percentages. @param {number} first the smallest tile @param {number[]} percentages */
function shares(first, ...percentages) {
  return Object.fromEntries(percentages.map((percentage, place) => [`share_${first * 2 ** place}`, percentage / 100]));
}

/** Frolov counts games whose highest cell is 1024 or 2048. @param {number} only1024 @param {number} reached2048 @returns {Figures} */
const highest = (only1024, reached2048) => ({ share_1024: (only1024 + reached2048) / 100, share_2048: reached2048 / 100 });

/** @type {[number, number]} */
const SQUARE = [4, 4];
const KUMAR = 'The thesis played 1,000 games each (50 for Monte Carlo) and counts 4 points for every spawned 4.';
const FROLOV = 'The thesis played 10 games each, which end at 2048.';
const COOK = 'The paper played 100 games each.';

/** A table of Cook's on one board. @param {string} name @param {[number, number]} board @param {number} games @param {[string, Figures][]} rows @returns {Preset} */
const cook = (name, board, games, ...rows) => ({ name, note: COOK, board, games, rows });

/** @type {Group[]} */
export const PRESETS = [
  {
    paper: 'Kumar 2018',
    presets: [
      {
        name: 'Tables 5.1 and 5.2: blind players', note: KUMAR, board: SQUARE, games: 200,
        rows: [
          ['random', scores(1140, 108, 4670)],
          ['sequential', scores(2650, 488, 7630)],
          ['randomly-alternate', scores(1870, 260, 6750)],
          ['always-up', scores(1140, 116, 3640)],
        ],
      },
      {
        name: 'Tables 6.1 and 6.2: heuristic players', note: KUMAR, board: SQUARE, games: 200,
        rows: [
          ['sequential', scores(2650, 490, 7630)],
          ['max-in-corner-unique', scores(1410, 100, 6460)],
          ['max-in-corner-all', scores(2210, 270, 7290)],
          ['greedy', scores(1270, 170, 3450)],
          ['greedy-max-in-corner', scores(2290, 290, 7810)],
          ['greedier-max-in-corner', scores(1760, 150, 8120)],
          ['greedy-for-empty', scores(1250, 290, 4800)],
        ],
      },
      {
        name: 'Tables 7.1 and 7.2: Monte Carlo', note: KUMAR, board: SQUARE, games: 20,
        rows: [
          ['monte-carlo:playouts=5', scores(10480, 1100, 32650)],
          ['monte-carlo:playouts=10', scores(15750, 5580, 36200)],
          ['monte-carlo', scores(23500, 3028, 56960)],
        ],
      },
      {
        name: 'Tables 7.3 and 7.4: Monte Carlo, limited depth', note: KUMAR, board: SQUARE, games: 20,
        rows: [
          ['monte-carlo-limit:playouts=5,depth=3', scores(15200, 5710, 28080)],
          ['monte-carlo-limit:playouts=5', scores(16380, 5580, 33160)],
          ['monte-carlo-limit:playouts=5,depth=10', scores(12930, 2950, 31120)],
          ['monte-carlo-limit:playouts=5,depth=20', scores(13130, 3076, 26970)],
          ['monte-carlo-limit:depth=3', scores(19870, 7320, 36290)],
          ['monte-carlo-limit', scores(22190, 6740, 37100)],
          ['monte-carlo-limit:depth=10', scores(21710, 6480, 36920)],
          ['monte-carlo-limit:depth=20', scores(18570, 3060, 36650)],
        ],
      },
    ],
  },
  {
    paper: 'Frolov 2016',
    presets: [
      {
        name: 'Table 1: three directions', note: FROLOV, board: SQUARE, games: 50, endAt2048: true,
        rows: [
          ['frolov-1', highest(0, 0)], ['frolov-1.1', highest(20, 0)], ['frolov-2', highest(20, 0)], ['frolov-3', highest(20, 10)],
          ['frolov-3.8', highest(20, 10)], ['frolov-4', highest(10, 0)], ['frolov-5', highest(50, 0)], ['frolov-6', highest(0, 0)],
          ['frolov-7', highest(30, 0)], ['frolov-7.5', highest(60, 0)], ['frolov-7.7', highest(30, 10)], ['frolov-8', highest(30, 0)],
        ],
      },
      {
        name: 'Table 1: all directions', note: FROLOV, board: SQUARE, games: 50, endAt2048: true,
        rows: [
          ['frolov-9', highest(0, 0)], ['frolov-10', highest(40, 10)], ['frolov-11', highest(0, 0)], ['frolov-12', highest(30, 10)],
          ['frolov-13', highest(30, 0)],
        ],
      },
    ],
  },
  {
    paper: 'Cook 2023',
    presets: [
      cook('Table 1: fail ratios', SQUARE, 20,
        ['cook-dynamic-snake:fail-value=0', shares(4096, 67.16, 3.48)],
        ['cook-dynamic-snake:fail-value=0.2', shares(4096, 66.17, 1.49)],
        ['cook-dynamic-snake:fail-value=0.4', shares(4096, 71.14, 5.97)],
        ['cook-dynamic-snake:fail-value=0.6', shares(4096, 73.13, 9.45)],
        ['cook-dynamic-snake', shares(4096, 70.65, 5.97)],
        ['cook-dynamic-snake:fail=keep', shares(4096, 45.77, 0.5)]),
      cook('Table 2: 2x2, depth 4', [2, 2], 100,
        ['cook-largest-lower:depth=4', shares(8, 100, 94, 2)],
        ['cook-dynamic-snake:depth=4', shares(8, 100, 87, 2)],
        ['cook-monotonic:depth=4', shares(8, 100, 92, 9)]),
      cook('Table 2: 2x2, depth 6', [2, 2], 100,
        ['cook-largest-lower', shares(8, 98, 94, 9)],
        ['cook-dynamic-snake', shares(8, 97, 83, 8)],
        ['cook-monotonic:depth=6', shares(8, 96, 51, 7)]),
      cook('Table 2: 3x3, depth 4', [3, 3], 100,
        ['cook-largest-lower:depth=4', shares(32, 99, 94, 46, 1)],
        ['cook-dynamic-snake:depth=4', shares(32, 100, 97, 85, 24)],
        ['cook-monotonic:depth=4', shares(32, 100, 100, 95, 40)]),
      cook('Table 2: 4x4, depth 4', SQUARE, 50,
        ['cook-largest-lower:depth=4', shares(512, 99, 54, 2, 0)],
        ['cook-dynamic-snake:depth=4', shares(512, 98, 91, 72, 9)],
        ['cook-monotonic:depth=4', shares(512, 99, 87, 50, 1)]),
      cook('Table 2: 5x5, depth 4', [5, 5], 10,
        ['cook-largest-lower:depth=4', shares(2048, 100, 100, 81, 21, 0)],
        ['cook-dynamic-snake:depth=4', shares(2048, 97, 80, 62, 32, 5)],
        ['cook-monotonic:depth=4', shares(2048, 99, 98, 87, 73, 27)]),
      cook('Table 3: 2x9', [2, 9], 10,
        ['cook-largest-lower', shares(256, 95, 57, 16, 0, 0, 0)],
        ['cook-largest-right', shares(256, 100, 100, 98, 84, 52, 11)],
        ['cook-dynamic-snake', shares(128, 99, 83, 42, 3, 0, 0, 0, 0)],
        ['cook-monotonic:depth=6', shares(512, 94, 88, 59, 16, 0, 0, 0)]),
      cook('Table 3: 3x6', [3, 6], 10,
        ['cook-largest-lower', shares(256, 100, 99, 94, 46, 2, 0)],
        ['cook-largest-right', shares(256, 100, 100, 100, 99, 87, 35)],
        ['cook-dynamic-snake', shares(128, 100, 100, 100, 99, 83, 34, 0, 0)],
        ['cook-monotonic:depth=6', shares(512, 100, 99, 90, 74, 17, 0, 0)]),
      cook('Table 3: 4x5', [4, 5], 5,
        ['cook-largest-lower', shares(256, 100, 100, 100, 98, 63, 10)],
        ['cook-largest-right', shares(256, 100, 100, 100, 100, 89, 36)],
        ['cook-dynamic-snake', shares(128, 100, 100, 100, 99, 99, 95, 83, 24)],
        ['cook-monotonic:depth=6', shares(512, 100, 100, 100, 99, 77, 26, 2)]),
      cook('Table 4: pruned after spawned 4s', SQUARE, 10,
        ['cook-monotonic', shares(1024, 100, 99, 76, 22)],
        ['cook-monotonic:fours=3', shares(1024, 100, 99, 86, 24)],
        ['cook-monotonic:fours=2', shares(1024, 100, 99, 76, 14)]),
      cook('Table 5: depths 2 to 6', SQUARE, 20,
        ['cook-monotonic:depth=2', shares(256, 92, 60, 15, 0, 0, 0, 0)],
        ['cook-monotonic:depth=4', shares(256, 100, 99, 87, 50, 1, 0, 0)],
        ['cook-monotonic:depth=6', shares(256, 100, 100, 99, 90, 57, 5, 0)]),
    ],
  },
];

/** @param {Preset} preset @returns {SetUp} */
export function setUpOf({ board: [rows, cols], games, endAt2048 = false, rows: players }) {
  return { strategies: players.map(([strategy]) => strategy), rows, cols, games, firstSeed: 0, endAt2048 };
}

/**
 * The paper's figures of a strategy, if the table that it is from was played with the preset's board and end.
 * @param {Preset | null} preset @param {{ rows: number, cols: number, endAt2048: boolean }} played @param {string} strategy
 * @returns {Figures}
 */
export function figuresOf(preset, played, strategy) {
  if (!preset) return {};
  const { board: [rows, cols], endAt2048 = false } = preset;
  if (played.rows !== rows || played.cols !== cols || played.endAt2048 !== endAt2048) return {};
  return preset.rows.find(([known]) => known === strategy)?.[1] ?? {};
}
