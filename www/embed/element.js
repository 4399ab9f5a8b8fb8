// <play-2048>: a game of 2048 with an AI on any page.
//
//     <script type="module" src="https://…/embed.js"></script>
//     <play-2048 size="4x4" theme="system"></play-2048>
//
// The element contains an iframe with embed.html, so that the pages cannot access each other, and exchanges
// messages with it through a private port (embed/messages.js). docs/use/embedding.md explains its use.

import { FRAMING, SENT, lostGame, makeFrame, pageOf, sharedStyle, sizeOf } from './element-view.js';
import { FrameLink } from './frame-link.js';
import { readSides, readSpeed, refusal } from './options.js';
import { messageOf } from '../shared/error.js';
import { readPosition } from '../game/board-text.js';
import { readTheme } from '../shared/themes.js';

/** @import { Command, EventDetails, FrameReport, Hint, Table } from './types.js' */

const PAGE = new URL('../embed.html', import.meta.url);
const RELOADED = 'the game was loaded anew';
/** The most commands that wait for the frame; more are a mistake of the page. */
const MAX_WAITING = 32;
/** A server that renders a page imports this module too, and defines no element. */
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

export class Play2048 extends Base {
  static observedAttributes = [...FRAMING, ...SENT, 'label'];

  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {FrameLink | null} */
  #link = null;
  /** The commands to send when the game is ready, in this order. @type {Command[]} */
  #waiting = [];
  #ready = pending();
  /** Why there is no game, after it could not be loaded, until it is tried again. @type {string | null} */
  #gone = null;
  /** Whether `#ready` was resolved or rejected. */
  #settled = false;
  /**
   * The board when the element was removed, until the next frame has it, and whether autoplay was on, or
   * waited for the board to be seen.
   * @type {{ table: Table, plays: boolean } | null}
   */
  #left = null;
  /** Attributes that were set since the frame was made: theme and speed. @type {Map<string, Command>} */
  #settings = new Map();
  /** @type {Map<number, { resolve: (hint: Hint) => void, reject: (error: Error) => void }>} */
  #hints = new Map();
  #lastId = 0;
  /** @type {Table | null} */
  #table = null;
  #mode = 'off';
  /** Whether autoplay waits for the board to be seen. */
  #unseen = false;
  #shadow = this.attachShadow({ mode: 'closed' });

  constructor() {
    super();
    this.#shadow.adoptedStyleSheets = [sharedStyle()];
  }

  connectedCallback() {
    this.#makeFrame();
  }

  /** Moved by `moveBefore`, which keeps the frame as it is. */
  connectedMoveCallback() {}

