// The messages between a frame and its host, and the options in the frame's URL: valid ones are read, others
// are refused without an exception. The fuzz tests use a seeded generator, so failures can be repeated.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FRAMING, SENT } from '../../www/embed/element-view.js';
import { Host } from '../../www/embed/host.js';
import {
  CONNECT,
  MODES,
  READY,
  isWord,
  readCommand,
  readReport,
  refusalOf,
  word,
} from '../../www/embed/messages.js';
import {
  CONTROLS,
  frameAddress,
  readControls,
  readOptions,
  readSides,
  refusal,
} from '../../www/embed/options.js';
import { BUILT_IN } from '../../www/shared/choices.js';
import { elementSnippet, frameSnippet, savedName, spaceFor } from '../../www/embed/snippet.js';
import { readAddress } from '../../www/game/address.js';
import { readPosition } from '../../www/game/board-text.js';
import { PositionError } from '../../www/game/position.js';
import { readGame } from '../../www/game/record.js';
import { Fuzz, rounds } from './fakes/fuzz.js';

const BOARD = { ranks: [1, 0, 2, 3], rows: 2, cols: 2, score: 12 };
const TABLE = { ...BOARD, best: 40, moves: 3, status: 'playing' };

/** @type {any[]} */
const COMMANDS = [
  { type: 'position', ...BOARD },
  { type: 'new', seed: null },
  { type: 'new', seed: '18446744073709551615' },
  { type: 'move', direction: 3 },
  { type: 'hint', id: 4 },
  { type: 'start' },
  { type: 'stop' },
  { type: 'state' },
  { type: 'theme', theme: 'dark' },
  { type: 'speed', place: 10 },
];
/** @type {any[]} */
const REPORTS = [
  { type: 'state', ...TABLE },
  { type: 'move', direction: 0, by: 'engine', ...TABLE },
  { type: 'mode', mode: 'autoplay' },
  { type: 'waiting', waiting: true },
  { type: 'hint', id: 1, best: 2, values: [null, 1.5, 2, -3], ply: 4 },
  { type: 'hint', id: 2, best: 1, values: [null, Infinity, -Infinity, 0], ply: 0 },
  { type: 'no-hint', id: 1, message: 'why' },
  { type: 'refused', about: 'move', message: 'why' },
];

test('every command and report is read as it was sent, without extra fields', () => {
  for (const command of COMMANDS) assert.deepEqual(readCommand({ ...command, more: 1 }), command);
  for (const report of REPORTS) assert.deepEqual(readReport({ ...report, more: 1 }), report);
});

test('messages of other protocols give null', () => {
  for (const data of [
    null,
    undefined,
    1,
    'start',
    [],
    {},
    { type: 'none' },
    { type: 'position' },
    { type: 'position', ...BOARD, ranks: [1, 2, 3] },
    { type: 'position', ...BOARD, rows: 9 },
    { type: 'position', ...BOARD, ranks: [1, 2, 3, -1] },
    { type: 'position', ...BOARD, score: 1.5 },
    { type: 'new', seed: 5 },
    { type: 'new', seed: '18446744073709551616' },
    { type: 'move', direction: 4 },
    { type: 'theme', theme: '<b>' },
  ]) {
    assert.equal(readCommand(data), null, JSON.stringify(data));
  }
  assert.equal(readReport({ type: 'state', ...BOARD }), null);
  assert.equal(readReport({ type: 'hint', id: 1, best: 2, values: [NaN, 1, 2, 3], ply: 1 }), null);
});

test('an invalid command is refused with the accepted arguments', () => {
  assert.deepEqual(refusalOf({ type: 'move', direction: 7 }), {
    type: 'refused',
    about: 'move',
    message: 'move takes a direction: Up 0, Right 1, Down 2 or Left 3',
  });
  assert.match(
    refusalOf({ type: 'position', ...BOARD, rows: 1 }).message,
    /^position takes .* 2 to 9 rows and columns/,
  );
  assert.match(refusalOf({ type: 'new', seed: '-1' }).message, /from 0 to 18446744073709551615$/);
  for (const data of [null, 7, {}, { type: '<b>' }, { type: 'constructor' }, { type: ['move'] }]) {
    assert.deepEqual(refusalOf(data), { type: 'refused', about: 'message', message: 'unknown command' });
  }
  for (const command of COMMANDS) assert.ok(readReport(refusalOf({ ...command, direction: 9 })));
});

test('long texts from a frame are cut', () => {
  const report = /** @type {any} */ (readReport({ type: 'refused', about: 'x'.repeat(9999), message: 7 }));
  assert.equal(report.about.length, 300);
  assert.equal(report.message, '');
});

test('mutated messages never throw, and accepted ones are no larger than a valid one', () => {
  const fuzz = new Fuzz(1);
  for (let round = 0; round < rounds(10_000); round++) {
    const data = fuzz.mutate(fuzz.pick([...COMMANDS, ...REPORTS]));
    for (const read of [readCommand, readReport]) {
      const passed = /** @type {any} */ (read(data));
      if (passed === null) continue;
      assert.ok(JSON.stringify(passed).length < 1500);
      assert.deepEqual(read(passed), passed, 'what has passed passes again, unchanged');
    }
    isWord(data, READY);
  }
});

