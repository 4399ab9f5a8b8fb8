// The frame's line to the page around it: says that it is there, takes the port that the host brings, reads its commands.
//
// Only the window around the frame may bring a port. Whichever site that is may command the game (nothing of its
// visitor is kept in it), but once a site has connected, no other takes its place.

import { CONNECT, READY, isWord, readCommand, refusalOf, word } from './messages.js';

/** @import { Command, FrameReport } from './messages.js' */

/**
 * The part of a window that is used here.
 * @typedef {{
 *   parent: { postMessage(message: unknown, target: string): void },
 *   addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
 * }} FrameWindow
 */

export class Host {
  /**
   * @param {FrameWindow} frame the frame's own window
   * @param {{ onCommand: (command: Command) => void, onConnect: () => void }} options
   */
  constructor(frame, { onCommand, onConnect }) {
    /** @type {MessagePort | null} */
    this.port = null;
    /** @type {string | null} the origin that has connected */
    this.origin = null;
    /** Whether there is a page around at all. */
    this.framed = frame.parent !== /** @type {unknown} */ (frame);
    if (!this.framed) return;
    frame.addEventListener('message', (event) => {
      if (event.source !== /** @type {unknown} */ (frame.parent) || !isWord(event.data, CONNECT)) return;
      const [port] = event.ports;
      if (!port || (this.origin !== null && event.origin !== this.origin)) return;
      this.port?.close();
      this.port = port;
      this.origin = event.origin;
      port.onmessage = ({ data }) => {
        const command = readCommand(data);
        if (command) onCommand(command);
        else this.report(refusalOf(data));
      };
      onConnect();
    });
    // Says nothing but that it is there, so whoever may know it.
    frame.parent.postMessage(word(READY), '*');
  }

  /** @param {FrameReport} report */
  report(report) {
    this.port?.postMessage(report);
  }
}
