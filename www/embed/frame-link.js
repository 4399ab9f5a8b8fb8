// The element's connection to one frame: connects when its game is ready, and notices if the game never
// starts or another page has replaced it.

import { CONNECT, READY, isWord, readReport, word } from './messages.js';

/** @import { Command, FrameReport } from './types.js' */

/**
 * Time limits of a frame, in milliseconds. `open`: from the start of loading to the document; `answer`: from
 * then to the first message of the game. Both are long enough for slow phones and for pages with many games,
 * which start together.
 */
export const DEADLINES = { open: 60_000, answer: 60_000 };

export class FrameLink {
  /**
   * @param {HTMLIFrameElement} frame @param {{
   *   origin: string, onConnect: () => void, onReport: (report: FrameReport) => void,
   *   onLost: (reason: string) => void
   * }} options `origin`: of the game, 'null' for a sandboxed frame, whose messages cannot be limited to an
   *   origin. `onLost`: called once, when the connection has ended
   */
  constructor(frame, options) {
    this.frame = frame;
    this.options = options;
    /** @type {MessagePort | null} */
    this.port = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.ending = new AbortController();
    const { signal } = this.ending;
    addEventListener('message', (event) => this.receive(event), { signal });
    frame.addEventListener('load', () => this.loaded(), { signal });
    // A lazy frame out of sight is not loaded, so its time does not run.
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      this.expectDocument();
    });
    seen.observe(frame);
    signal.addEventListener('abort', () => seen.disconnect());
  }

  /** Loads the frame even out of sight, because a call waits for it. */
  hurry() {
    if (this.frame.loading === 'eager') return;
    this.frame.loading = 'eager';
    this.expectDocument();
  }

  expectDocument() {
    if (!this.port && !this.timer) this.expect(DEADLINES.open, 'the game could not be loaded');
  }

  /** @param {number} ms @param {string} otherwise */
  expect(ms, otherwise) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.end();
      this.options.onLost(otherwise);
    }, ms);
  }

  /** A document was loaded: the game, or another one. */
  loaded() {
    this.expect(
      DEADLINES.answer,
      this.port ? 'another page was loaded in place of the game' : 'the game did not start',
    );
    // A game answers; a port to a document that is gone does not.
    this.port?.postMessage({ type: 'state' });
  }

  /** @param {MessageEvent} event */
  receive({ source, origin, data }) {
    const inner = this.frame.contentWindow;
    if (!inner || source !== inner || !this.isOfGame(origin) || !isWord(data, READY)) return;
    const { port1, port2 } = new MessageChannel();
    this.port?.close();
    this.port = port1;
    port1.onmessage = (message) => {
      clearTimeout(this.timer);
      const report = readReport(message.data);
      if (report) this.options.onReport(report);
    };
    inner.postMessage(word(CONNECT), origin === 'null' ? '*' : origin, [port2]);
    this.options.onConnect();
  }

  /** In a page without an origin, as in a sandbox, no frame has one. @param {string} origin */
  isOfGame(origin) {
    return origin === this.options.origin || (origin === 'null' && globalThis.origin === 'null');
  }

  /** @param {Command} command @returns {boolean} false: the game is not ready yet */
  send(command) {
    this.port?.postMessage(command);
    return this.port !== null;
  }

  end() {
    clearTimeout(this.timer);
    this.ending.abort();
    this.port?.close();
    this.port = null;
  }
}
