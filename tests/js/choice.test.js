// The list of networks, and the rule that selects one by the choice and the connection.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkFor, readManifest, siteNetworks } from '../../www/engine/networks.js';
import { AUTOMATIC, BUILT_IN } from '../../www/shared/choices.js';

/** @import { Surroundings } from '../../www/engine/types.js' */

const MANIFEST = {
  version: 1,
  models: [
    { id: 'full', file: 'models/full-0123456789abcdef.bin', bytes: 8_000_000 },
    { id: 'max', file: 'models/max-0011223344556677.bin', bytes: 16 * 2 ** 20 + 1 },
    { id: 'lite', file: 'models/lite-fedcba9876543210.bin', bytes: 3_000_000 },
  ],
};
const networks = readManifest(MANIFEST);
const FAST = { connection: { effectiveType: '4g', downlink: 10 } };
const SAVING = { connection: { saveData: true, effectiveType: '4g', downlink: 10 } };

/** @param {string} choice @param {Surroundings} surroundings @param {string} [using] */
const chosen = (choice, surroundings, using = '') =>
  networkFor({ choice, networks, using: networks.find(({ id }) => id === using) ?? null, surroundings })
    ?.id ?? BUILT_IN;

test('networks are listed smallest first', () => {
  assert.deepEqual(
    networks.map(({ name, bytes }) => [name, bytes]),
    [
      ['Lite', 3_000_000],
      ['Full', 8_000_000],
      ['Max', 16_777_217],
    ],
  );
  assert.match(String(networks[0]?.url), /\/www\/models\/lite-fedcba9876543210\.bin$/);
});

test('an invalid list is empty, and invalid entries are omitted', () => {
  for (const manifest of [
    null,
    {},
    [],
    { version: 2, models: MANIFEST.models },
    { version: 1, models: 'all' },
  ])
    assert.deepEqual(readManifest(manifest), []);
  const entries = [
    null,
    {},
    { ...MANIFEST.models[0], file: 'https://elsewhere.example/models/full-0123456789abcdef.bin' },
    { ...MANIFEST.models[0], file: '../models/full-0123456789abcdef.bin' },
    { ...MANIFEST.models[0], bytes: -1 },
    { ...MANIFEST.models[0], bytes: 2 ** 40 },
    { ...MANIFEST.models[0], id: '<b>' },
  ];
  assert.deepEqual(readManifest({ version: 1, models: entries }), []);
});

test('a list that cannot be loaded is refused with the reason', async () => {
  await assert.rejects(
    siteNetworks(async () => {
      throw new TypeError('Failed to fetch');
    }),
    { message: 'no connection to the site' },
  );
  await assert.rejects(
    siteNetworks(async () => new Response('', { status: 404 })),
    { message: 'the site answered 404' },
  );
  await assert.rejects(
    siteNetworks(async () => new Response('<html>')),
    { message: 'the list couldn’t be read' },
  );
  assert.equal((await siteNetworks(async () => Response.json(MANIFEST))).length, 3);
});

test('automatic loads the smallest first, and then the largest on a good connection', () => {
  assert.equal(chosen(AUTOMATIC, FAST), 'lite');
  assert.equal(chosen(AUTOMATIC, FAST, 'lite'), 'full');
  assert.equal(chosen(AUTOMATIC, FAST, 'full'), 'full');
  assert.equal(chosen(AUTOMATIC, {}, 'lite'), 'lite', 'where the browser measures nothing');
  assert.equal(chosen(AUTOMATIC, { connection: { effectiveType: '4g', downlink: 2 } }, 'lite'), 'lite');
  assert.equal(chosen(AUTOMATIC, { connection: { effectiveType: '3g', downlink: 10 } }, 'lite'), 'lite');
  assert.equal(chosen(AUTOMATIC, { ...FAST, deviceMemory: 2 }, 'lite'), 'lite');
});

test('where the browser measures no connection, automatic goes by the download of the smallest, and by what is cached', () => {
  const lite = networks[0] ?? null;
  const asked = { choice: AUTOMATIC, networks, using: lite };
  const full = networks.filter(({ id }) => id === 'full');
  const slow = { connection: { effectiveType: '4g', downlink: 2 } };
  for (const [surroundings, mbits, cached, id] of /** @type {const} */ ([
    [{}, 0, [], 'lite'],
    [{}, 4.9, [], 'lite'],
    [{}, 5, [], 'full'],
    [{ deviceMemory: 2 }, 50, [], 'lite'],
    [slow, 50, [], 'lite'],
    [{}, 0, full, 'full'],
    [slow, 0, full, 'full'],
    [SAVING, 50, full, undefined],
  ]))
    assert.equal(networkFor({ ...asked, surroundings, mbits, cached })?.id, id);
  assert.equal(
    networkFor({ ...asked, using: null, surroundings: {}, cached: full })?.id,
    'lite',
    'which is ready soon',
  );
});

