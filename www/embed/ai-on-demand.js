// Loads the frame's AI on demand: nothing is downloaded until the player or the host uses it.

/** @import { Mode } from '../game/pilot.js' */
/** @import { FrameAi } from './frame-ai.js' */

export class AiOnDemand {
  /**
   * @param {{ load: () => Promise<FrameAi>, onStop: () => void, onTrouble: (message: string) => void }} options `onStop`:
   *   the AI stops, whether or not it was loaded
   */
  constructor(options) {
    this.options = options;
    /** @type {FrameAi | null} */
    this.ai = null;
    /** @type {Promise<FrameAi> | undefined} */
    this.loading = undefined;
    /** @type {'hint' | 'autoplay' | null} the request that waits for the AI to load */
    this.pending = null;
  }

  /** @returns {Mode} */
  get mode() {
    return this.pending ?? this.ai?.pilot.mode ?? 'off';
  }

  /** @param {'hint' | 'autoplay'} what */
  async ask(what) {
    this.pending = what;
    try {
      this.loading ??= this.options.load();
      this.ai = await this.loading;
      if (this.pending !== what) return; // replaced or canceled meanwhile
      this.pending = null;
      await this.ai.pilot[what]();
    } catch (error) {
      this.pending = null;
      this.loading = undefined;
      this.options.onTrouble('The AI couldn’t be loaded.');
      console.warn(error);
    }
  }

  stop() {
    this.pending = null;
    this.ai?.pilot.stop();
    this.options.onStop();
  }

  end() {
    this.ai?.end();
  }
}
