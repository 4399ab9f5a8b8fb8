// A race against the AI: two games of one seed, which get the same tiles. `player` and `rival` are states of
// the two games.

import { INACCURACY_FROM } from '../ai/rating.js';
import { RIVALS, rivalOf } from '../game/rivals.js';
import { batch, effect, signal } from '../vendor/signals-core.js';
import { focusBoard } from '../game/acts.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Rival } from '../game/rivals.js' */
/** @import { GameClass } from '../game/session.js' */
/** @import { SavedRace } from './record.js' */
/** @import { Moment, State } from '../game/state.js' */

/**
 * `turn`: the rival moves when you do; `clock`: each at its own pace, for two minutes.
 * @typedef {'turn' | 'clock'} Pace
 */
const CLOCK_MS = 120_000;

/** @typedef {{ rival: Rival, pace: Pace }} Course */
/**
 * A race that somebody shared: its tiles, what they made, and their whole game if it fits a link.
 * @typedef {{ seed: bigint, score: number, moves: number, game: string | 'none' }} Challenge
 */
/**
 * How a race ended. `winner`: by moves in a turn race, then by score; by score against the clock. `stuck`:
 * who got stuck, after fewer moves if both did; `nobody`: the time was up.
 * @typedef {{ winner: 'player' | 'rival' | 'nobody', stuck: 'player' | 'rival' | 'both' | 'nobody' }} Result
 */
/**
 * `highlights`: a shared game is shown before the race against it; `preparing`: the rival's network loads,
 * this share of it, and `leftMs` is what the clock will show; `running`: `until` is when a clock race ends
 * (`performance.now()`), Infinity in a turn race; `failed`: the rival cannot play, and `leftMs` is what the
 * clock had left.
 * @typedef {{ kind: 'choosing' } | { kind: 'highlights' }
 *   | { kind: 'preparing', share: number, leftMs: number } | { kind: 'running', until: number }
 *   | { kind: 'over', result: Result } | { kind: 'failed', text: string, leftMs: number }} Phase
 */
/**
 * A race that can be continued, and the player's score in it.
 * @typedef {{ kind: 'none' } | { kind: 'saved', race: SavedRace, rival: Rival, score: number }} Unfinished
 */
/**
 * Where the games parted; `unknown`: not looked for yet, or that failed; `searching` while the AI looks for
 * it; `unjudged`: there is no network to judge; `none`: they were level to the end. `at`: the number of moves
 * before it; `side`: whose mistake parted them, or the tiles.
 * @typedef {{ kind: 'unknown' } | { kind: 'searching', share: number } | { kind: 'unjudged' }
 *   | { kind: 'none' }
 *   | { kind: 'known', at: number, side: 'player' | 'rival', moment: Moment }
 *   | { kind: 'known', at: number, side: 'tiles' }} Parting
 */

/** @param {State} player @param {State} rival @param {Challenge | 'none'} challenge */
export function createRace(player, rival, challenge) {
  /** @type {Signal<Phase>} */
  const phase = signal({ kind: 'choosing' });
  effect(() => {
    player.paused.value = phase.value.kind !== 'running';
  });
  return {
    player,
    rival,
    challenge,
    /** @type {Signal<Course>} */
    course: signal({ rival: rivalOf(''), pace: 'turn' }),
    phase,
    /** @type {Signal<Unfinished>} */
    unfinished: signal({ kind: 'none' }),
    /** @type {Signal<Parting>} */
    parting: signal({ kind: 'unknown' }),
  };
}

/** @typedef {ReturnType<typeof createRace>} Race */

/** @param {Race} race @param {Partial<Course>} change */
export function choose({ course }, change) {
  course.value = { ...course.value, ...change };
}

/**
 * Puts the games on the boards. The clock starts when the rival is ready.
 * @param {Race} race
 * @param {InstanceType<GameClass>[]} games the player's, the rival's
 * @param {number} [leftMs]
 */
function prepare({ player, rival, phase, parting }, [mine, its], leftMs = CLOCK_MS) {
  if (!mine || !its) return;
  batch(() => {
    player.session.begin(mine);
    rival.session.begin(its);
    parting.value = { kind: 'unknown' };
    phase.value = { kind: 'preparing', share: 0, leftMs };
  });
  focusBoard(player);
}

/** @param {Race} race @param {bigint} seed */
export function start(race, seed) {
  const { Game } = race.player;
  prepare(race, [new Game(4, 4, seed), new Game(4, 4, seed)]);
}

/**
 * Starts both boards from an earlier one of the player's game.
 * @param {Race} race
 * @param {number} at the number of moves before it
 */
export function tryAgain(race, at) {
  const { Game, session } = race.player;
  const game = Game.fromText(session.game.replay());
  while (game.moves > at) game.undo();
  const text = game.replay();
  game.free();
  prepare(race, [Game.fromText(text), Game.fromText(text)]);
}

/**
 * How long a race against the clock goes on, in milliseconds.
 * @param {Phase} phase
 * @param {number} now `performance.now()`
 */
