// Connects the frame to the host page: announces the frame, accepts the host's port, and reads its commands.
//
// Only the parent window may send a port. Any site may control the game, because it holds no private data,
// but once a site has connected, no other site can replace it.

import { CONNECT, READY, isWord, readCommand, refusalOf, word } from './messages.js';

/** @import { Command, FrameReport } from './types.js' */

export class Host {
  /**
   * @param {Window} frame the frame's own window
   * @param {{ onCommand: (command: Command) => void, onConnect: () => void }} options
   */
  constructor(frame, { onCommand, onConnect }) {
    /** @type {MessagePort | null} */
    this.port = null;
    /** @type {string | null} the origin that is connected */
    this.origin = null;
    if (frame.parent === frame) return;
    frame.addEventListener('message', (event) => {
      if (event.source !== frame.parent || !isWord(event.data, CONNECT)) return;
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
    // The message only announces the frame, so every origin may receive it.
    frame.parent.postMessage(word(READY), '*');
  }

  /** @param {FrameReport} report */
  report(report) {
    this.port?.postMessage(report);
  }
}