  disconnectedCallback() {
    const plays = this.#mode === 'autoplay' || this.#unseen;
    if (this.#table) this.#left = { table: this.#table, plays };
    this.#dropFrame('the element was removed');
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    // Another game is wanted than the one that was left.
    if (['size', 'seed', 'position'].includes(name)) this.#left = null;
    if (!this.#frame) return;
    if (name === 'label') this.#frame.title = this.#label;
    else if (FRAMING.includes(name)) this.#makeFrame();
    else if (name === 'theme')
      this.#set('theme', now ?? 'system', readTheme, (theme) => ({ type: 'theme', theme }));
    else if (name === 'speed')
      this.#set('speed', now ?? '5', readSpeed, (place) => ({ type: 'speed', place }));
    else if (name === 'autoplay') this.#send({ type: now === null || now === 'off' ? 'stop' : 'start' });
    else if (name === 'position' && now !== null) this.#follow(now);
  }

  // ---- properties ----

  /**
   * Resolved when the game is ready; rejected if it cannot be loaded. After a reload of the frame it is a new
   * promise.
   * @returns {Promise<Play2048>}
   */
  get ready() {
    return this.#ready.promise;
  }
  /** The score; 0 until the game is ready. */
  get score() {
    return this.#table?.score ?? 0;
  }
  /**
   * The reader's best score of this size. Games from a position, and games in which the AI made a move, do
   * not count.
   */
  get best() {
    return this.#table?.best ?? 0;
  }
  get moves() {
    return this.#table?.moves ?? 0;
  }
  /** 'playing', 'won' (the player has to decide whether to continue) or 'over'. */
  get status() {
    return this.#table?.status ?? 'playing';
  }
  /** The activity of the AI: 'off', 'hint' or 'autoplay'. */
  get mode() {
    return this.#mode;
  }
  /**
   * The ranks of the board row by row: 0 for an empty cell, else the exponent of the tile; null until the
   * game is ready.
   */
  get ranks() {
    return this.#table && [...this.#table.ranks];
  }

  // ---- methods ----

  /**
   * Starts a game from a position.
   * @param {string | { ranks: ArrayLike<number>, rows: number, cols: number }} position as text ("2 4 0 0 /
   *   …" or sixteen digits) or as ranks
   * @param {number} [score]
   * @throws {Error} if the text is not a position
   */
  setPosition(position, score = 0) {
    const { ranks, rows, cols } =
      typeof position === 'string' ? readPosition(position, sizeOf(this)) : position;
    this.#send({ type: 'position', ranks: Array.from(ranks), rows, cols, score });
  }

  /** @param {number | bigint | string} [seed] default: a random one */
  newGame(seed) {
    this.#send({ type: 'new', seed: seed === undefined ? null : String(seed) });
  }

  /** @param {number} direction Up 0, Right 1, Down 2, Left 3 */
  move(direction) {
    this.#send({ type: 'move', direction });
  }

  /** Gets the AI's move and shows it on the board. @returns {Promise<Hint>} rejects if there is no answer */
  hint() {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      // Throws if it can never be sent.
      this.#send({ type: 'hint', id });
      this.#hints.set(id, { resolve, reject });
    });
  }

  /** Starts autoplay, until it is stopped or no move is possible. */
  start() {
    this.#send({ type: 'start' });
  }

  stop() {
    this.#send({ type: 'stop' });
  }

  // ---- the frame ----

