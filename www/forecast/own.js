// What a player like the one at the board makes from here. His level comes from his own moves and from the
// scores of his finished games. Nothing waits for it: it is asked for in his pauses.

import {
  FORECAST_AT,
  LEAST_MOVES,
  finishedGames,
  movesOf,
  readPlayed,
  takeBack,
  takenBack,
  withGame,
  writePlayed,
} from '../ai/player.js';
import { computed, effect, signal } from '../vendor/signals-core.js';
import { whenIdle } from './forecast.js';
import { OwnMoves } from './own-moves.js';
import { steady, wantsOwn } from './state.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/** @import { People } from '../engine/people.js' */
/** @import { State } from '../game/state.js' */
/** @import { KeptGame } from '../game/waiting.js' */
/** @import { Played } from '../ai/player.js' */
/** @import { Early } from './own-moves.js' */
/** @import { OwnForecast } from './state.js' */

/** How long the player rests before his moves are looked at, in milliseconds. */
const REST_MS = 250;

/** @typedef {Pick<People, 'ask' | 'checksum' | 'isThere' | 'ready' | 'load'>} Forecaster */

/**
 * @param {State} state @param {Forecaster} people
 * @param {{ listGames?: () => Promise<KeptGame[]>, idle?: (act: () => void) => void, restMs?: number }}
 *   [options] `listGames`: those of the history, newest first
 * @returns {Signal<OwnForecast>}
 */
export function followPlayer(
  state,
  people,
  { listGames = gamesOf(state), idle = whenIdle, restMs = REST_MS } = {},
) {
  const { store } = state;
  /** @type {Signal<OwnForecast>} */
  const own = signal({ kind: 'unknown' });
  /** The number of times that the judge was loaded too late for a board. */
  const late = signal(0);
  /** His last finished games. @type {Promise<KeptGame[]> | 'unread'} */
  let lastGames = 'unread';
  const moves = new OwnMoves(state, {
    onBack: (game, left) => takeBack(store, game, left),
    onOther: () => void (own.value = { kind: 'unknown' }),
    onOver: () => void (lastGames = 'unread'),
  });
  const wanted = computed(() => wantsOwn(state));
  effect(() => {
    void state.game.value;
    void late.value;
    if (!wanted.value || state.mode.value !== 'off') return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => idle(() => void look(leaving.signal)), restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  });

  /** @param {AbortSignal} signal */
  async function look(signal) {
    if (signal.aborted) return;
    const { ranks, rows, cols, score } = state.game.value;
    if (lastGames === 'unread')
      lastGames = listGames()
        .then((games) => finishedGames(games, state.Game))
        .catch(() => []);
    const games = await lastGames;
    const finished = games.map((kept) => kept.score);
    // A finished game tells more of its player than as many single moves.
    const count = Math.max(
      movesOf(readPlayed(store)).length + moves.made.length,
      games.reduce((sum, kept) => sum + kept.moves, 0),
    );
    /** @type {OwnForecast} */
    let next = { kind: 'unknown' };
    if (count < LEAST_MOVES) {
      // Where there will be no such forecast, the AI's chances take its place.
      if (!(await people.isThere())) next = { kind: 'none' };
    } else if (await people.ready()) {
      await observe();
      const level = await levelBy(readPlayed(store, people.checksum), finished);
      if (moves.early !== 'none') await keepEarly(moves.early, finished);
      const position = { ranks, rows, cols };
      const forecast = level && (await people.ask({ ask: 'forecast', position, score, level }));
      if (forecast) next = steady(own.value, forecast);
      else if (level) next = { kind: 'none' };
    } else {
      next = { kind: 'none' };
      void people.load().then((worker) => {
        if (worker && !signal.aborted) late.value++;
      });
    }
    if (!signal.aborted) own.value = next;
  }

  /** @param {Played} games @param {number[]} scores of finished games */
  const levelBy = (games, scores) => people.ask({ ask: 'level', played: movesOf(games), scores });

  /** Has the moves judged that are not yet. */
  async function observe() {
    const judged = moves.made;
    const answers = judged.length === 0 ? null : await people.ask({ ask: 'observe', moves: judged });
    if (!answers) return;
    let played = readPlayed(store, people.checksum);
    for (const [index, made] of judged.entries()) {
      const [{ game, at }, answer] = [made, answers[index]];
      // It may have been undone meanwhile.
      if (!answer || !moves.made.includes(made)) continue;
      played = withGame(played, game, (one) => ({
        ...one,
        moves: [...one.moves.filter(([other]) => other < at), [at, answer]],
      }));
    }
    moves.made = moves.made.filter((made) => !judged.includes(made));
    writePlayed(store, played, people.checksum);
  }

  /**
   * Keeps what was expected on an early board of the game, by what was known of the player then.
   * @param {Early} board @param {number[]} finished
   */
  async function keepEarly({ game, ranks, score }, finished) {
    moves.early = 'none';
    const before = takenBack(readPlayed(store, people.checksum), game, FORECAST_AT);
    const level = await levelBy(before, finished);
    const position = { ranks, rows: 4, cols: 4 };
    const forecast = level && (await people.ask({ ask: 'forecast', position, score, level }));
    if (!forecast) return;
    const points = Math.round(forecast.points);
    const played = readPlayed(store, people.checksum);
    const next = withGame(played, game, (one) => ({ ...one, forecast: points }));
    writePlayed(store, next, people.checksum);
  }

  return own;
}

/** @param {State} state @returns {() => Promise<KeptGame[]>} the games of the history, newest first */
const gamesOf =
  ({ store }) =>
  async () =>
    (await (await import('../game/kept-games.js')).listGames(store)).games;
