// What people type and paste besides boards: numbers of any script, links as messengers pass them on, replays
// as mail programs wrap them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { frameAddress, readOptions, readSides } from '../../www/embed/options.js';
import { hasOthers, readAddress } from '../../www/game/address.js';
import { readTyped } from '../../www/game/typed-address.js';
import { LinkError, readLink, readPasted } from '../../www/game/link.js';
import { readForm, textOf } from '../../www/game/replay-forms.js';
import { readRace } from '../../www/race/link.js';
import { LANGUAGES } from '../../www/shared/text.js';
import { plainDigits, plainNumber, readSeed } from '../../www/shared/digits.js';
import { Game, initSync } from '../../target/packages/pkg-game/afterstate.js';

before(async () => {
  initSync({
    module: await readFile(new URL('../../target/packages/pkg-game/afterstate_bg.wasm', import.meta.url)),
  });
});

test('the digits of every script are read, and nothing else is', () => {
  // A slow reference: Intl writes the digits of each numbering system.
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const ten = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1234567890);
    if (/^\p{Nd}+$/u.test(ten)) assert.equal(plainDigits(ten), '1234567890', system);
  }
  for (const text of ['1234', '²³', '½', '一二三', 'Ⅳ', '①', 'x', '']) assert.equal(plainDigits(text), text);
});

test('a number is read as the page prints it in each of its languages', () => {
  for (const n of [0, 7, 999, 1000, 12_345, 1_234_567, 18_446_744_073_709_551_615n])
    for (const code of [...LANGUAGES, 'de-CH', 'ar-EG', 'fa', 'sv'])
      assert.equal(plainNumber(` ${new Intl.NumberFormat(code).format(n)} `), String(n), code);
  for (const text of ['1,23', '1.5', '12,34,5', '1,234.567', '-5', '1e3', '1,,234', ''])
    assert.equal(plainNumber(text), text);
});

test('a seed is read as people write numbers', () => {
  assert.equal(readSeed('18,446,744,073,709,551,615'), (1n << 64n) - 1n);
  assert.equal(readSeed('18,446,744,073,709,551,616'), null);
  assert.equal(readSeed('١٢٬٣٤٥'), 12_345n);
  for (const text of ['1.5', '-1', 'abc']) assert.equal(readSeed(text), null, text);
});

test('the attributes of the element are read in any digits', () => {
  assert.deepEqual(readSides('３×５'), { rows: 3, cols: 5 });
  assert.deepEqual(readSides('٤'), { rows: 4, cols: 4 });
  const { search } = frameAddress('https://example.org/embed.html', {
    size: '２x２',
    seed: '١٢٬٣٤٥',
    speed: '７',
    position: '２ ٤ / . 8',
  });
  const { size, seed } = readAddress(search);
  const { speed, position, refused } = readOptions(search, size ?? { rows: 4, cols: 4 });
  assert.deepEqual([seed, speed, refused], [12_345n, 7, []]);
  assert.deepEqual(position, { ranks: Uint8Array.of(1, 2, 0, 3), rows: 2, cols: 2 });
  const blank = frameAddress('https://example.org/embed.html', { size: '2', position: '2,\n,8' });
  assert.deepEqual(
    readOptions(blank.search, { rows: 2, cols: 2 }).position?.ranks,
    Uint8Array.of(1, 0, 0, 3),
  );
});

test('only an option that may be a feature’s delays the first board, not what trackers add', () => {
  for (const search of ['', '?rows=5&seed=7', '?fbclid=x', '?utm_source=x&engine=off&gclid=1'])
    assert.equal(hasOthers(search), false, search);
  for (const search of ['?daily', '?fbclid=x&challenge=1', '?daily.&utm_source=x'])
    assert.equal(hasOthers(search), true, search);
});

const LINKS = [
  '#game=1&size=4x4&seed=42&moves=7:UA4&keep=1&now=0010000200003002',
  '#board=4x4:0010000200003002&score=1234',
  '#puzzle=0010000200003002',
];

