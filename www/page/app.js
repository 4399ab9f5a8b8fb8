// What the features have to do with the page (../game/app.d.ts). Not needed for the first board, except where
// the address asks for a board of a feature.

import * as features from '../features.js';
import { messageOf } from '../shared/error.js';
import { beginGame, focusBoard } from '../game/acts.js';
import { readLink } from '../game/link.js';
import { gameFrom } from '../game/position.js';
import { closeDialog, openDialog } from '../shared/dialogs.js';
import { PART, notify } from '../shared/notices.js';
import { loadStyle } from '../shared/style.js';
import { computed, effect, untracked } from '../vendor/signals-core.js';
import { AI_PART, loadPart } from './load-part.js';

/**
 * @import {
 *   App, BoardOf, Feature, LateDialog, LatePart, LinkOpener, MenuGroup, MenuRow, OwnBoard, Switch
 * } from '../game/app.js'
 */
/** @import { State } from '../game/state.js' */
/** @import { DialogName, OpenDialog } from '../game/types.js' */
/** @import { Ai } from '../ai/ask.js' */
/** @import { Dialog } from '../shared/dialog.js' */

/** @type {Feature[]} */
const FEATURES = Object.values(features);

/** The place of a row of the menu that has none. */
const LAST = 100;

/**
 * The board that the address asks a feature for.
 * @param {Parameters<BoardOf>[0]} from
 * @returns {Promise<OwnBoard | null>}
 */
export async function boardOfFeature(from) {
  for (const { board } of FEATURES) {
    const own = await board?.(from);
    if (own) return own;
  }
  return null;
}

/** @implements {App} */
export class PageApp {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Record<MenuGroup, MenuRow[]>} */
    this.menu = { now: [], play: [], improve: [], tools: [], about: [] };
    /** @type {Switch[]} */
    this.switches = [];
    /** @type {Map<DialogName, LateDialog>} */
    this.dialogs = new Map([['menu', { load: () => import('./menu.js') }]]);
    /** Those that have been opened. @type {Map<DialogName, { dialog: Dialog, open(): unknown }>} */
    this.made = new Map();
    /** @type {LinkOpener[]} */
    this.openers = [];
    /** @type {((ai: Ai) => void | Promise<void>)[]} */
    this.starts = [];
    /** The dialog that was shown last. @type {OpenDialog | undefined} */
    this.shown = undefined;
    /** @type {Ai | 'off' | 'loading'} */
    this.ai = 'loading';
    for (const { mount } of FEATURES) mount(this);
  }

  /** @param {string} feature */
  has = (feature) => Object.hasOwn(features, feature);

  /** @param {MenuGroup} group @param {MenuRow} row */
  addToMenu(group, row) {
    this.menu[group].push(row);
    this.menu[group].sort((a, b) => (a.place ?? LAST) - (b.place ?? LAST));
  }

  /** @param {DialogName} name @param {LateDialog} dialog */
  addDialog(name, dialog) {
    this.dialogs.set(name, dialog);
  }

  /** @param {Switch} setting */
  addSwitch(setting) {
    this.switches.push(setting);
  }

  /** @param {LinkOpener} open @param {{ first: boolean }} [order] */
  onLink(open, { first } = { first: false }) {
    this.openers.splice(first ? 0 : this.openers.length, 0, open);
  }

  /** @param {(ai: Ai) => void | Promise<void>} start */
  onAi(start) {
    this.starts.push(start);
  }

  /** @param {() => boolean} wanted @param {LatePart} part */
  lazily(wanted, { load, trouble = PART, again, failed }) {
    let begun = false;
    const begin = async () => {
      if (begun) return;
      begun = true;
      const loaded = await loadPart(this.state, trouble, load, () => void (again ?? begin)());
      if (loaded !== 'failed') return;
      begun = false;
      failed?.();
    };
    const isWanted = computed(wanted);
    effect(() => {
      if (isWanted.value) void untracked(begin);
    });
  }

  /** The code of the AI is there. @param {Ai | 'off'} ai */
  start(ai) {
    this.ai = ai;
    if (ai === 'off') return;
    for (const start of this.starts) {
      const begin = () => void loadPart(this.state, AI_PART, async () => start(ai), begin);
      begin();
    }
  }

  /** Ends the workers of the AI; the next question starts them again. */
  end() {
    if (typeof this.ai !== 'string') this.ai.end();
  }

  /**
   * Opens what a link shares.
   * @param {string} hash the fragment of the address, with its `#`
   * @returns {ReturnType<LinkOpener>}
   */
  openLink(hash) {
    const { state } = this;
    try {
      const link = readLink(hash);
      if (!link) return 'declined';
      for (const open of this.openers) {
        const opened = open(link);
        if (opened !== 'declined') return opened;
      }
      if (link.kind === 'board')
        beginGame(state, gameFrom(state.Game, link.position, link.score), 'New game from the shared board.');
    } catch (error) {
      notify(state, messageOf(error));
    }
    return 'opened';
  }

  /** @param {OpenDialog} dialog that the player has opened */
  async show(dialog) {
    const { state } = this;
    const { name } = dialog;
    const loaded = await loadPart(
      state,
      PART,
      () => this.loadDialog(name),
      () => openDialog(state, dialog),
    );
    if (loaded === 'failed') closeDialog(state, name);
    else if (state.dialog.value === dialog) {
      this.shown = dialog;
      await loaded.open();
    }
  }

  /** @param {DialogName} name */
  async loadDialog(name) {
    const late = this.dialogs.get(name);
    if (!late) throw new Error(`no feature has the dialog ${name}`);
    const sheets = [
      new URL('../shared/dialogs.css', import.meta.url),
      new URL('../shared/chart.css', import.meta.url),
      ...(late.style ? [late.style] : []),
    ];
    const [module] = await Promise.all([late.load(), ...sheets.map(loadStyle)]);
    const known = this.made.get(name);
    if (known) return known;
    const made = new module.default(this);
    this.made.set(name, made);
    made.dialog.element.addEventListener('close', () => {
      // The event comes with the next frame. By then a link may have opened the dialog again.
      const { value } = this.state.dialog;
      if (value.name === name && (value !== this.shown || made.dialog.element.open)) return;
      closeDialog(this.state, name);
      // It was opened by a link, or what opened it is gone: the focus is nowhere, or will soon be.
      const { activeElement: focused } = document;
      if (focused === document.body || made.dialog.element.contains(focused)) focusBoard(this.state);
    });
    effect(() => {
      if (this.state.dialog.value.name !== name) made.dialog.close();
    });
    return made;
  }
}

/** @type {PageApp | undefined} */
let app;

/** The features of the page, which are mounted once. @param {State} state */
export const appOf = (state) => (app ??= new PageApp(state));
