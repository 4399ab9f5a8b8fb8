// How often the AI reaches each tile, from recorded games: docs/evidence/match.md. A test compares these figures with the games.

import { translatable } from '../text/text.js';

/** @typedef {{ name: string, ms: number, file: string, games: number, mean: number, reached: number[] }} Match `file`: of docs/results/match; `reached`: games that made each of `TILES` */

export const TILES = [2048, 4096, 8192, 16384, 32768];

/** @type {Match[]} the strongest first */
export const MATCHES = [
  {
    name: translatable('Previous full network'),
    ms: 10,
    file: '10ms',
    games: 40,
    mean: 581_812,
    reached: [40, 40, 40, 37, 25],
  },
  {
    name: translatable('Full network'),
    ms: 1,
    file: '1ms-full-32',
    games: 200,
    mean: 559_688,
    reached: [200, 199, 196, 187, 116],
  },
  {
    name: translatable('Lite network'),
    ms: 1,
    file: '1ms-lite',
    games: 200,
    mean: 476_323,
    reached: [200, 200, 199, 180, 87],
  },
  {
    name: translatable('Built-in (no download)'),
    ms: 10,
    file: '10ms-built-in',
    games: 40,
    mean: 518_696,
    reached: [40, 40, 40, 39, 19],
  },
  {
    name: translatable('Built-in (no download)'),
    ms: 2,
    file: '2ms',
    games: 100,
    mean: 396_109,
    reached: [100, 100, 98, 84, 25],
  },
  {
    name: translatable('Built-in (no download)'),
    ms: 1,
    file: '1ms-built-in',
    games: 200,
    mean: 337_550,
    reached: [200, 200, 194, 160, 25],
  },
];
