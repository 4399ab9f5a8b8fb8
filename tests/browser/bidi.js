// Controls Firefox by WebDriver BiDi (W3C), as far as the tests need.
//
// Playwright 1.65 supports BiDi too, but sends Firefox ESR 153 a command that it does not have
// (emulation.setMediaFeaturesOverride).

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { until } from './until.js';

/** How long Firefox may take to start, in milliseconds. */
const PATIENCE = 60_000;

export class Firefox {
  /** @param {string} program @returns {Promise<Firefox>} */
  static async start(program) {
    const profile = await mkdtemp(`${tmpdir()}/afterstate-firefox-`);
    const process = spawn(
      program,
      [
        '--headless',
        '--no-remote',
        '--profile',
        profile,
        '--remote-debugging-port',
        '0',
        '--remote-allow-system-access',
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    /** @type {string} */
    const address = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Firefox does not listen')), PATIENCE);
      process.once('error', reject);
      createInterface({ input: process.stderr }).on('line', (line) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
        if (!found) return;
        clearTimeout(timer);
        resolve(String(found[1]));
      });
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const firefox = new Firefox(socket, async () => {
      socket.close();
      const ended = new Promise((resolve) => {
        process.once('exit', resolve);
      });
      process.kill();
      await ended;
      await rm(profile, { recursive: true, force: true });
    });
    await firefox.ask('session.new', { capabilities: {} });
    await firefox.withoutWorkerListener();
    await firefox.ask('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await firefox.ask('browsingContext.getTree', {});
    firefox.context = contexts[0].context;
    return firefox;
  }

  /** @param {WebSocket} socket @param {() => Promise<void>} stop */
  constructor(socket, stop) {
    this.socket = socket;
    this.stop = stop;
    this.context = '';
    this.lastId = 0;
    /** Errors that pages have reported. @type {string[]} */
    this.complaints = [];
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.method === 'log.entryAdded' && message.params.level === 'error')
        this.complaints.push(message.params.text);
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.type === 'error') waiting?.reject(new Error(`${message.error}: ${message.message}`));
      else waiting?.resolve(message.result);
    });
  }

  /**
   * Removes the session's listener for workers, which the tests do not use and a player's Firefox does not
   * have. With such a listener, `new Worker` in a worker waits until the main thread has registered the new
   * worker. The wait shares a condition variable with the new worker's thread, and the registration wakes
   * only one of the two (dom/workers/WorkerPrivate.h, SetIsDebuggerRegistered), so the engine's worker hung
   * at one start of its threads in seven. Versions of Firefox without this listener refuse the expression,
   * which does no harm.
   */
  async withoutWorkerListener() {
    const {
      contexts: [chrome],
    } = await this.ask('browsingContext.getTree', { 'moz:scope': 'chrome' });
    await this.ask('script.evaluate', {
      expression: 'ChromeUtils.unregisterProcessActor("WebDriverWorkerListener")',
      target: { context: chrome.context },
      awaitPromise: false,
    });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  ask(method, params) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** @param {string} url */
  async open(url) {
    await this.ask('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  /** @param {string} expression gives a text, a number or a boolean, or a promise of one */
  async evaluate(expression) {
    const answer = await this.ask('script.evaluate', {
      expression,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result.value;
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
    await this.ask('input.performActions', {
      context: this.context,
      actions: [{ type: 'key', id: 'keyboard', actions }],
    });
  }
}
