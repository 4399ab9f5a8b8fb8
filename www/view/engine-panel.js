// The AI's panel: its three buttons, the speed, the networks (networks.js), and the evaluation of the board (analysis.js).

import { AnalysisView } from './analysis.js';
import { NetworksView } from './networks.js';

/** @import { HintArrow } from './hint-arrow.js' */

export class EnginePanel {
  /**
   * @param {{
   *   hint: HTMLButtonElement, step: HTMLButtonElement, autoplay: HTMLButtonElement,
   *   speed: HTMLInputElement, speedWords: HTMLElement,
   *   arrow: HintArrow, summary: HTMLElement, values: HTMLElement, why: HTMLElement, ahead: HTMLElement, line: HTMLElement,
   *   networks: HTMLSelectElement, networkProgress: HTMLProgressElement, networkLine: HTMLElement, unit: HTMLElement
   * }} parts
   * @param {{ fastest: number, usual: number, inWords: (place: number) => string }} pace the positions of the slider
   */
  constructor(parts, pace) {
    this.parts = parts;
    this.analysis = new AnalysisView(parts);
    this.networks = new NetworksView({
      select: parts.networks, progress: parts.networkProgress, line: parts.networkLine, unit: parts.unit,
    });
    const { speed, speedWords } = parts;
    speed.max = String(pace.fastest);
    speed.value = String(pace.usual);
    const show = () => {
      const words = pace.inWords(this.speed);
      speedWords.textContent = words;
      speed.setAttribute('aria-valuetext', words);
    };
    speed.addEventListener('input', show);
    show();
  }

  /** The position of the slider. */
  get speed() {
    return Number(this.parts.speed.value);
  }

  /** @param {{ hint: () => void, step: () => void, autoplay: () => void, speedChosen: () => void }} acts */
  listen(acts) {
    this.parts.hint.addEventListener('click', acts.hint);
    this.parts.step.addEventListener('click', acts.step);
    this.parts.autoplay.addEventListener('click', acts.autoplay);
    this.parts.speed.addEventListener('pointerup', acts.speedChosen);
  }

  /** Shows whether autoplay is on. @param {boolean} playing */
  showPlaying(playing) {
    this.parts.autoplay.textContent = playing ? 'Stop' : 'Autoplay';
  }

  /** @param {boolean} possible whether the AI can give a hint */
  enable(possible) {
    const { hint, step, autoplay } = this.parts;
    for (const button of [hint, step, autoplay]) button.disabled = !possible;
  }
}
