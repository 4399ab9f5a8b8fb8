// The strategies of the catalogue beside the engine: their menu in the panel, and the chosen one asked in the engine's place.
//
// Loaded when the menu is first opened. Leaves out the menu's looks (view/strategy-form.js) and the strategy's worker
// (lab/player.js).

import { Desk } from './lab/desk.js';
import { StrategyPlayer } from './lab/player.js';
import { startLabWorker } from './scripts.js';
import { make } from './view/element.js';
import { whyInWords } from './view/phrases.js';
import { StrategyForm } from './view/strategy-form.js';
import { loadStyle } from './view/style.js';

/** @import { Outcome } from './engine/client.js' */
/** @import { Position, Report } from './engine/protocol.js' */
/** @import { Session } from './game/session.js' */
/** @import { Judgement } from './lab/protocol.js' */

/** @typedef {{ session: Session, onChoice: (name: string | null) => void, onTrouble: (message: string) => void }} Options */

/** The words for choosing none. */
const ENGINE = 'The engine (4x4)';

export class Strategies {
  /** @param {HTMLElement} place @param {Options} options @returns {Promise<Strategies>} rejected where it cannot be loaded */
  static async load(place, options) {
    const player = new StrategyPlayer({
      open: () => new Desk({ makeWorker: () => /** @type {import('./lab/desk.js').WorkerLike} */ (startLabWorker()) }),
      onTrouble: options.onTrouble,
    });
    try {
      const [catalogue] = await Promise.all([
        player.consult({ ask: 'catalogue' }), loadStyle(new URL('./style/strategy.css', import.meta.url)),
      ]);
      return new Strategies(place, options, player, catalogue);
    } catch (error) {
      player.end();
      throw error;
    }
  }

  /** @param {HTMLElement} place @param {Options} options @param {StrategyPlayer} player @param {import('./view/catalogue.js').Strategy[]} catalogue */
  constructor(place, options, player, catalogue) {
    this.options = options;
    this.player = player;
    /** The board that the menu was last fitted to. */
    this.size = '';
    this.problem = make('p', { class: 'problem', role: 'alert' });
    const box = make('div', { class: 'strategy' });
    this.form = new StrategyForm(box, catalogue, { name: 'player', label: 'Who plays', none: ENGINE, onChange: () => void this.choose() });
    place.replaceChildren(box, this.problem);
    this.fit();
  }

  /** Whether a strategy plays, and not the engine. */
  get chosen() {
    return this.form.text !== '';
  }

  /** Only what plays the board as it is now can be chosen. */
  fit() {
    const { rows, cols } = this.options.session;
    const size = `${rows}x${cols}`;
    if (this.size === size) return;
    this.size = size;
    this.form.allowOnly(rows, cols);
  }

  /** Somebody else plays from now on; the crate says what is wrong with the settings. */
  async choose() {
    const { form, player, options: { session, onChoice } } = this;
    // The crate is asked at once, and not after a thought that nobody wants.
    if (player.running) player.end();
    onChoice(form.strategy?.name ?? null);
    this.problem.textContent = '';
    const strategy = form.text;
    if (strategy === '') return;
    try {
      await player.consult({ ask: 'check', strategy, rows: session.rows, cols: session.cols });
    } catch (error) {
      if (form.text === strategy && error instanceof Error) this.problem.textContent = `${error.message}.`;
    }
  }

  /** Asks the chosen strategy. @param {{ position: Position, possible?: boolean[] }} question @returns {Promise<Outcome>} never rejected */
  async ask({ position, possible = [] }) {
    const name = this.form.strategy?.name ?? '';
    const opinion = await this.player.ask({ strategy: this.form.text, ...position, game: this.options.session.game.seed });
    if (opinion.kind === 'answer') return { kind: 'answer', report: reportOf(opinion.thought, name, opinion.ms, possible) };
    return opinion.kind === 'failed' ? { kind: 'failed', message: `${opinion.message}.` } : opinion;
  }
}

/**
 * What a strategy thinks, in the shape of a search's report.
 * @param {Judgement} thought @param {string} name @param {number} ms @param {boolean[]} possible @returns {Report}
 */
function reportOf({ values, best, note }, name, ms, possible) {
  const finite = values.every((value) => value === null || Number.isFinite(value));
  const judged = values.some((value) => value !== null);
  const time = ms < 1 ? 'under 1 ms' : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  return {
    values, best, ply: 0, nodes: 0, tableHits: 0, timeMs: ms, threads: 1, line: [], stopped: false, history: [],
    said: {
      line: `${name} · ${time}`,
      unit: judged ? `Values of ${name} in its own unit: larger is better` : `${name} judges no moves`,
      why: note ? `Not by the values: ${note}.` : (finite ? whyInWords({ values, best }) : ''),
      possible,
    },
  };
}
