// Checks the input of callers: boards, limits, networks. Invalid input throws an AfterstateError that states
// what is accepted.

import { AfterstateError } from './errors.js';

/** @import { Limits, Network as NetworkFile, Position } from '../../../www/engine/types.js' */
/** @import { Board, EngineOptions, ErrorCode, Network, SearchOptions } from '../types/worker.d.ts' */

const SIDE = 4;
/** The largest rank that fits a cell; the rules refuse those that no game reaches. */
const HIGHEST_RANK = 63;
/** src/search: the deepest search. */
const MAX_PLY = 30;
/** A search without limits takes this long, in milliseconds. */
const DEFAULT_MS = 100;

/** src/search/table.rs: the largest transposition table. */
const MAX_TABLE_BYTES = 1 << 28;
const ENGINE_OPTIONS = [
  'threads',
  'network',
  'tableBytes',
  'workerUrl',
  'wasmUrl',
  'wasmBytes',
  'threadsWasmUrl',
  'threadsWasmBytes',
  'onTrouble',
];

/** A value as text for a message; an object may have none. @param {unknown} value */
const quote = (value) => (typeof value === 'object' && value !== null ? 'an object' : String(value));

/**
 * Ranks of a board of tiles: 0 stays 0, 2 becomes 1, 4 becomes 2, 2048 becomes 11.
 * @param {ArrayLike<number | null> | ArrayLike<ArrayLike<number | null>>} tiles row by row, flat or nested
 *   @returns {number[]}
 */
export function ranksOf(tiles) {
  if (typeof tiles !== 'object' || tiles === null)
    throw new AfterstateError('bad-board', `${quote(tiles)} is no list of tiles`);
  const flat = /** @type {number[]} */ (
    Array.from(/** @type {ArrayLike<any>} */ (tiles)).flatMap((item) =>
      typeof item === 'object' && item !== null ? Array.from(item) : [item],
    )
  );
  return flat.map((tile) => {
    const rank = tile === 0 || tile == null ? 0 : Math.log2(typeof tile === 'number' ? tile : NaN);
    if (Number.isInteger(rank) && rank >= 0 && rank <= HIGHEST_RANK && tile !== 1) return rank;
    const shown = typeof tile === 'string' ? JSON.stringify(tile) : quote(tile);
    throw new AfterstateError(
      'bad-board',
      `${shown} is no tile: tiles are the numbers 0 (empty), 2, 4, 8, …`,
    );
  });
}

/** @param {Board} board @returns {Position} */
export function readBoard(board) {
  const ranks =
    typeof board === 'object' && board !== null && 'ranks' in board && typeof board.ranks === 'function'
      ? board.ranks()
      : /** @type {ArrayLike<number>} */ (board);
  const { rows = SIDE, cols = SIDE } = /** @type {{ rows?: number, cols?: number }} */ (board ?? {});
  if (rows !== SIDE || cols !== SIDE)
    throw new AfterstateError(
      'bad-board',
      `the engine plays 4x4, and this board is ${quote(rows)}x${quote(cols)}; the strategies of Player play other sizes`,
    );
  const right =
    ranks?.length === SIDE * SIDE &&
    Array.from(ranks).every((rank) => Number.isInteger(rank) && rank >= 0 && rank <= HIGHEST_RANK);
  if (!right)
    throw new AfterstateError(
      'bad-board',
      'a board is a Game or its 16 ranks, row by row: 0 for empty, 1 for a tile of 2, 2 for 4, 11 for 2048; ranksOf turns tiles into ranks',
    );
  return { ranks: Uint8Array.from(ranks), rows, cols };
}

/**
 * @template {object} T
 * @param {T} options @param {string[]} known @param {ErrorCode} code @param {string} what
 * @returns {T}
 */
function readOptions(options, known, code, what) {
  if (typeof options !== 'object' || options === null)
    throw new AfterstateError(code, `the options of ${what} are an object, but this is ${quote(options)}`);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new AfterstateError(
      code,
      `unknown option ${JSON.stringify(unknown)}; ${what} takes ${known.join(', ')}`,
    );
  return options;
}

/** @param {unknown} value @returns {value is ArrayBuffer | ArrayBufferView} */
const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