test('a phone or tablet that reports no memory loads the largest only if it is chosen', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  const firefox = (/** @type {string} */ system) => `Mozilla/5.0 (${system}; rv:153.0) Gecko Firefox/153.0`;
  for (const [device, id] of /** @type {[Surroundings, string][]} */ ([
    [{ userAgent: iphone, maxTouchPoints: 5 }, 'lite'],
    [{ userAgent: mac, maxTouchPoints: 5 }, 'lite'], // an iPad
    [{ userAgent: mac, maxTouchPoints: 0 }, 'full'],
    [{ userAgent: firefox('Android 16; Mobile'), maxTouchPoints: 5 }, 'lite'],
    [{ userAgent: firefox('Windows NT 10.0'), maxTouchPoints: 10 }, 'full'],
    [{ userAgent: firefox('Android 16'), deviceMemory: 8 }, 'full'],
    [{ userAgentData: { mobile: true } }, 'lite'],
    [{ userAgentData: { mobile: false } }, 'full'],
  ])) {
    assert.equal(chosen(AUTOMATIC, { ...FAST, ...device }, 'lite'), id, JSON.stringify(device));
    assert.equal(chosen('full', { ...FAST, ...device }, 'lite'), 'full');
  }
});

test('before the AI is used no more is downloaded than the smallest, and nothing on a slow connection', () => {
  const [lite = null, full = null] = networks;
  /** @param {Partial<Parameters<typeof networkFor>[0]>} more */
  const quietly = (more) =>
    networkFor({
      choice: AUTOMATIC,
      networks,
      using: null,
      surroundings: FAST,
      frugal: true,
      ...more,
    })?.id;
  const slow = { connection: { effectiveType: '3g', downlink: 1 } };
  assert.equal(quietly({}), 'lite');
  assert.equal(quietly({ using: lite }), 'lite');
  assert.equal(quietly({ using: lite, cached: full ? [full] : [] }), 'full', 'it is here already');
  assert.equal(quietly({ surroundings: slow }), undefined);
  assert.equal(quietly({ surroundings: slow, cached: lite ? [lite] : [] }), 'lite');
  assert.equal(quietly({ surroundings: SAVING }), undefined);
});

test('a network of more than 16 MiB is loaded only if it is chosen', () => {
  assert.equal(chosen('max', FAST), 'max');
  assert.equal(chosen('max', {}, 'lite'), 'max');
  assert.equal(chosen(AUTOMATIC, FAST, 'max'), 'full');
  const only = networks.slice(2);
  assert.equal(
    networkFor({ choice: AUTOMATIC, networks: only, using: null, surroundings: FAST })?.id,
    'max',
    'the only network',
  );
});

test('nothing is loaded automatically in Save-Data mode', () => {
  assert.equal(chosen(AUTOMATIC, SAVING), BUILT_IN);
  assert.equal(chosen('lite', SAVING), 'lite');
  assert.equal(chosen('full', SAVING), 'full');
});

test('an explicit choice is used', () => {
  assert.equal(chosen(BUILT_IN, FAST, 'full'), BUILT_IN);
  assert.equal(chosen('lite', FAST, 'full'), 'lite');
  assert.equal(chosen('full', {}), 'full');
  assert.equal(chosen('gone', {}), 'lite', 'a network that the site has no more');
});

test('a network that learned in this browser is used only if it is chosen', () => {
  const own = { id: 'own', name: 'Mine', url: 'kept:own', bytes: 10, read: async () => new Uint8Array() };
  const large = { ...own, id: 'large', bytes: 5_000_000 };
  /** @param {string} choice @param {typeof networks} [all] */
  const use = (choice, all = [own, ...networks, large]) =>
    networkFor({ choice, networks: all, using: null, surroundings: FAST })?.id;
  assert.equal(use(AUTOMATIC), 'lite');
  assert.equal(use(AUTOMATIC, [own]), undefined);
  assert.equal(use('own'), 'own');
  assert.equal(use('large'), 'large');
  assert.equal(use('own', [own]), 'own');
});

test('a site without networks uses the built-in heuristic', () => {
  assert.equal(networkFor({ choice: 'full', networks: [], using: null, surroundings: FAST }), null);
});
