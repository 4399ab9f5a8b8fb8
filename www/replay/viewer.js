// The replay viewer: shows a game board by board, plays it back, and points at better moves. The game can be
// played on from any board.

import { gameFrom } from '../game/position.js';
import { t } from '../shared/text.js';
import { beginGame } from '../game/acts.js';
import { reviewOf } from './review.js';
import { setSetting } from '../shared/settings.js';

/** @import { Replay } from '../game/replay.js' */
/** @import { State } from '../game/state.js' */
/** @import { OpenViewer } from '../game/types.js' */

/** The choices of moves per second. */
export const PLAYBACK_SPEEDS = [1, 3, 6, 15, 50];
/** The time in which a shared game is played back, if it is not too long, in seconds. */
const SHARED_S = 20;

/**
 * Shows a game. The review of the game before is stopped.
 * @param {State} state
 * @param {Replay} replay
 * @param {number} at the number of moves before the board to show
 */
export function openReplay(state, replay, at) {
  const { viewer } = state;
  const before = reviewOf(state);
  viewer.value = { kind: 'open', replay, at, stepped: false, playing: false, best: 'none' };
  if (before?.asked && before !== reviewOf(state)) before.stop();
}

/** @param {State} state @param {Partial<OpenViewer>} change */
function set({ viewer }, change) {
  if (viewer.value.kind === 'open') viewer.value = { ...viewer.value, ...change };
}

/** Shows the board after `at` moves. @param {State} state @param {number} at */
export function goTo(state, at) {
  const { value } = state.viewer;
  if (value.kind === 'none') return;
  const within = Math.max(0, Math.min(value.replay.moves, at));
  set(state, { at: within, stepped: false, playing: false, best: 'none' });
}

/** Shows the board after `at` moves and the best move there. @param {State} state @param {number} at */
export function pick(state, at) {
  const { findings = 'none' } = reviewOf(state) ?? {};
  const best = findings === 'none' ? 'unknown' : findings.bestAt(at);
  goTo(state, at);
  if (best !== 'unknown') set(state, { best });
}

/** Makes the next move. @param {State} state */
export function stepForward(state) {
  const { value } = state.viewer;
  if (value.kind === 'none' || value.at === value.replay.moves) return;
  const at = value.at + 1;
  set(state, { at, stepped: true, playing: value.playing && at < value.replay.moves, best: 'none' });
}

/** Plays the game back, from its start if its end is shown. @param {State} state */
export function play(state) {
  const { value } = state.viewer;
  if (value.kind === 'none') return;
  if (value.at === value.replay.moves) goTo(state, 0);
  set(state, { stepped: false, playing: true });
}

/**
 * Plays a shared game back, at the speed that takes at most twenty seconds if there is one. With reduced
 * motion its last board is shown.
 * @param {State} state
 */
export function playShared(state) {
  const { still, viewer } = state;
  if (viewer.value.kind === 'none') return;
  const { moves } = viewer.value.replay;
  if (still.value) return goTo(state, moves);
  const speed = PLAYBACK_SPEEDS.find((speed) => moves <= SHARED_S * speed) ?? PLAYBACK_SPEEDS.at(-1);
  setPlayback(state, Number(speed));
  play(state);
}

/** @param {State} state */
export const pause = (state) => set(state, { playing: false });

/** @param {State} state @param {number} movesPerSecond */
export function setPlayback({ playback }, movesPerSecond) {
  playback.value = movesPerSecond;
}

/**
 * Plays on from a board, with the same tiles to come.
 * @param {State} state
 * @param {Replay} replay
 * @param {number} at
 */
export function continueFrom(state, replay, at) {
  beginGame(state, replay.gameAt(at), continuing(replay, at), playersUpTo(replay, at), replay.undone);
}

/**
 * Who made the moves before a board.
 * @param {Replay} replay
 * @param {number} at
 */
const playersUpTo = ({ playedHere, players }, at) => (playedHere || at === 0 ? players : 'shared');

/** @param {Replay} replay @param {number} at */
const continuing = ({ moves }, at) =>
  at === moves ? t('Continuing the game.') : t('Continuing after move {at}.', { at });

/**
 * Plays a board again with the coach on, as a game of its own.
 * @param {State} state
 * @param {Replay} replay
 * @param {number} at
 * @throws if it is over
 */
export function practice(state, replay, at) {
  const { rows, cols } = replay;
  const game = gameFrom(state.Game, { ranks: replay.ranks(at), rows, cols }, replay.score(at));
  const notice =
    state.ai.value === 'off' ? continuing(replay, at) : t('Practice game. The coach speaks when it matters.');
  if (beginGame(state, game, notice, playersUpTo(replay, at))) setSetting(state, 'coach', true);
}
