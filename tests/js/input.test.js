// Keys, swipes and the options of the URL.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress } from '../../www/game/address.js';
import { withoutGame } from '../../www/page/address.js';
import { BOARD_ACTIONS } from '../../www/game/acts.js';
import { actionOf as find, listenToKeys } from '../../www/game/input.js';
import { listenToSwipes } from '../../www/game/swipe.js';

/** @param {ReturnType<typeof find>} found */
const told = (found) =>
  found && { kind: found.action.name, ...(found.argument !== null && { direction: found.argument }) };
/** @param {Parameters<typeof find>[0]} event @param {Parameters<typeof find>[2]} [options] */
const actionOf = (event, options) => told(find(event, BOARD_ACTIONS, options));
/** @param {string} key @param {object} [more] */
const press = (key, more = {}) =>
  actionOf({ key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, ...more });
/** @param {number} direction */
const move = (direction) => ({ kind: 'move', direction });

test('arrows, WASD and hjkl are moves', () => {
  const keys = {
    ArrowUp: 0,
    ArrowRight: 1,
    ArrowDown: 2,
    ArrowLeft: 3,
    w: 0,
    d: 1,
    s: 2,
    a: 3,
    k: 0,
    l: 1,
    j: 2,
    h: 3,
    W: 0,
  };
  for (const [key, direction] of Object.entries(keys)) assert.deepEqual(press(key), move(direction), key);
  for (const key of ['q', 'r', ' ', 'Enter', 'Tab', 'Escape', 'constructor', 'toString'])
    assert.equal(press(key), null, key);
});

test('letters can be switched off; arrows remain', () => {
  assert.equal(actionOf({ key: 'w', code: 'KeyW' }, { letters: false }), null);
  assert.equal(actionOf({ key: 'h', code: 'KeyH' }, { letters: false }), null);
  assert.equal(actionOf({ key: 'c', code: 'KeyC' }, { letters: false }), null);
  assert.deepEqual(actionOf({ key: 'c', code: 'KeyC' }), { kind: 'again' });
  assert.deepEqual(actionOf({ key: 'ArrowUp', code: 'ArrowUp' }, { letters: false }), move(0));
});

test('keys with modifiers, in fields, or already handled are ignored', () => {
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
    assert.equal(press('ArrowUp', { [modifier]: true }), null, modifier);
    assert.equal(press('a', { [modifier]: true }), null, modifier);
  }
  for (const tagName of ['INPUT', 'TEXTAREA', 'SELECT'])
    assert.equal(press('ArrowUp', { target: { tagName } }), null);
  assert.equal(press('a', { target: { tagName: 'DIV', isContentEditable: true } }), null);
  assert.equal(press('ArrowUp', { defaultPrevented: true }), null);
  assert.equal(press('a', { isComposing: true }), null);
  assert.deepEqual(press('ArrowUp', { target: { tagName: 'BUTTON' } }), move(0));
  assert.deepEqual(press('ArrowUp', { target: { tagName: 'INPUT', type: 'checkbox' } }), move(0));
});

test('Ctrl or Command with Z and Y is undo and redo', () => {
  for (const modifier of ['ctrlKey', 'metaKey']) {
    assert.deepEqual(press('z', { [modifier]: true }), { kind: 'undo' });
    assert.deepEqual(press('Z', { [modifier]: true, shiftKey: true }), { kind: 'redo' });
    assert.deepEqual(press('y', { [modifier]: true }), { kind: 'redo' });
  }
  assert.equal(press('z'), null);
});

test('undo and redo go by the letter on Latin keyboards, and by the position on others', () => {
  const ctrl = (/** @type {string} */ key, /** @type {string} */ code, shiftKey = false) =>
    actionOf({ key, code, ctrlKey: true, shiftKey });
  for (const key of ['я', 'ζ', 'ז']) assert.deepEqual(ctrl(key, 'KeyZ'), { kind: 'undo' }, key);
  assert.deepEqual(ctrl('Я', 'KeyZ', true), { kind: 'redo' });
  for (const key of ['н', 'υ', 'ט']) assert.deepEqual(ctrl(key, 'KeyY'), { kind: 'redo' }, key);
  assert.deepEqual(ctrl('y', 'KeyZ'), { kind: 'redo' }, 'QWERTZ');
  assert.deepEqual(ctrl('z', 'KeyW'), { kind: 'undo' }, 'AZERTY');
  for (const [key = '', code = ''] of [
    ['w', 'KeyZ'],
    [';', 'KeyZ'],
    ['f', 'KeyY'],
    ['ф', 'KeyA'],
  ])
    assert.equal(ctrl(key, code), null, key);
});

