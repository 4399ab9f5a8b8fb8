// Loads the frame's AI on demand: nothing is downloaded until the player or the host uses it.

/** @import { Mode } from '../game/pilot.js' */
/** @import { Asked } from '../page/game-table.js' */
/** @import { FrameAi } from './frame-ai.js' */
/** @import { FrameGame } from './frame-game.js' */

export class AiOnDemand {
  /** @param {FrameGame} game */
  constructor(game) {
    this.game = game;
    /** @type {FrameAi | null} */
    this.ai = null;
    /** @type {Promise<FrameAi> | undefined} */
    this.loading = undefined;
    /** @type {Asked | null} the request that waits for the AI to load */
    this.pending = null;
  }

  /** @returns {Mode} */
  get mode() {
    return this.pending ?? this.ai?.pilot.mode ?? 'off';
  }

  /** @param {Asked} what */
  async ask(what) {
    this.pending = what;
    try {
      this.loading ??= import('./frame-ai.js').then(({ FrameAi }) => new FrameAi(this.game));
      this.ai = await this.loading;
      if (this.pending !== what) return; // replaced or canceled meanwhile
      this.pending = null;
      await this.ai.pilot[what]();
    } catch (error) {
      this.pending = null;
      this.loading = undefined;
      this.game.trouble('The AI couldn’t be loaded.');
      console.warn(error);
    }
  }

  stop() {
    this.pending = null;
    this.ai?.pilot.stop();
    this.game.answerHint(null, 'the board has changed');
  }

  end() {
    this.ai?.advisor.end();
  }
}
