// Controls WebKitGTK by WebDriver (W3C) through Debian's WebKitWebDriver, as far as the tests need.
//
// It needs a display, so Xvfb is started if there is none.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { rest, until } from './until.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo } from 'node:net' */

/** How long a program may take to start, in milliseconds. */
const PATIENCE = 60_000;

export class WebKit {
  /** @param {string} program WebKitWebDriver @returns {Promise<WebKit>} */
  static async start(program) {
    /** @type {ChildProcess[]} */
    const programs = [];
    const stop = async () => {
      for (const one of programs.reverse()) {
        const ended = once(one, 'exit');
        if (one.kill()) await ended;
      }
    };
    try {
      const display = process.env.DISPLAY ?? (await startDisplay(programs));
      const port = await freePort();
      // Test machines have no graphics card.
      const env = {
        ...process.env,
        DISPLAY: display,
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      };
      programs.push(spawn(program, [`--port=${port}`], { env, stdio: 'ignore' }));
      const webkit = new WebKit(`http://127.0.0.1:${port}`, stop);
      await webkit.begin();
      return webkit;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** @param {string} driver its address @param {() => Promise<void>} end */
  constructor(driver, end) {
    this.driver = driver;
    this.end = end;
    this.session = '';
    this.version = '';
  }

  async begin() {
    const patience = Date.now() + PATIENCE;
    while (this.session === '') {
      try {
        const { sessionId, capabilities } = await this.ask('POST', '/session', {
          capabilities: { alwaysMatch: {} },
        });
        this.session = sessionId;
        this.version = `${capabilities.browserName} ${capabilities.browserVersion}`;
      } catch (error) {
        if (Date.now() > patience) throw error;
        await rest();
      }
    }
  }

  async stop() {
    await this.ask('DELETE', `/session/${this.session}`);
    await this.end();
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  async ask(method, path, body) {
    const response = await fetch(this.driver + path, { method, body: body && JSON.stringify(body) });
    const { value } = /** @type {{ value: any }} */ (await response.json());
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /** @param {string} url */
  async open(url) {
    await this.ask('POST', `/session/${this.session}/url`, { url });
  }

  async reload() {
    await this.ask('POST', `/session/${this.session}/refresh`, {});
  }

  /** @param {string} expression gives a text, a number, a boolean or a list of them */
  async evaluate(expression) {
    return this.ask('POST', `/session/${this.session}/execute/sync`, {
      script: `return ${expression};`,
      args: [],
    });
  }

  /** Waits until the expression is true. @param {string} expression @param {number} ms */
  until(expression, ms) {
    return until(this, expression, ms);
  }

  /** @param {string[]} keys WebDriver's code points */
  async press(keys) {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.ask('POST', `/session/${this.session}/actions`, {
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }
}

/**
 * Starts a virtual display.
 * @param {ChildProcess[]} programs gets the program
 * @returns {Promise<string>} its name
 */
async function startDisplay(programs) {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  programs.push(screen);
  const said = /** @type {NodeJS.ReadableStream} */ (screen.stdio[3]);
  const answer = Promise.race([once(said, 'data'), once(screen, 'exit').then(() => [''])]);
  const [number] = await answer;
  if (String(number).trim() === '') throw new Error('Xvfb does not start');
  return `:${String(number).trim()}`;
}

/** @returns {Promise<number>} a free port */
async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