test('hjkl and C go by the position on keyboards with other scripts and with an input method', () => {
  /** The keys at H, J, K, L and C: Russian, Hebrew, Arabic, Greek, and a Japanese input method. */
  const keyboards = ['ролдс', 'יחלךב', 'اتنمؤ', 'ηξκλψ'].map((keys) => [...keys]);
  keyboards.push(Array.from({ length: 5 }, () => 'Process'));
  for (const keys of keyboards) {
    const actions = ['H', 'J', 'K', 'L', 'C'].map((letter, at) =>
      actionOf({ key: keys[at] ?? '', code: `Key${letter}` }),
    );
    assert.deepEqual(actions, [move(3), move(2), move(0), move(1), { kind: 'again' }], keys.join(' '));
  }
  assert.equal(actionOf({ key: 'р', code: 'KeyH' }, { letters: false }), null);
  // On a Latin keyboard the letter counts, here Dvorak.
  assert.equal(actionOf({ key: 'd', code: 'KeyH' }), null);
});

test('events without a key, and without anything, are ignored', () => {
  assert.equal(actionOf({}), null);
  assert.equal(actionOf({ ctrlKey: true }), null);
  assert.equal(actionOf({ key: 'constructor', code: '__proto__' }), null);
  const target = new EventTarget();
  listenToKeys(target, { actions: BOARD_ACTIONS, onAction: () => assert.fail('no key was pressed') });
  target.dispatchEvent(new Event('keydown'));
});

test('a key that makes a move does not scroll the page', () => {
  const target = new EventTarget();
  /** @type {unknown[]} */
  const actions = [];
  listenToKeys(target, {
    actions: BOARD_ACTIONS,
    onAction: (action, argument) => actions.push(told({ action, argument })),
  });
  const event = Object.assign(new Event('keydown', { cancelable: true }), {
    key: 'ArrowDown',
    code: 'ArrowDown',
  });
  target.dispatchEvent(event);
  assert.deepEqual(actions, [move(2)]);
  assert.equal(event.defaultPrevented, true);
});

/** A fake element that receives pointer events. */
function pad() {
  const element = Object.assign(new EventTarget(), { setPointerCapture() {}, contains: () => true });
  /** @type {number[]} */
  const moves = [];
  listenToSwipes(/** @type {any} */ (element), (direction) => moves.push(direction));
  /**
   * @param {string} type
   * @param {number} x
   * @param {number} y
   * @param {object} [more]
   * @param {object} [target]
   */
  const point = (type, x, y, more = {}, target) => {
    const event = Object.assign(new Event(type), {
      pointerId: 1,
      pointerType: 'touch',
      button: 0,
      clientX: x,
      clientY: y,
      ...more,
    });
    if (target) Object.defineProperty(event, 'target', { get: () => target, set() {}, configurable: true });
    element.dispatchEvent(event);
  };
  return { moves, point };
}

test('pointer events without coordinates are no swipe', () => {
  const { moves, point } = pad();
  const nowhere = { clientX: undefined, clientY: undefined, pointerId: undefined };
  point('pointerdown', 0, 0, nowhere);
  point('pointermove', 0, 0, nowhere);
  point('pointerup', 0, 0, nowhere);
  assert.deepEqual(moves, []);
});

test('a swipe counts as soon as it has gone 20 px, once per touch', () => {
  const { moves, point } = pad();
  point('pointerdown', 100, 100);
  point('pointermove', 110, 103);
  assert.deepEqual(moves, []);
  point('pointermove', 121, 105);
  assert.deepEqual(moves, [1]);
  point('pointermove', 20, 105);
  assert.deepEqual(moves, [1]);
  point('pointerup', 20, 105);
  for (const [x, y] of [
    [0, -30],
    [0, 30],
    [-30, 5],
  ]) {
    point('pointerdown', 100, 100);
    point('pointermove', 100 + (x ?? 0), 100 + (y ?? 0));
    point('pointerup', 0, 0);
  }
  assert.deepEqual(moves, [1, 0, 2, 3]);
});