function leftOf(phase, now) {
  if (phase.kind === 'preparing' || phase.kind === 'failed') return phase.leftMs;
  return phase.kind === 'running' && phase.until < Infinity ? Math.max(0, phase.until - now) : CLOCK_MS;
}

/** How the race stands. @param {Race} race @param {number} now `performance.now()` @returns {SavedRace} */
export function savedRace({ course, phase, player, rival }, now) {
  return {
    rival: course.value.rival.id,
    pace: course.value.pace,
    leftMs: leftOf(phase.value, now),
    mine: player.session.game.replay(),
    its: rival.session.game.replay(),
  };
}

/**
 * A race was saved here; it can be continued unless it is damaged.
 * @param {Race} race
 * @param {SavedRace} saved
 */
export function foundUnfinished({ player: { Game }, unfinished }, saved) {
  const rival = RIVALS.find(({ id }) => id === saved.rival);
  if (!rival) return;
  try {
    const [mine, its] = [Game.fromText(saved.mine), Game.fromText(saved.its)];
    const { rows, cols, score } = mine;
    mine.free();
    its.free();
    if (rows === 4 && cols === 4) unfinished.value = { kind: 'saved', race: saved, rival, score };
  } catch {
    // There is nothing to continue.
  }
}

/** Continues the race that was saved. @param {Race} race */
export function resume(race) {
  const { value } = race.unfinished;
  if (value.kind === 'none') return;
  const { Game } = race.player;
  const { mine, its, pace, leftMs } = value.race;
  choose(race, { rival: value.rival, pace });
  prepare(race, [Game.fromText(mine), Game.fromText(its)], leftMs);
}

/**
 * The rival can play. The race takes the place of one that could be continued.
 * @param {Race} race
 * @param {number} now `performance.now()`
 */
export function ready({ course, phase, player, unfinished }, now) {
  if (phase.value.kind !== 'preparing') return;
  const { leftMs } = phase.value;
  batch(() => {
    unfinished.value = { kind: 'none' };
    phase.value = { kind: 'running', until: course.value.pace === 'clock' ? now + leftMs : Infinity };
  });
  focusBoard(player);
}

/**
 * The rival cannot play, or no longer.
 * @param {Race} race
 * @param {string} text why, for the player
 * @param {number} now `performance.now()`
 */
export function rivalFailed({ phase }, text, now) {
  if (phase.value.kind !== 'preparing' && phase.value.kind !== 'running') return;
  phase.value = { kind: 'failed', text, leftMs: leftOf(phase.value, now) };
}

/**
 * Back to the choice of a rival. A race that is not over can still be continued.
 * @param {Race} race
 * @param {number} now `performance.now()`
 */
export function leave(race, now) {
  const { phase, player } = race;
  const stopped = phase.value.kind === 'running' || phase.value.kind === 'failed';
  batch(() => {
    if (stopped && player.game.value.moves > 0) foundUnfinished(race, savedRace(race, now));
    phase.value = { kind: 'choosing' };
  });
}

/** The highlights of the shared game begin. @param {Race} race */
export function beginHighlights({ phase }) {
  phase.value = { kind: 'highlights' };
}

/** How much of the rival's network is loaded. @param {Race} race @param {number} share */
export function rivalLoads({ phase }, share) {
  if (phase.value.kind === 'preparing') phase.value = { ...phase.value, share };
}

/** How far the search for the parting is, or that it failed. @param {Race} race @param {Parting} now */
export function seekParting({ parting }, now) {
  parting.value = now;
}

/**
 * @param {Race} race
 * @param {number | null} at the number of moves before the parting one
 * @param {Moment | null} moment the loser's move there
 */
export function partedAt({ parting, phase }, at, moment) {
  if (phase.value.kind !== 'over') return;
  const { winner } = phase.value.result;
  if (at === null) parting.value = { kind: 'none' };
  else if (moment && moment.best !== moment.played && moment.loss >= INACCURACY_FROM)
    parting.value = { kind: 'known', at, side: winner === 'player' ? 'rival' : 'player', moment };
  else parting.value = { kind: 'known', at, side: 'tiles' };
}

/**
 * Ends the race if it is over: against the clock when the time is up or both are stuck; else when one is
 * stuck and the other has made as many moves.
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
  phase.value = { kind: 'over', result };
}

/** @typedef {{ isOver: boolean, moves: number, score: number }} Table */

/** @param {Table} mine @param {Table} its @param {boolean} byMoves @returns {Result} */
function resultOf(mine, its, byMoves) {
  const lasting = mine.isOver === its.isOver ? mine.moves - its.moves : mine.isOver ? -1 : 1;
  const lead = (byMoves && lasting) || mine.score - its.score;
  const first = lasting < 0 ? 'player' : lasting > 0 ? 'rival' : 'both';
  return {
    winner: lead > 0 ? 'player' : lead < 0 ? 'rival' : 'nobody',
    stuck: mine.isOver || its.isOver ? first : 'nobody',
  };
}
