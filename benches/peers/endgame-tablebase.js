// Plays games with the engine of the 2048EndgameTablebase page
// (github.com/game-difficulty/2048EndgameTablebase) and with that of our page, to compare them at equal time
// per move.
//
//   node benches/peers/endgame-tablebase.js --theirs FOLDER [--speed 200] [OPTIONS]
//   node benches/peers/endgame-tablebase.js --ours NETWORK [--ms 18] [OPTIONS]
//
// OPTIONS are [--games 40] [--seed 0] [--csv endgame-tablebase.csv].
//
// FOLDER is the `docs` folder of that project, with its worker.js. --speed is the slider of that page: 0 is
// the slowest, 100 its default, and 200 the fastest. NETWORK is a file such as models/full.bin, and --ms the
// mean time per move. Run it after `./build.sh build`: both engines run in WebAssembly, with one thread, and
// the rules and the random tiles are those of our `Game`. Each game has a process of its own, as after a
// reload of the page, and its clock is the processor time of that process, as with `afterstate match --clock
// processor`. Games that FILE already has are not played again.

import { fork } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Game, Network, Solver, initSync } from '../../target/packages/pkg/afterstate.js';

/** @typedef {{ type: string, best_move?: number }} Answer of their worker */
/**
 * Chooses a direction for a game; null ends the game.
 * @typedef {(game: Game) => Promise<number | null>} Choose
 */

const MODULE = new URL('../../target/packages/pkg/afterstate_bg.wasm', import.meta.url);
const HEAD = 'seed,score,largest_tile,moves,seconds,end';
const USAGE =
  'usage: node benches/peers/endgame-tablebase.js (--theirs FOLDER [--speed 200] | --ours NETWORK [--ms 18])' +
  ' [--games 40] [--seed 0] [--csv FILE]';
const [UP, RIGHT, DOWN, LEFT] = [0, 1, 2, 3];
/** Our directions by their numbers. */
const DIRECTIONS = [null, LEFT, RIGHT, UP, DOWN];
/** Their boards have one hexadecimal digit per cell, so a 65536 becomes a 32768, as on their page. */
const LARGEST_RANK = 15;

const { values: options } = parseArgs({
  options: {
    theirs: { type: 'string' },
    ours: { type: 'string' },
    games: { type: 'string', default: '40' },
    seed: { type: 'string', default: '0' },
    speed: { type: 'string', default: '200' },
    ms: { type: 'string', default: '18' },
    csv: { type: 'string', default: 'endgame-tablebase.csv' },
  },
});
if ((options.theirs === undefined) === (options.ours === undefined)) throw new Error(USAGE);

/** Milliseconds of processor time of this process. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Loads their worker into this process. @param {string} folder @returns {Promise<Choose>} */
async function loadTheirs(folder) {
  /** @type {(answer: Answer) => void} */
  let onAnswer = () => {};
  const answer = () =>
    /** @type {Promise<Answer>} */ (
      new Promise((done) => {
        onAnswer = done;
      })
    );
  const scope = /** @type {any} */ (globalThis);
  console.log = () => {};
  scope.self = scope;
  scope.postMessage = (/** @type {Answer} */ message) => onAnswer(message);
  const ready = answer();
  await import(pathToFileURL(resolve(folder, 'worker.js')).href);
  await ready;
  /** Sends a message and waits for the answer. @param {unknown} data */
  const ask = (data) => {
    const answered = answer();
    scope.onmessage({ data });
    return answered;
  };
  void ask({ type: 'update_speed', ratio: 10 ** ((100 - Number(options.speed)) / 100) });
  return async (game) => {
    const board = [...game.ranks()].map((rank) => Math.min(rank, LARGEST_RANK).toString(16)).join('');
    const { best_move: move } = await ask({ type: 'calculate', board_encoded: board });
    return DIRECTIONS[move ?? 0] ?? null;
  };
}

/** A solver with the network of a file. @param {string} file @returns {Promise<Choose>} */
async function loadOurs(file) {
  const solver = Solver.withNetwork(Network.read(await readFile(file), undefined), undefined);
  const limits = { timeMs: Number(options.ms), managed: true, line: false };
  return async (game) => solver.search(game.ranks(), game.rows, game.cols, limits, undefined).best;
}

/** Plays one game. @param {number} seed @returns {Promise<string>} its line of the CSV file */
async function play(seed) {
  Object.defineProperty(performance, 'now', { value: processorTime });
  initSync({ module: await readFile(MODULE) });
  const choose =
    options.theirs === undefined ? await loadOurs(String(options.ours)) : await loadTheirs(options.theirs);
  const game = new Game(4, 4, BigInt(seed));
  const start = processorTime();
  let end = 'no move is possible';
  while (!game.isOver) {
    const direction = await choose(game);
    if (game.status === 'won') game.keepGoing();
    if (direction === null || !game.play(direction)) {
      end = `answered ${direction}`;
      break;
    }
  }
  const seconds = (processorTime() - start) / 1000;
  return [seed, game.score, 2 ** game.maxRank, game.moves, seconds.toFixed(3), end].join(',');
}

/** @param {number} seed @returns {Promise<string>} the line, from a process of its own */
function playElsewhere(seed) {
  const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
    env: { ...process.env, PLAY_SEED: String(seed) },
  });
  return new Promise((done, failed) => {
    child.once('message', (line) => done(String(line)));
    child.once('exit', (code) =>
      failed(new Error(`the game with seed ${seed} ended with exit status ${code}`)),
    );
  });
}

if (process.env.PLAY_SEED) {
  const line = await play(Number(process.env.PLAY_SEED));
  process.send?.(line, () => process.exit(0));
} else {
  const saved = await readFile(options.csv, 'utf8').catch(() => '');
  const player = options.ours === undefined ? `theirs at speed ${options.speed}` : `ours at ${options.ms} ms`;
  const head = `# ${player}\n${HEAD}\n`;
  if (saved === '') await appendFile(options.csv, head);
  else if (!saved.startsWith(head))
    throw new Error(`${options.csv} has other games; a file for ${player} begins with ${head}`);
  const played = new Set(saved.split('\n').map((line) => line.split(',')[0]));
  for (let seed = Number(options.seed); seed < Number(options.seed) + Number(options.games); seed++) {
    if (played.has(String(seed))) continue;
    const line = await playElsewhere(seed);
    await appendFile(options.csv, `${line}\n`);
    console.log(line);
  }
}
