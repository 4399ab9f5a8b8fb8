// The Lab's links: they are read as written, and invalid ones do no harm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_GAMES,
  MAX_STRATEGIES,
  readLink,
  setUpFrom,
  defaultSetUp,
  writeCommand,
  writeLink,
} from '../../www/lab/link.js';

const SET_UP = {
  strategies: ['greedy', 'frolov-3.8:depth=2,win=false', 'cook-sum:fail-value=-1000,drop=0.5'],
  rows: 3,
  cols: 5,
  games: 250,
  seed: 9_000_000_000,
  endAt2048: true,
  evenSpawns: true,
};

test('a setup survives its link, even if a mail program has escaped it', () => {
  const link = writeLink(SET_UP);
  assert.equal(
    link,
    'board=3x5&games=250&seed=9000000000&end=2048&spawns=even&play=greedy&play=frolov-3.8:depth=2,win=false&play=cook-sum:fail-value=-1000,drop=0.5',
  );
  assert.deepEqual(readLink(`#${link}`), { setUp: SET_UP, refused: [] });
  const escaped = link
    .split('&')
    .map((part) => part.replace(/=(.*)/, (_, value) => `=${encodeURIComponent(value)}`))
    .join('&');
  assert.deepEqual(readLink(escaped), { setUp: SET_UP, refused: [] });
});

test('an empty link gives no setup, and missing parts have their defaults', () => {
  assert.deepEqual(readLink(''), { setUp: null, refused: [] });
  assert.deepEqual(readLink('#'), { setUp: null, refused: [] });
  assert.deepEqual(readLink('#games=7'), { setUp: { ...defaultSetUp(), games: 7 }, refused: [] });
});

const NAMES = 'board, games, seed, end, spawns, play';

test('values out of bounds are ignored and listed with what is accepted, the others are used', () => {
  const accepted = {
    games: 'a whole number from 1 to 100000',
    seed: 'a whole number from 0 to 9007199254640991',
    board: 'rows and columns, such as 4x4',
    end: '2048',
    spawns: 'even',
  };
  for (const [part, name] of /** @type {[string, keyof typeof accepted][]} */ ([
    ['games=0', 'games'],
    [`games=${MAX_GAMES + 1}`, 'games'],
    ['games=1e3', 'games'],
    ['games=-1', 'games'],
    ['games=', 'games'],
    ['seed=-1', 'seed'],
    ['seed=0.5', 'seed'],
    ['seed=99999999999999999999', 'seed'],
    ['seed=9007199254740991', 'seed'],
    ['board=4', 'board'],
    ['board=4x', 'board'],
    ['board=100x4', 'board'],
    ['board=4x4x4', 'board'],
    ['end=4096', 'end'],
    ['spawns=odd', 'spawns'],
  ]))
    assert.deepEqual(
      readLink(`cols&${part}&play=random`),
      {
        setUp: { ...defaultSetUp(), strategies: ['random'] },
        refused: [`${part} (accepted: ${accepted[name]})`, `cols (the options are ${NAMES})`],
      },
      part,
    );
});

test('a strategy consists of an id and settings; other text is ignored', () => {
  for (const play of [
    '<img src=x onerror=alert(1)>',
    'greedy<b>',
    '"greedy"',
    "greedy'",
    '../../greedy',
    'javascript:alert(1)',
    'greedy:',
    'greedy:playouts',
    'greedy:=1',
    'GREEDY',
    'a'.repeat(301),
    '%',
    '%E0%A4%A',
    '\u202egreedy',
    'greedy\n',
    'greedy:a=1,,b=2',
    '',
    '__proto__',
  ]) {
    const { setUp, refused } = readLink(`play=${encodeURIComponent(play)}&play=random`);
    assert.deepEqual(setUp?.strategies, ['random'], play);
    assert.match(
      refused.join(),
      /^play(=[\w.:,+-]{0,20})? \(accepted: 12 strategies at most, such as greedy\)$/,
    );
  }
  assert.deepEqual(readLink('play=%').setUp?.strategies, defaultSetUp().strategies);
});

test('unknown names are not shown to the user', () => {
  assert.deepEqual(readLink('__proto__=1&constructor=2&<script>=3&%00&=&&=x').refused, [
    `something unreadable, constructor (the options are ${NAMES})`,
  ]);
});

test('the length and the number of strategies are limited', () => {
  assert.deepEqual(readLink(`play=${'a'.repeat(4000)}`), {
    setUp: null,
    refused: ['a link of more than 3600 characters'],
  });
  const { setUp, refused } = readLink(
    Array.from({ length: MAX_STRATEGIES + 1 }, () => 'play=random').join('&'),
  );
  assert.equal(setUp?.strategies.length, MAX_STRATEGIES);
  assert.deepEqual(refused, ['play=random (accepted: 12 strategies at most, such as greedy)']);
});

test('the form is read, or the wrong field is named with the accepted values', () => {
  const texts = { rows: '3', cols: '5', games: '250', seed: '9000000000' };
  assert.deepEqual(setUpFrom(texts, SET_UP), { setUp: SET_UP });
  /** @type {[Partial<typeof texts & { strategies: string[] }>, string, RegExp][]} */
  const mistakes = [
    [{ games: '0' }, 'games', /from 1 to 100000/],
    [{ games: '' }, 'games', /whole number/],
    [{ seed: '-1' }, 'seed', /from 0 to 9007199254640991/],
    [{ rows: '' }, 'rows', /whole number/],
    [{ cols: '4.5' }, 'cols', /whole number/],
    [{ strategies: [] }, 'strategies', /Choose/],
  ];
  for (const [wrong, field, words] of mistakes) {
    const read = setUpFrom({ ...texts, ...wrong }, { ...SET_UP, ...wrong });
    assert.ok('problem' in read);
    assert.equal(read.field, field);
    assert.match(read.problem, words);
  }
});

test('the command plays the same strategies, board, seeds, end and spawns', () => {
  const [one = '', , comment = '', shard = '', merge = ''] = writeCommand(SET_UP).split('\n');
  const run = `afterstate match ${SET_UP.strategies.join(' ')} --board 3x5 --games 250 --seed 9000000000 --end-at 2048 --spawns even`;
  assert.equal(one, `${run} --csv games.csv`);
  assert.match(comment, /^# On 8 machines/);
  assert.equal(shard, `${run} --shard I/8 --csv shard-I.csv`);
  assert.equal(merge, 'afterstate merge shard-*.csv --output games.csv');
  const withNetworks = { ...SET_UP, strategies: ['greedy', 'network-lite', 'network-full:ply=3'] };
  assert.match(
    writeCommand({ ...withNetworks, rows: 4, cols: 4 }),
    /^afterstate match greedy models\/lite\.bin:ply=2 models\/full\.bin:ply=3 --board 4x4 .* --end-at 2048/,
  );
  assert.doesNotMatch(writeCommand({ ...SET_UP, endAt2048: false, evenSpawns: false }), /end-at|spawns/);
});
