// Which moves of a game are the player's own, so that they tell his level: not those after a hint or a
// warning, nor those of the AI, nor those that were undone, and none on a board that was set up.

import { startOf } from '../game/moves.js';
import { FORECAST_AT } from '../ai/player.js';
import { effect, untracked } from '../vendor/signals-core.js';

/** @import { State } from '../game/state.js' */
/** @import { BoardState } from '../game/types.js' */

/**
 * A move on a board after `at` moves; `game`: the start of its game.
 * @typedef {{ game: string, at: number, ranks: Uint8Array, direction: number }} Made
 */
/**
 * The board after `FORECAST_AT` moves.
 * @typedef {{ game: string, ranks: Uint8Array, score: number }} Early
 */

export class OwnMoves {
  /** Those that are not judged yet, oldest first. @type {Made[]} */
  made = [];
  /** The board of which the forecast is to be kept. @type {Early | 'none'} */
  early = 'none';
  /** The board on which the player was helped. @type {BoardState | 'none'} */
  helped = 'none';

  /**
   * @param {State} state
   * @param {{ onBack: (game: string, moves: number) => void, onOther: () => void, onOver: () => void }}
   *   options `onBack`: moves were undone, and `moves` are left; `onOther`: another game is on the board;
   *   `onOver`: the game is over
   */
  constructor(state, options) {
    this.state = state;
    this.options = options;
    const { session } = state;
    /** The board before. */
    this.last = { board: state.game.value, game: session.game, start: startOf(session.game.replay()) };
    effect(() => {
      const { value } = state.evaluation;
      if (value.kind === 'known' && value.hint) this.helped = untracked(() => state.game.value);
    });
    effect(() => {
      const { value: coach } = state.coach;
      if (coach.kind === 'on' && coach.said.kind === 'warning') this.helped = coach.said.board;
    });
    effect(() => {
      const now = state.game.value;
      untracked(() => this.moved(now));
    });
  }

  /** @param {BoardState} now */
  moved(now) {
    const { session } = this.state;
    const { last } = this;
    if (now === last.board) return;
    const isSame = session.game === last.game;
    const start = isSame ? last.start : startOf(session.game.replay());
    this.last = { board: now, game: session.game, start };
    if (!isSame) this.options.onOther();
    if (now.status === 'over') this.options.onOver();
    if (!session.counts || now.rows !== 4 || now.cols !== 4) return;
    if (isSame && now.moves < last.board.moves) return this.takeBack(start, now.moves);
    const { change } = now;
    const isOwn = change.kind === 'step' && change.by === 'person' && !change.redone;
    if (!isOwn || !isSame || now.moves !== last.board.moves + 1) return;
    const { moves: at, ranks } = last.board;
    if (this.helped !== last.board)
      this.made.push({ game: start, at, ranks, direction: change.step.direction });
    if (now.moves === FORECAST_AT && session.players === 'own')
      this.early = { game: start, ranks: now.ranks, score: now.score };
  }

  /** @param {string} game @param {number} moves that are left */
  takeBack(game, moves) {
    this.made = this.made.filter((move) => move.game !== game || move.at < moves);
    if (this.early !== 'none' && this.early.game === game && moves < FORECAST_AT) this.early = 'none';
    this.options.onBack(game, moves);
  }
}