test('the options of an address are read as people type and pass them on', () => {
  const plain = readAddress('?rows=3&cols=5&seed=12345&threads=2&engine=off');
  for (const search of [
    '?rows=٣&cols=５&seed=१२३४५&threads=２&engine=off',
    '?rows=3&cols=5&seed=12,345&threads=2&engine=off.',
    '?rows=3&amp;cols=5&amp;seed=١٢٬٣٤٥&amp;threads=2&amp;engine=off"',
  ])
    assert.deepEqual(readTyped(search), plain, search);
  for (const search of ['rows=٩٩', 'cols=<b>', 'seed=-1', 'seed=1.5', 'tier=x', 'rows=', 'seed=%'])
    assert.deepEqual(readTyped(`?${search}`).refused, [search.split('=')[0]], search);
});

test('a link is read with what messengers, mail programs and trackers add', () => {
  const added = [
    '.',
    ')',
    '"',
    '&utm_source=chat&utm_medium=x',
    '&fbclid=IwAR0_x-y',
    '?fbclid=1',
    '”。',
    '>',
  ];
  added.push('%22', ').', '&gclid=1&_ga=2.3.', '#:~:text=2048', '\u200b', '&utm_source=x).');
  for (const link of LINKS) {
    const shared = readLink(link);
    for (const end of added) assert.deepEqual(readLink(link + end), shared, end);
    assert.deepEqual(readLink(link.replaceAll('&', '&amp;')), shared);
    assert.deepEqual(readLink(link.replaceAll('&', '&amp;amp;')), shared);
    assert.deepEqual(readPasted(`<https://example.org/${link}>\n`), shared);
    assert.deepEqual(
      readPasted(`> https://example.org/\n> ${link.slice(0, 12)}\n> ${link.slice(12)}`),
      shared,
    );
  }
  assert.throws(() => readLink('#game=1&size=4x4&evil=1'), LinkError);
});

test('no link keeps the page busy, whatever signs it is made of', () => {
  const began = process.cpuUsage();
  for (const sign of ['.', '%2e', '&', '&amp;', 'é', '٣']) {
    const many = `${sign.repeat(39_000 / sign.length)}a`;
    for (const read of [
      () => readLink(`#game=1&size=4x4&seed=1${many}`),
      () => readRace(`?rival=lite&seed=${many}`, `#${many}`),
      () => readTyped(`?seed=${many}`),
    ])
      try {
        read();
      } catch (error) {
        assert.ok(error instanceof LinkError);
      }
  }
  // They take some milliseconds; trying each run of signs from each of its signs took a minute.
  const { user, system } = process.cpuUsage(began);
  assert.ok(user + system < 5e6, `${user + system} microseconds of CPU time`);
});

test('the address of a race is read with what others add', () => {
  const search = '?rival=lite&pace=turn&seed=42&score=31416&moves=1203';
  const hash = '#7:UA4;now=0010000200003002';
  const race = readRace(search, hash);
  assert.notEqual(race.challenge, 'none');
  for (const end of ['.', ')', '"', '&utm_source=x', '?fbclid=1'])
    assert.deepEqual(readRace(search, hash + end), race, end);
  assert.deepEqual(readRace(search.replaceAll('&', '&amp;'), hash), race);
  assert.deepEqual(readRace(search.replace('seed=42', 'seed=٤２'), hash), race, 'digits of other scripts');
  const bare = readRace(search, '');
  for (const end of ['.', ')', '%22', '&fbclid=1']) assert.deepEqual(readRace(search + end, ''), bare, end);
});

test('a replay is read as mail programs quote and wrap it, and with accents apart', async () => {
  const verse = '4x4-1_00000gà00';
  const game = async (/** @type {string} */ text) => {
    const foreign = readForm(text);
    assert.ok(foreign, text);
    return textOf(Game, foreign);
  };
  const list = '4x4 2@1,1 2@1,2 L2@4,4 R4@1,1 D2@1,3';
  const known = await game(list);
  assert.equal(await game('> 4x4 2@1,1 2@1,2\n> L2@4,4 R4@1,1\n> D2@1,3'), known);
  assert.equal(await game('４x４ ２@１,１ 2@1,2 L2@٤,٤ R4@1,1 D2@1,3'), known);
  const whole = readForm(verse);
  for (const text of [
    '4x4-1_0000\r\n0gà00',
    '> 4x4-1_000\n> 00gà\n> 00',
    ` ${verse.normalize('NFD')}\n`,
    '4x4-1_0000 0gà00',
  ])
    assert.deepEqual(readForm(text)?.entries, whole?.entries, text);
});
