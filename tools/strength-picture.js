// Draws docs/images/strength.svg from data/match: `node tools/strength-picture.js`. A test compares it with
// the raw games.

import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const PICTURE = fileURLToPath(new URL('../docs/images/strength.svg', import.meta.url));
/** The versions of the full network, by their files; those of the current one have no number. */
const VERSIONS = [
  ['full-20', '-20'],
  ['full-26', '-26'],
  ['full-28', '-28'],
  ['full-32', ''],
];
/** How many games of each file count, so that all versions have as many. */
const DEPTHS = [
  { name: '1-ply', games: 1000, color: '#8a6d3b' },
  { name: '3-ply', games: 300, color: '#b5502c' },
];
/** About the factor of a 95% interval by Student's t, for 300 games and more. */
const T = 1.96;
const TOP = 600_000;
const [WIDTH, HEIGHT, LEFT, BOTTOM, ABOVE] = [640, 320, 80, 40, 20];

/**
 * @param {string} file
 * @param {number} games
 * @returns {{ mean: number, half: number }} mean score and half its interval
 */
function scoreOf(file, games) {
  const text = readFileSync(new URL(`../data/match/${file}.csv`, import.meta.url), 'utf8');
  const [names = '', ...lines] = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const column = (/** @type {string} */ name) => names.split(',').indexOf(name);
  const rows = lines.map((line) => line.replace(/^"[^"]*"/, '').split(','));
  const scores = rows
    .filter((row) => Number(row[column('seed')]) < games)
    .map((row) => Number(row[column('score')]));
  if (scores.length !== games) throw new Error(`${file}: ${scores.length} games instead of ${games}`);
  const mean = scores.reduce((sum, score) => sum + score, 0) / games;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (games - 1);
  return { mean, half: T * Math.sqrt(variance / games) };
}

/** @returns {string} the picture as SVG */
export function picture() {
  const y = (/** @type {number} */ score) =>
    (HEIGHT - BOTTOM - (score / TOP) * (HEIGHT - BOTTOM - ABOVE)).toFixed(1);
  const x = (/** @type {number} */ index) => LEFT + ((index + 0.5) * (WIDTH - LEFT - 100)) / VERSIONS.length;
  const grid = [0, 1, 2, 3, 4, 5, 6].map((step) => {
    const score = step * 100_000;
    return `<path d="M${LEFT} ${y(score)}H${WIDTH - 90}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(score)}" dy="4" text-anchor="end">${score.toLocaleString('en')}</text>`;
  });
  const names = VERSIONS.map(
    ([name], index) => `<text x="${x(index)}" y="${HEIGHT - 14}" text-anchor="middle">${name}</text>`,
  );
  const lines = DEPTHS.flatMap(({ name, games, color }) => {
    const scores = VERSIONS.map(([, ending]) => scoreOf(`${name}-full${ending}`, games));
    const points = scores.map(({ mean }, index) => `${x(index)} ${y(mean)}`);
    return [
      `<g stroke="${color}" stroke-width="2" fill="none"><path d="M${points.join('L')}"/>`,
      ...scores.map(
        ({ mean, half }, index) => `<path d="M${x(index)} ${y(mean - half)}V${y(mean + half)}"/>`,
      ),
      '</g>',
      ...points.map((point) => {
        const [cx, cy] = point.split(' ');
        return `<circle cx="${cx}" cy="${cy}" r="4" fill="${color}"/>`;
      }),
      `<text x="${x(VERSIONS.length - 1) + 14}" y="${y(scores.at(-1)?.mean ?? 0)}" dy="4" fill="${color}">${name}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" fill="#444">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...names,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PICTURE, picture());