test('two fingers, a canceled touch and other buttons of a mouse or pen are not swipes', () => {
  const { moves, point } = pad();
  point('pointerdown', 100, 100);
  point('pointerdown', 200, 100, { pointerId: 2 });
  point('pointermove', 150, 100);
  point('pointermove', 250, 100, { pointerId: 2 });
  point('pointerup', 150, 100);
  point('pointermove', 300, 100, { pointerId: 2 });
  point('pointerup', 300, 100, { pointerId: 2 });
  point('pointerdown', 100, 100);
  point('pointercancel', 100, 100);
  point('pointermove', 200, 100);
  point('pointerdown', 100, 100, { pointerType: 'mouse', button: 2 });
  point('pointermove', 200, 100, { pointerType: 'mouse' });
  // The barrel of a pen, then its eraser.
  for (const button of [2, 5]) {
    point('pointerdown', 100, 100, { pointerType: 'pen', button });
    point('pointermove', 200, 100, { pointerType: 'pen' });
    point('pointerup', 200, 100, { pointerType: 'pen', button });
  }
  assert.deepEqual(moves, []);
  point('pointerdown', 100, 100);
  point('pointermove', 100, 160);
  assert.deepEqual(moves, [2], 'and the next swipe is one again');
});

test('two thumbs take turns: a finger that has swiped and still rests does not disturb the next', () => {
  const { moves, point } = pad();
  point('pointerdown', 100, 100);
  point('pointermove', 100, 160);
  point('pointerdown', 300, 100, { pointerId: 2 });
  point('pointermove', 340, 100, { pointerId: 2 });
  point('pointerup', 100, 160);
  point('pointerdown', 100, 100);
  point('pointermove', 60, 100);
  assert.deepEqual(moves, [2, 1, 3]);
});

test('a flick whose end is all that comes after its start is a swipe', () => {
  const { moves, point } = pad();
  point('pointerdown', 100, 100);
  point('pointerup', 150, 100);
  assert.deepEqual(moves, [1]);
});

test('the URL can set size, seed and engine; a strategy is read to tell that it is in the Lab', () => {
  const options = readAddress(
    '?rows=3&cols=5&seed=18446744073709551615&tier=single&threads=3&engine=off&strategy=greedy',
  );
  assert.deepEqual(options, {
    size: { rows: 3, cols: 5 },
    seed: 18446744073709551615n,
    tier: 'single',
    threads: 3,
    engine: false,
    strategy: 'greedy',
    refused: [],
  });
  assert.deepEqual(readAddress(''), {
    size: null,
    seed: null,
    tier: null,
    threads: null,
    engine: true,
    strategy: null,
    refused: [],
  });
});

test('withoutGame removes the game from the URL and keeps the rest', () => {
  assert.equal(
    withoutGame('https://example.org/2048/?rows=3&engine=off&seed=5#board=2x2:1200'),
    'https://example.org/2048/?engine=off',
  );
});

test('invalid options of the URL change nothing and are listed', () => {
  const hostile = [
    'rows=1',
    'rows=10',
    'rows=99999999',
    'rows=-4',
    'rows=4e0',
    'rows=',
    'cols=NaN',
    'cols=<script>',
    'seed=18446744073709551616',
    'seed=-1',
    'seed=0x10',
    'seed=1.5',
    `seed=${'9'.repeat(5000)}`,
    'tier=__proto__',
    'tier=SHARED',
    'threads=0',
    'threads=65',
    'threads=999999999',
    'engine=maybe',
    'rows=%00',
    'rows=٤',
  ];
  for (const search of hostile) {
    const { refused, ...options } = readAddress(`?${search}`);
    assert.deepEqual(refused, [search.split('=')[0]], search);
    const size = /^(rows|cols)/.test(search) ? { rows: 4, cols: 4 } : null;
    assert.deepEqual(
      options,
      { size, seed: null, tier: null, threads: null, engine: true, strategy: null },
      search,
    );
  }
});

test('a swipe may start on a button with a finger, but not with a mouse; never on a slider', () => {
  const { moves, point } = pad();
  let pressed = 'button';
  const target = {
    closest: (/** @type {string} */ selector) => (selector.split(', ').includes(pressed) ? {} : null),
  };
  /** @param {string} pointerType */
  const drag = (pointerType) => {
    for (const [type, x] of /** @type {[string, number][]} */ ([
      ['pointerdown', 0],
      ['pointermove', 40],
      ['pointerup', 40],
    ])) {
      point(type, x, 0, { pointerType }, target);
    }
  };
  drag('mouse');
  assert.deepEqual(moves, []);
  drag('touch');
  assert.deepEqual(moves, [1]);
  pressed = 'input';
  drag('touch');
  assert.deepEqual(moves, [1]);
});