  get #label() {
    return this.getAttribute('label') ?? '2048 with an AI';
  }

  #makeFrame() {
    this.#dropFrame(RELOADED);
    this.#gone = null;
    const [site, size] = [this.getAttribute('site'), this.getAttribute('size')];
    const page = site === null ? PAGE : (pageOf(site, this.ownerDocument.baseURI) ?? PAGE);
    if (site !== null && page === PAGE) this.#refuse('site', refusal('site', site));
    if (size !== null && !readSides(size)) this.#refuse('size', refusal('size', size));
    const frame = makeFrame(this, page);
    frame.title = this.#label;
    this.#frame = frame;
    this.#link = new FrameLink(frame, {
      // A sandboxed frame has no origin, so messages cannot be limited to one.
      origin: this.hasAttribute('sandboxed') ? 'null' : page.origin,
      onConnect: () => this.#connected(),
      onReport: (report) => this.#reported(report),
      onLost: (reason) => this.#lost(reason),
    });
    this.#shadow.replaceChildren(frame);
    if (this.#waiting.length > 0) this.#link.hurry();
  }

  #connected() {
    // The frame may have loaded its page again: the game before is gone.
    this.#dropGame(RELOADED);
    for (const setting of this.#settings.values()) this.#send(setting);
    const left = this.#left;
    this.#left = null;
    // A frame that moves in the document loads its page again. With `remember` the saved game returns by
    // itself.
    if (left && !this.hasAttribute('remember')) {
      const { ranks, rows, cols, score } = left.table;
      this.#send({ type: 'position', ranks, rows, cols, score });
      // A position stops autoplay, also that of the new frame.
      if (left.plays) this.start();
    }
    for (const command of this.#waiting.splice(0)) this.#send(command);
  }

  /** @param {string} reason */
  #dropFrame(reason) {
    this.#link?.end();
    this.#link = null;
    this.#frame?.remove();
    this.#frame = null;
    this.#settings.clear();
    this.#dropGame(reason);
  }

  /**
   * Commands that wait for a game keep waiting; requests to this game are rejected.
   * @param {string} reason
   */
  #dropGame(reason) {
    this.#table = null;
    this.#mode = 'off';
    this.#unseen = false;
    if (this.#settled) this.#ready = pending();
    this.#settled = false;
    this.#rejectHints(reason);
  }

  /** Rejects the requests that were sent. @param {string} reason */
  #rejectHints(reason) {
    const waiting = new Set(this.#waiting.map((command) => (command.type === 'hint' ? command.id : null)));
    for (const [id, { reject }] of this.#hints) {
      if (waiting.has(id)) continue;
      this.#hints.delete(id);
      reject(new Error(reason));
    }
  }

  /**
   * The game could not be loaded, or is gone: rejects everything that waits for it.
   * @param {string} message
   */
  #lost(message) {
    this.#waiting = [];
    this.#gone = message;
    this.#dropFrame(message);
    this.#settled = true;
    this.#ready.reject(new Error(message));
    this.#shadow.replaceChildren(lostGame(this.ownerDocument, () => this.#makeFrame()));
    this.#dispatch('error', { message });
  }

  /** @param {Command} command */
  #send(command) {
    if (this.#gone !== null) throw new Error(this.#gone);
    if (this.#link?.send(command)) return;
    if (this.#waiting.length >= MAX_WAITING)
      throw new Error(
        `the game isn’t loaded yet, and ${MAX_WAITING} commands (the maximum) are already waiting`,
      );
    // Copied here, so that the caller gets the error about a value that cannot be sent.
    this.#waiting.push(structuredClone(command));
    // A lazy frame out of sight would not load until it is scrolled into view.
    this.#link?.hurry();
  }

  /** Reads a position from an attribute, so errors are reported instead of thrown. @param {string} text */
  #follow(text) {
    try {
      this.setPosition(text);
    } catch (error) {
      this.#refuse('position', messageOf(error));
    }
  }

  /**
   * @template T
   * @param {string} name @param {string} text @param {(text: string) => T | null} read @param {(value: T)
   *   => Command} command
   */
  #set(name, text, read, command) {
    const value = read(text);
    if (value === null) return this.#refuse(name, refusal(name, text));
    const setting = command(value);
    this.#settings.set(name, setting);
    this.#link?.send(setting);
  }

  /** Reports an attribute that is not accepted. @param {string} about @param {string} message */
  #refuse(about, message) {
    console.warn(`<play-2048>: ${message}`);
    this.#dispatch('refused', { about, message });
  }

  /** @param {FrameReport} report */
  #reported(report) {
    switch (report.type) {
      case 'state':
      case 'move': {
        const { type, ...detail } = report;
        const { score, best, moves, status } = detail;
        const before = this.#table;
        this.#table = detail;
        if (before === null) {
          this.#settled = true;
          this.#ready.resolve(this);
          this.#dispatch('ready', {});
        }
        if (type === 'move') this.#dispatch('move', /** @type {EventDetails['move']} */ (detail));
        if (before?.score !== score) this.#dispatch('score', { score, best });
        // Only for a move: a saved game that is over would report it at every visit.
        if (type === 'move' && before?.status !== status && status !== 'playing')
          this.#dispatch(status === 'won' ? 'win' : 'over', { score, moves });
        return;
      }
      case 'mode':
        this.#mode = report.mode;
        return this.#dispatch('mode', { mode: report.mode });
      case 'waiting':
        this.#unseen = report.waiting;
        return;
      case 'hint':
      case 'no-hint': {
        const asked = this.#hints.get(report.id);
        this.#hints.delete(report.id);
        if (report.type === 'no-hint') return asked?.reject(new Error(report.message));
        const { best, values, ply } = report;
        return asked?.resolve({ best, values, ply });
      }
      case 'refused':
        this.#dispatch('refused', { about: report.about, message: report.message });
    }
  }

  /** @template {keyof EventDetails} N @param {N} name @param {EventDetails[N]} detail */
  #dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** A promise that is settled from outside. */
function pending() {
  /** @type {{ resolve: (element: Play2048) => void, reject: (error: Error) => void }} */
  let settle = { resolve() {}, reject() {} };
  /** @type {Promise<Play2048>} */
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => {}); // callers that ignore the promise have the event
  return { promise, ...settle };
}

// A page may load this file twice, from two addresses.
if (globalThis.customElements && !customElements.get('play-2048'))
  customElements.define('play-2048', Play2048);
