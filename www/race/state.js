// A race against the AI: two games of one seed, which get the same tiles. `player` and `rival` are states of
// the two games.

import { INACCURACY_FROM } from '../ai/rating.js';
import { RIVALS, rivalOf } from '../game/rivals.js';
import { batch, effect, signal } from '../vendor/signals-core.js';
import { focusBoard } from '../game/acts.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { Rival } from '../game/rivals.js' */
/** @import { Game } from '../pkg-game/afterstate.js' */
/** @import { SavedRace } from './keep.js' */
/** @import { State } from '../game/state.js' */
/** @import { Moment } from '../game/types.js' */

/**
 * A race that somebody shared: its tiles, what they made, and their whole game if it fits a link.
 * @typedef {{ seed: bigint, score: number, moves: number, game: string | 'none' }} Challenge
 */
/**
 * How a race ended. `winner`: by moves, then by score. `stuck`: who got stuck, after fewer moves if both did.
 * @typedef {{ winner: 'player' | 'rival' | 'nobody', stuck: 'player' | 'rival' | 'both' }} Result
 */
/**
 * `preparing`: the rival's network loads, this share of it; `running`: the rival moves when the player does;
 * `failed`: the rival cannot play.
 * @typedef {{ kind: 'choosing' } | { kind: 'preparing', share: number }
 *   | { kind: 'running' } | { kind: 'over', result: Result } | { kind: 'failed', text: string }} Phase
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
    /** Whom the player races against. */
    opponent: signal(rivalOf('')),
    phase,
    /** @type {Signal<Unfinished>} */
    unfinished: signal({ kind: 'none' }),
    /** @type {Signal<Parting>} */
    parting: signal({ kind: 'unknown' }),
  };
}

/** @typedef {ReturnType<typeof createRace>} Race */

/** @param {Race} race @param {Rival} rival */
export function choose({ opponent }, rival) {
  opponent.value = rival;
}

/**
 * Puts the games on the boards. The race starts when the rival is ready.
 * @param {Race} race @param {Game} mine the player's @param {Game} its the rival's
 * @param {boolean} [retried] whether the player knows what tiles come
 */
function prepare({ player, rival, phase, parting }, mine, its, retried = false) {
  batch(() => {
    player.session.begin(mine, 'own', retried);
    rival.session.begin(its);
    parting.value = { kind: 'unknown' };
    phase.value = { kind: 'preparing', share: 0 };
  });
  focusBoard(player);
}

/** @param {Race} race @param {bigint} seed */
export function start(race, seed) {
  const { Game } = race.player;
  prepare(race, new Game(4, 4, seed), new Game(4, 4, seed));
}

/** The same tiles once more. @param {Race} race */
export const rematch = (race) => start(race, race.player.game.value.seed);

/**
 * Starts both boards from an earlier one of the player's game, which from then on has undone moves.
 * @param {Race} race
 * @param {number} at the number of moves before it
 */
export function tryAgain(race, at) {
  const { Game, session } = race.player;
  const game = Game.fromText(session.game.replay());
  while (game.moves > at) game.undo();
  const text = game.replay();
  game.free();
  prepare(race, Game.fromText(text), Game.fromText(text), true);
}

/** How the race stands. @param {Race} race @returns {SavedRace} */
export function savedRace({ opponent, player, rival }) {
  return {
    rival: opponent.value.id,
    mine: player.session.game.replay(),
    its: rival.session.game.replay(),
    ...(player.session.undone && { undone: true }),
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
  const { mine, its, undone } = value.race;
  choose(race, value.rival);
  prepare(race, Game.fromText(mine), Game.fromText(its), undone);
}

/** The rival can play. The race takes the place of one that could be continued. @param {Race} race */
export function ready({ phase, player, unfinished }) {
  if (phase.value.kind !== 'preparing') return;
  batch(() => {
    unfinished.value = { kind: 'none' };
    phase.value = { kind: 'running' };
  });
  focusBoard(player);
}

/**
 * The rival cannot play, or no longer.
 * @param {Race} race
 * @param {string} text why, for the player
 */
export function rivalFailed({ phase }, text) {
  if (phase.value.kind !== 'preparing' && phase.value.kind !== 'running') return;
  phase.value = { kind: 'failed', text };
}

/** Back to the choice of a rival. A race that is not over can still be continued. @param {Race} race */
export function leave(race) {
  const { phase, player } = race;
  const stopped = phase.value.kind === 'running' || phase.value.kind === 'failed';
  batch(() => {
    if (stopped && player.game.value.moves > 0) foundUnfinished(race, savedRace(race));
    phase.value = { kind: 'choosing' };
  });
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

/** Ends the race when one is stuck and the other has made as many moves. @param {Race} race */
export function judge({ phase, player, rival }) {
  if (phase.value.kind !== 'running') return;
  const [mine, its] = [player.game.value, rival.game.value];
  // A race that was continued may have either of them ahead.
  const isOver = (mine.isOver && its.moves >= mine.moves) || (its.isOver && mine.moves >= its.moves);
  if (isOver) phase.value = { kind: 'over', result: resultOf(mine, its) };
}

/** @typedef {{ isOver: boolean, moves: number, score: number }} Table */

/** @param {Table} mine @param {Table} its @returns {Result} */
function resultOf(mine, its) {
  const lasting = mine.isOver === its.isOver ? mine.moves - its.moves : mine.isOver ? -1 : 1;
  const lead = lasting || mine.score - its.score;
  return {
    winner: lead > 0 ? 'player' : lead < 0 ? 'rival' : 'nobody',
    stuck: lasting < 0 ? 'player' : lasting > 0 ? 'rival' : 'both',
  };
}
