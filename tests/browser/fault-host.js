// A site whose engine and networks fail on request, for faults.test.js.

import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TYPES, headersOf } from './host.js';

/** @import { ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

const SITE = fileURLToPath(new URL('../../dist', import.meta.url));
const PAGE_BYTES = 1 << 16;
const MODEL = /^\/models\/.*\.bin$/;
const SHARED_SCRIPT = /pkg-parallel-[^/]*\/afterstate\.js$/;
const SINGLE_MODULE = /\/pkg-[0-9a-f]+\/afterstate_bg\.wasm$/;
const WORKER = /\/engine-worker-[0-9a-f]+\.js$/;
/** In www/engine/engine.js, as the site has it. */
const TIMES = /hello:\w+,load:\w+,threads:\w+,grace:\w+,use:\w+/;
/** What a hint may search, in www/ai/effort.js: a test asks for some fifty. */
const HINT = /(?<=hint:\{nodes:)1e6/;
const QUICK_HINT = '1e4';
const SHARED_MEMORY = /new WebAssembly\.Memory\(\{initial:(\d+),maximum:(\d+),shared:!0\}\)/;

/** @typedef {'truncated' | 'altered' | 'newer' | 'missing' | 'slow' | 'cut'} ModelFault */

/**
 * Runs before the engine's worker. A test sets `fault` to the way the worker fails. `hold` keeps answers back
 * until the test calls `release`.
 */
const PRELUDE = `self.fault = '';
self.held = [];
self.release = () => { self.fault = ''; for (const post of self.held.splice(0)) post(); };
{
  const { postMessage, WebAssembly: { instantiate, RuntimeError }, Date: { now } } = self;
  const { put } = Cache.prototype;
  self.postMessage = (message, ...rest) => {
    const isAnswer = message.type === 'afterstate-answer' && (message.value?.report || message.value?.moves);
    const post = () => postMessage.call(self, message, ...rest);
    if (isAnswer && self.fault === 'garbage') message.value = { ...message.value, report: { values: 'none' }, moves: 'none' };
    if (isAnswer && self.fault === 'hold') self.held.push(post);
    else post();
  };
  addEventListener('message', ({ data }) => {
    if (self.fault !== 'hang' || !['search', 'evaluate'].includes(data?.question?.ask)) return;
    self.postMessage({ type: 'hangs' });
    // Asleep: the browser gives a worker that is ended two seconds, which a loop would use up.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  Cache.prototype.put = function (...given) {
    return self.fault === 'full' ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : put.apply(this, given);
  };
  Date.now = () => now() - (self.fault === 'clock' ? 86400e3 : 0);
  WebAssembly.instantiate = async (module, imports) => {
    const { exports } = await instantiate(module, imports);
    const wrapped = { ...exports };
    for (const [name, run] of Object.entries(exports)) {
      if (typeof run === 'function') wrapped[name] = (...given) => {
        if (self.fault === 'trap in ' + name) throw new RuntimeError('unreachable');
        return run(...given);
      };
    }
    return { instance: { exports: wrapped }, module };
  };
}
`;

/** Deadlines that no machine misses, however slow: a test moves the page's clock past them. */
const DEADLINES = 'hello:1e7,load:1e7,threads:1e7,grace:1e7,use:1e7';
/** Moving the clock by this ends every deadline (ms). */
export const PAST_DEADLINES = 11e6;

/**
 * Starts the site. Cleanup is the caller's: `stop`.
 * @returns {Promise<{ url: string, failing: { model: ModelFault | '', memoryMb: number, refuseShared: boolean
 *   }, stop: () => void }>} `failing`: what goes wrong, set by the test. `memoryMb`: the most that
 *   the WebAssembly memory may have (0: as built); `refuseShared`: the browser gives no address space for
 *   shared memory
 */
export async function startFaultHost() {
  const scripts = (await readdir(`${SITE}/assets`)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(`${SITE}/assets/${name}`, 'utf8')));
  if (!texts.some((text) => HINT.test(text)))
    throw new Error('the site has no hint as it was: its number of positions is another');
  if (!texts.some((text) => TIMES.test(text)) || !scripts.some((name) => WORKER.test(`/${name}`)))
    throw new Error('the site has no engine as it was: its deadlines, or the name of its worker, are others');
  const headers = headersOf(await readFile(`${SITE}/_headers`, 'utf8'));
  /** @type {{ model: ModelFault | '', memoryMb: number, refuseShared: boolean }} */
  const failing = { model: '', memoryMb: 0, refuseShared: false };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    /** @type {Buffer | null} */
    let content = await readFile(SITE + path).catch(() => null);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    if (!content || (MODEL.test(path) && failing.model === 'missing'))
      return void response.writeHead(404, headers).end();
    if (WORKER.test(path)) content = Buffer.from(PRELUDE + content);
    if (extname(path) === '.js')
      content = Buffer.from(String(content).replace(TIMES, DEADLINES).replace(HINT, QUICK_HINT));
    if (SHARED_SCRIPT.test(path)) content = withSharedMemory(content, failing);
    if (SINGLE_MODULE.test(path) && failing.memoryMb) content = withMaximum(content, failing.memoryMb);
    if (MODEL.test(path) && failing.model) {
      response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store' });
      return sendFailing(failing.model, content, response);
    }
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Length': content.length,
      'Cache-Control': 'no-store',
    });
    response.end(content);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  return {
    url: `http://localhost:${/** @type {AddressInfo} */ (server.address()).port}/`,
    failing,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {ModelFault} fault @param {Buffer} content @param {ServerResponse} response */
function sendFailing(fault, content, response) {
  const half = content.subarray(0, content.length >> 1);
  if (fault === 'truncated') response.end(half);
  else if (fault === 'cut') response.write(half, () => response.destroy());
  else if (fault === 'slow') {
    let at = 0;
    const timer = setInterval(() => response.write(content.subarray(at, (at += 1000))), 1000);
    response.on('close', () => clearInterval(timer));
  } else {
    const bytes = Buffer.from(content);
    if (fault === 'altered') bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    if (fault === 'newer') bytes.writeUInt32LE(bytes.readUInt32LE(8) + 1, 8);
    response.end(bytes);
  }
}

/**
 * The script of the package with threads, with less memory or none.
 * @param {Buffer} script
 * @param {{ memoryMb: number, refuseShared: boolean }} failing
 */
function withSharedMemory(script, { memoryMb, refuseShared }) {
  if (!memoryMb && !refuseShared) return script;
  const text = String(script);
  const [whole, initial = ''] = SHARED_MEMORY.exec(text) ?? [];
  if (!whole) throw new Error('the package makes its memory in another way');
  const less = `new WebAssembly.Memory({initial:${initial},maximum:${(memoryMb * 2 ** 20) / PAGE_BYTES},shared:!0})`;
  const refusal = '(()=>{throw new RangeError("WebAssembly.Memory(): could not allocate memory")})()';
  return Buffer.from(text.replace(whole, refuseShared ? refusal : less));
}

/** A module whose memory may grow to `megabytes`. @param {Buffer} module @param {number} megabytes */
function withMaximum(module, megabytes) {
  const MEMORY_SECTION = 5;
  for (let at = 8; at < module.length;) {
    const [size, body] = leb(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [minimum] = leb(module, body + 2); // after the count of memories and the flags
      const limits = Buffer.from([1, 1, ...toLeb(minimum), ...toLeb((megabytes * 2 ** 20) / PAGE_BYTES)]);
      return Buffer.concat([
        module.subarray(0, at),
        Buffer.from([MEMORY_SECTION, ...toLeb(limits.length)]),
        limits,
        module.subarray(body + size),
      ]);
    }
    at = body + size;
  }
  throw new Error('the module has no memory of its own');
}

/**
 * An unsigned number in LEB128, and where the next byte is.
 * @param {Buffer} bytes
 * @param {number} at
 * @returns {[number: number, next: number]}
 */
function leb(bytes, at) {
  let number = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes.readUInt8(at++);
    number += (byte & 127) * 2 ** shift;
    if (byte < 128) return [number, at];
  }
}

/** @param {number} number @returns {number[]} */
const toLeb = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...toLeb(number >>> 7)]);