/** @param {EngineOptions} options @returns {EngineOptions} */
export function readEngineOptions(options) {
  const { tableBytes, onTrouble } = readOptions(options, ENGINE_OPTIONS, 'bad-options', 'createEngine');
  within('tableBytes', tableBytes, 0, MAX_TABLE_BYTES, true, 'bad-options');
  if (onTrouble !== undefined && typeof onTrouble !== 'function')
    throw new AfterstateError('bad-options', 'onTrouble is a function');
  for (const name of /** @type {const} */ (['wasmBytes', 'threadsWasmBytes'])) {
    const module = options[name];
    if (module !== undefined && !isBytes(module) && !(module instanceof WebAssembly.Module))
      throw new AfterstateError('bad-options', `${name} is no bytes and no WebAssembly.Module`);
  }
  return options;
}

/** @param {{ signal?: AbortSignal, onProgress?: (share: number) => void }} options of `engine.use` */
export function readUseOptions(options) {
  const { signal, onProgress } = readOptions(options, ['signal', 'onProgress'], 'bad-options', 'use');
  readSignal(signal, 'bad-options');
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new AfterstateError('bad-options', 'onProgress is a function');
  return options;
}

/** @param {AbortSignal | undefined} signal @param {ErrorCode} code */
function readSignal(signal, code) {
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw new AfterstateError(code, 'signal is an AbortSignal');
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 * @param {boolean} whole
 * @param {ErrorCode} [code]
 */
function within(name, value, least, most, whole, code = 'bad-limits') {
  if (value === undefined) return;
  const right =
    typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!right)
    throw new AfterstateError(
      code,
      `${name} is ${quote(value)}, but it is a ${whole ? 'whole ' : ''}number from ${least} to ${most}`,
    );
}

/** @param {SearchOptions} options @returns {Limits} those that were given; none where none was */
export function readLimits(options) {
  const { timeMs, ply, nodes, line, signal } = readOptions(
    options,
    ['timeMs', 'ply', 'nodes', 'line', 'signal'],
    'bad-limits',
    'a search',
  );
  within('timeMs', timeMs, 0, Number.MAX_SAFE_INTEGER, false);
  within('ply', ply, 1, MAX_PLY, true);
  within('nodes', nodes, 1, Number.MAX_SAFE_INTEGER, true);
  if (line !== undefined && typeof line !== 'boolean')
    throw new AfterstateError('bad-limits', `line is ${quote(line)}, but it is true or false`);
  readSignal(signal, 'bad-limits');
  return {
    ...(timeMs !== undefined && { timeMs }),
    ...(ply !== undefined && { ply }),
    ...(nodes !== undefined && { nodes }),
    ...(line !== undefined && { line }),
  };
}

/** @param {Limits} limits @returns {Limits} with a time where there is no limit */
export const limited = (limits) =>
  (limits.timeMs ?? limits.ply ?? limits.nodes) === undefined ? { ...limits, timeMs: DEFAULT_MS } : limits;

/** No network is larger. */
const MAX_BYTES = 1 << 28;

let contents = 0;

/**
 * @param {Network} network a file's description or its bytes
 * @returns {NetworkFile}
 */
export function readNetwork(network) {
  const wrong = (/** @type {string} */ why) =>
    new AfterstateError(
      'bad-network',
      `${why}; a network is what afterstate/models/lite exports, { url, bytes, sha256? }, { content, sha256? }, or the bytes of its file`,
    );
  if (isBytes(network)) return readNetwork({ content: network });
  if (typeof network !== 'object' || network === null) throw wrong('this is no network');
  const { id = 'network', sha256 } = network;
  if (typeof id !== 'string') throw wrong('id is no text');
  if (sha256 !== undefined && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)))
    throw wrong('sha256 is 64 digits from 0 to f');
  if ('content' in network && network.content !== undefined) {
    const { content } = network;
    if (!isBytes(content)) throw wrong('content is no bytes');
    const bytes = ArrayBuffer.isView(content)
      ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
      : new Uint8Array(content);
    return {
      id,
      name: id,
      url: `content:${++contents}`,
      bytes: bytes.length,
      content: new Uint8Array(bytes),
      ...(sha256 && { sha256 }),
    };
  }
  const { url, bytes } = /** @type {{ url: string | URL, bytes: number }} */ (network);
  if (!(typeof url === 'string' || url instanceof URL)) throw wrong('url is missing, or is no text');
  if (!Number.isSafeInteger(bytes) || bytes <= 0 || bytes > MAX_BYTES)
    throw wrong(`bytes is no whole number from 1 to ${MAX_BYTES}`);
  return { id, name: id, url: String(url), bytes, ...(sha256 && { sha256 }) };
}
