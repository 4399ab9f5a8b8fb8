// A race against the AI: two games of one seed, which get the same tiles. `player` and `rival` are states of the two games.

import { translatable } from '../text/text.js';
import { batch, signal } from '../vendor/signals-core.js';
import { focusBoard } from './game.js';

/** @import { Limits } from '../engine/types.js' */
/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { State } from './state.js' */

/**
 * `network`: an id of models.json, or `built-in`; `limits`: of its searches, the same on every device; `paceMs`: between two
 * of its moves in a race against the clock.
 * @typedef {{ id: string, name: string, about: string, network: string, limits: Limits, paceMs: number }} Rival
 */

/** Weakest first. What they usually make: data/match (1-ply and 3-ply games; lite and full at 1 ms). @type {Rival[]} */
export const RIVALS = [
  {
    id: 'beginner',
    name: translatable('Beginner'),
    about: translatable('Looks one move ahead. Usually makes a 512.'),
    network: 'built-in',
    limits: { ply: 1 },
    paceMs: 700,
  },
  {
    id: 'thinker',
    name: translatable('Thinker'),
    about: translatable('Looks three moves ahead. Usually makes a 4096.'),
    network: 'built-in',
    limits: { ply: 3 },
    paceMs: 550,
  },
  {
    id: 'lite',
    name: 'Lite',
    about: translatable('A trained network. Usually makes a 16384.'),
    network: 'lite',
    limits: { nodes: 10_000, timeMs: 2000 },
    paceMs: 450,
  },
  {
    id: 'full',
    name: 'Full',
    about: translatable('The strongest. Often makes a 32768.'),
    network: 'full',
    limits: { nodes: 10_000, timeMs: 2000 },
    paceMs: 450,
  },
];

/** `turn`: the rival moves when you do; `clock`: each at its own pace, for two minutes. @typedef {'turn' | 'clock'} Pace */
export const CLOCK_MS = 120_000;

/** @typedef {{ rival: Rival, pace: Pace }} Course */
/** A race that somebody shared: what they made, and their whole game if it fits a link. @typedef {{ score: number, moves: number, game: string | 'none' }} Challenge */
/**
 * How a race ended. `winner`: by moves in a turn race, then by score; by score against the clock.
 * @typedef {{ winner: 'player' | 'rival' | 'nobody', longer: 'player' | 'rival' | 'both' }} Result
 */
/**
 * `preparing`: the rival's network loads; `running`: `until` is when a clock race ends (`performance.now()`); `failed`:
 * the rival cannot play.
 * @typedef {{ kind: 'choosing' } | { kind: 'highlights' } | { kind: 'preparing', share: number } | { kind: 'running', until: number }
 *   | { kind: 'over', result: Result } | { kind: 'failed', text: string }} Phase
 */
/**
 * The player's move that gave most away: `searching` while the AI looks for it, `none` if no move did.
 * @typedef {{ kind: 'unknown' } | { kind: 'searching', share: number } | { kind: 'none' }
 *   | { kind: 'known', at: number, played: number, best: number, loss: number, ranks: Uint8Array }} KeyMove
 */

/** @param {State} player @param {State} rival @param {Challenge | 'none'} challenge */
export function createRace(player, rival, challenge) {
  return {
    player,
    rival,
    challenge,
    /** @type {Signal<Course>} */
    course: signal({ rival: /** @type {Rival} */ (RIVALS[0]), pace: 'turn' }),
    /** @type {Signal<Phase>} */
    phase: signal({ kind: 'choosing' }),
    /** @type {Signal<KeyMove>} */
    keyMove: signal({ kind: 'unknown' }),
  };
}

/** @typedef {ReturnType<typeof createRace>} Race */

/** @param {Race} race @param {Partial<Course>} change */
export function choose({ course }, change) {
  course.value = { ...course.value, ...change };
}

/** @param {string} id @returns {Rival} the one of this id, else the weakest */
export const rivalOf = (id) => RIVALS.find((rival) => rival.id === id) ?? /** @type {Rival} */ (RIVALS[0]);

/** Sets both boards up. The clock starts when the rival is ready. @param {Race} race @param {bigint} seed */
export function start({ player, rival, phase, keyMove }, seed) {
  const { Game } = player;
  batch(() => {
    for (const { session } of [player, rival]) session.begin(new Game(4, 4, seed));
    player.paused.value = true;
    keyMove.value = { kind: 'unknown' };
    phase.value = { kind: 'preparing', share: 0 };
  });
}

/** Starts both boards from an earlier one of the player's game. @param {Race} race @param {number} at the number of moves before it */
export function tryAgain({ player, rival, phase, keyMove }, at) {
  const { Game } = player;
  const text = player.session.game.replay();
  batch(() => {
    for (const { session } of [player, rival]) {
      const game = Game.fromText(text);
      while (game.moves > at) game.undo();
      session.begin(Game.fromText(game.replay()));
      game.free();
    }
    player.paused.value = true;
    keyMove.value = { kind: 'unknown' };
    phase.value = { kind: 'preparing', share: 0 };
  });
}

/** The rival can play. @param {Race} race @param {number} now `performance.now()` */
export function ready({ course, phase, player }, now) {
  if (phase.value.kind !== 'preparing') return;
  player.paused.value = false;
  phase.value = { kind: 'running', until: course.value.pace === 'clock' ? now + CLOCK_MS : Infinity };
  focusBoard(player);
}

/** @param {Race} race */
export function giveUp({ phase }) {
  phase.value = { kind: 'choosing' };
}

/**
 * Ends the race if it is over: against the clock when the time is up or both are stuck; else when one is stuck and the other
 * has made as many moves.
 * @param {Race} race @param {number} now `performance.now()`
 */
export function judge({ course, phase, player, rival }, now) {
  if (phase.value.kind !== 'running') return;
  const [mine, its] = [player.game.value, rival.game.value];
  const result =
    course.value.pace === 'clock'
      ? (now >= phase.value.until || (mine.isOver && its.isOver)) && resultOf(mine, its, false)
      : ((mine.isOver && its.moves >= mine.moves) || its.isOver) && resultOf(mine, its, true);
  if (!result) return;
  player.paused.value = true;
  phase.value = { kind: 'over', result };
}

/** @typedef {{ isOver: boolean, moves: number, score: number }} Table */

/** @param {Table} mine @param {Table} its @param {boolean} byMoves @returns {Result} */
function resultOf(mine, its, byMoves) {
  const lasting = mine.isOver === its.isOver ? mine.moves - its.moves : mine.isOver ? -1 : 1;
  const lead = (byMoves && lasting) || mine.score - its.score;
  return {
    winner: lead > 0 ? 'player' : lead < 0 ? 'rival' : 'nobody',
    longer: lasting > 0 ? 'player' : lasting < 0 ? 'rival' : 'both',
  };
}