test('mutated URLs, positions and records throw only their own error types', () => {
  const fuzz = new Fuzz(2);
  const addresses = [
    '?rows=4&cols=5&seed=12&tier=single&threads=2&engine=off',
    '?theme=dark&controls=score+new&position=2+4/8+16&autoplay=on&speed=3&remember=x&network=lite',
  ];
  const positions = ['2 4 8 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0', '1200000000000000', '2,4;8,16'];
  const records = ['{"version":1,"game":"afterstate/1;4x4;seed=1","previous":null}'];
  for (let round = 0; round < rounds(10_000); round++) {
    const search = fuzz.garble(fuzz.pick(addresses));
    const urlOptions = readAddress(search);
    const size = urlOptions.size ?? { rows: 4, cols: 4 };
    assert.ok(size.rows >= 2 && size.rows <= 9 && size.cols >= 2 && size.cols <= 9);
    const options = readOptions(search, size);
    assert.ok([...options.controls].every((name) => CONTROLS.includes(name)));
    try {
      const { ranks, rows, cols } = readPosition(fuzz.garble(fuzz.pick(positions)));
      assert.equal(ranks.length, rows * cols);
    } catch (error) {
      assert.ok(error instanceof PositionError, String(error));
    }
    readGame(fuzz.garble(fuzz.pick(records)));
  }
});

test("options are written into the frame's URL and read again", () => {
  const address = frameAddress('https://example.org/game/embed.html', {
    size: '3x5',
    seed: '7',
    theme: 'dark',
    controls: 'score arrows',
    autoplay: '',
    speed: '3',
    remember: 'post-1',
    position: null,
    network: 'lite',
  });
  const urlOptions = readAddress(address.search);
  assert.deepEqual([urlOptions.size, urlOptions.seed], [{ rows: 3, cols: 5 }, 7n]);
  const options = readOptions(address.search, { rows: 3, cols: 5 });
  assert.deepEqual(
    { ...options, controls: [...options.controls] },
    {
      theme: 'dark',
      controls: ['score', 'arrows'],
      position: null,
      autoplay: true,
      speed: 3,
      remember: 'post-1',
      network: 'lite',
      refused: [],
    },
  );
});

test('invalid options are ignored and listed', () => {
  const { refused, controls, theme, network } = readOptions(
    '?theme=red&controls=all&position=x&autoplay=maybe&speed=11&remember=a/b&network=../x',
    { rows: 4, cols: 4 },
  );
  assert.deepEqual(
    refused.map(({ name }) => name),
    ['theme', 'controls', 'position', 'autoplay', 'speed', 'remember', 'network'],
  );
  assert.equal(
    refused[0]?.message,
    'theme cannot be "red"; it takes system, classic, dark, contrast or color-blind',
  );
  for (const { name, message } of refused)
    assert.match(message, new RegExp(`^${name} cannot be ".+"; it takes .+`));
  assert.ok(refusal('seed', 'x'.repeat(9999), 'a number').length < 100, 'long values are cut in messages');
  assert.deepEqual([theme, network], ['system', BUILT_IN]);
  assert.ok(controls.has('hint'));
  assert.equal(readControls('none')?.size, 0);
  assert.deepEqual(
    [
      readSides('4'),
      readSides(' 3 x 5 '),
      readSides('2x9'),
      readSides('1'),
      readSides('4x4x4'),
      readSides(''),
    ],
    [{ rows: 4, cols: 4 }, { rows: 3, cols: 5 }, { rows: 2, cols: 9 }, null, null, null],
  );
});

