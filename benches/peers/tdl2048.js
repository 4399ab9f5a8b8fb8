// Compares moves per second of our search with those of TDL2048+ (github.com/moporgic/TDL2048), one thread
// each.
//
//   node benches/peers/tdl2048.js --theirs FOLDER [--weights FOLDER/4x6patt.w]
//     [--ours models/lite.bin] [--ply 3] [--games 1] [--rounds 3]
//
// FOLDER is a built clone with its program `2048` (`make`), and --weights a 4x6 network of theirs that plays
// well, since longer games have fuller boards. Both search every move to the full depth. In each round theirs
// plays without a table and with one of 16 MiB, and ours the same, one after the other; times are by the
// clock, so the machine must be idle. Run it after `cargo build --release`.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const OURS = fileURLToPath(new URL('../../target/release/afterstate', import.meta.url));
const LITE = fileURLToPath(new URL('../../models/lite.bin', import.meta.url));
const TABLE_MB = 16;

const { values: options } = parseArgs({
  options: {
    theirs: { type: 'string' },
    weights: { type: 'string' },
    ours: { type: 'string', default: LITE },
    ply: { type: 'string', default: '3' },
    games: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
  },
});
const { theirs, ours, ply, games } = options;
if (theirs === undefined)
  throw new Error('usage: node benches/peers/tdl2048.js --theirs FOLDER [--weights FILE]');
const weights = options.weights ?? join(theirs, '4x6patt.w');
const run = promisify(execFile);

/**
 * Moves per second of TDL2048+, as it prints them.
 * @param {number} seed
 * @param {number} tableMb
 * @returns {Promise<number>}
 */
async function playTheirs(seed, tableMb) {
  const table = tableMb > 0 ? ['-c', `${tableMb}M`] : [];
  const { stdout } = await run(join(/** @type {string} */ (theirs), '2048'), [
    ...['-n', '4x6patt', '-i', weights, '-e', `1x${games}`, '-d', `${ply}p`, '-s', String(seed)],
    ...table,
  ]);
  const speed = /^summary .*?([\d.]+)ops/m.exec(stdout)?.[1];
  if (speed === undefined) throw new Error(`TDL2048+ printed no speed:\n${stdout}`);
  return Number(speed);
}

/**
 * Moves per second of our program.
 * @param {number} seed
 * @param {number} tableMb
 * @returns {Promise<number>}
 */
async function playOurs(seed, tableMb) {
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-'));
  try {
    const csv = join(folder, 'games.csv');
    const player = `${ours}:ply=${ply},spawn4-plies=1,low-value-plies=1,table-mb=${tableMb}`;
    await run(OURS, [
      'match',
      player,
      '--games',
      games,
      '--seed',
      String(seed),
      '--threads',
      '1',
      '--csv',
      csv,
    ]);
    const lines = (await readFile(csv, 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const columns = String(lines[0]).split(',');
    /** The sum of a column, counted from the end: a player's name has commas. @param {string} name */
    const sum = (name) =>
      lines
        .slice(1)
        .reduce((all, line) => all + Number(line.split(',').at(columns.indexOf(name) - columns.length)), 0);
    return sum('moves') / sum('seconds');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

const rows = [0, TABLE_MB].flatMap((tableMb) => [
  {
    name: `TDL2048+, table of ${tableMb} MiB`,
    play: playTheirs,
    tableMb,
    speeds: /** @type {number[]} */ ([]),
  },
  {
    name: `afterstate, table of ${tableMb} MiB`,
    play: playOurs,
    tableMb,
    speeds: /** @type {number[]} */ ([]),
  },
]);
for (let seed = 1; seed <= Number(options.rounds); seed += 1) {
  for (const { play, tableMb, speeds } of rows) speeds.push(await play(seed, tableMb));
}
for (const { name, speeds } of rows) {
  process.stdout.write(
    `${name}: ${median(speeds).toFixed(0)} moves/s (${speeds.map((speed) => speed.toFixed(0)).join(', ')})\n`,
  );
}