test('the code to copy has the changed options, and values cannot break out of their attributes', () => {
  const site = 'https://example.org/2048/';
  assert.equal(
    elementSnippet(site, { size: '4x4', theme: 'system', speed: '5' }),
    '<script type="module" src="https://example.org/2048/embed.js"></script>\n<play-2048></play-2048>',
  );
  assert.match(elementSnippet(site, { network: BUILT_IN }), /<play-2048><\/play-2048>$/);
  assert.match(
    elementSnippet(site, { size: '4x4', network: 'lite' }),
    /<play-2048 network="lite"><\/play-2048>$/,
  );
  assert.match(
    elementSnippet(site, { size: '3x5', autoplay: '' }),
    /<play-2048 size="3x5" autoplay><\/play-2048>$/,
  );
  assert.match(
    elementSnippet(site, { position: '"><script>&' }),
    / position="&quot;&gt;&lt;script&gt;&amp;">/,
  );
  assert.match(
    frameSnippet(site, { size: '3x5', autoplay: '', theme: 'dark' }),
    /^<iframe src="https:\/\/example.org\/2048\/embed.html\?rows=3&amp;cols=5&amp;autoplay=on&amp;theme=dark"/,
  );
  assert.ok(!/[<>"]{2}/.test(frameSnippet(site, { position: '"><script>&' }).slice(8, -10)));
});

test('each position is remembered under a name of its own', () => {
  const positions = ['', '1120000000000000', '1230000000000000', '2 4 8 / 16 32 64 / 0 0 0'];
  const names = positions.map(savedName);
  assert.match(names.join(' '), /^blog( blog-\w+){3}$/);
  assert.equal(new Set(names).size, 4);
  assert.deepEqual(positions.map(savedName), names);
  for (const remember of names)
    assert.equal(
      readOptions(frameAddress('https://example.org/', { remember }).search, { rows: 4, cols: 4 }).remember,
      remember,
    );
});

test('a frame has space for its board and the chosen bars', () => {
  assert.deepEqual(spaceFor({ rows: 4, cols: 4 }, 'none'), { shape: 1, bars: 38, wraps: false });
  assert.deepEqual(spaceFor({ rows: 4, cols: 4 }, 'score hint arrows'), { shape: 1, bars: 138, wraps: true });
  assert.ok(spaceFor({ rows: 2, cols: 4 }, 'none').shape < 0.54);
});

test("the package's types have the element's attributes and modes, and the reference has its attributes", async () => {
  const root = new URL('../../', import.meta.url);
  const types = await readFile(new URL('packages/afterstate/types/element.d.ts', root), 'utf8');
  const reference = await readFile(new URL('docs/use/embedding-reference.md', root), 'utf8');
  // `strategy` is known only to be refused.
  const attributes = [...FRAMING, ...SENT, 'label'].filter((name) => name !== 'strategy').sort();
  const [, others = ''] = /Other attributes: ([^.]*)\./.exec(types) ?? [];
  assert.deepEqual(['site', ...others.split(/[,\s*]+/)].sort(), attributes);
  const [, table = ''] = /## Attributes\n([^]*?)\n## /.exec(reference) ?? [];
  assert.deepEqual([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name).sort(), attributes);
  const unions = [...types.matchAll(/\bmode: ('.*')/g)].map(([, union]) => union);
  const union = MODES.map((mode) => `'${mode}'`).join(' | ');
  assert.deepEqual(unions, [union, union]);
});

/** A window with a host page. */
function framed() {
  /** @type {((event: any) => void)[]} */
  const listeners = [];
  /** @type {any[]} */
  const posted = [];
  const parent = {
    postMessage: (/** @type {unknown} */ message, /** @type {string} */ target) =>
      posted.push({ message, target }),
  };
  const frame = /** @type {any} */ ({
    parent,
    addEventListener: (/** @type {string} */ _, /** @type {(event: any) => void} */ listener) =>
      listeners.push(listener),
  });
  return {
    frame,
    parent,
    posted,
    send: (/** @type {any} */ event) => listeners.forEach((listener) => listener(event)),
  };
}

test('the frame accepts a port only from its parent window, and only from one site', () => {
  const { frame, parent, posted, send } = framed();
  /** @type {any[]} */
  const commands = [];
  let connected = 0;
  const host = new Host(frame, {
    onCommand: (command) => commands.push(command),
    onConnect: () => connected++,
  });
  assert.deepEqual(posted, [{ message: word(READY), target: '*' }]);
  const port = () => ({
    closed: false,
    said: /** @type {any[]} */ ([]),
    close() {
      this.closed = true;
    },
    postMessage(/** @type {any} */ message) {
      this.said.push(message);
    },
    onmessage: /** @type {any} */ (null),
  });
  const first = port();
  send({ source: {}, origin: 'https://evil.example', data: word(CONNECT), ports: [port()] });
  send({ source: parent, origin: 'https://blog.example', data: { type: CONNECT }, ports: [port()] });
  send({ source: parent, origin: 'https://blog.example', data: word(CONNECT), ports: [] });
  assert.equal(connected, 0);
  send({ source: parent, origin: 'https://blog.example', data: word(CONNECT), ports: [first] });
  assert.equal(connected, 1);
  send({ source: parent, origin: 'https://evil.example', data: word(CONNECT), ports: [port()] });
  assert.equal(connected, 1);
  first.onmessage({ data: { type: 'stop' } });
  first.onmessage({ data: { type: 'format', disk: 'c' } });
  assert.deepEqual(commands, [{ type: 'stop' }]);
  assert.equal(first.said[0].type, 'refused');
  send({ source: parent, origin: 'https://blog.example', data: word(CONNECT), ports: [port()] });
  assert.equal(first.closed, true, 'the same site may connect again, as after a reload of its script');
  host.report({ type: 'mode', mode: 'off' });
  assert.equal(first.said.length, 1);
});

test('a frame that is the top window has no host', () => {
  const alone = /** @type {any} */ ({ addEventListener: () => assert.fail('must not listen') });
  alone.parent = alone;
  const host = new Host(alone, { onCommand: () => {}, onConnect: () => {} });
  host.report({ type: 'mode', mode: 'off' });
  assert.equal(host.port, null);
});
