// The languages: every text of the code and of the pages is in every catalog, with its placeholders and
// plurals, and no catalog has a text that is not used.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { networkInWords } from '../../www/ai/networks-view.js';
import { points } from '../../www/learn/words.js';
import { translate } from '../../www/shared/load.js';
import {
  LANGUAGES,
  inMoves,
  inPoints,
  languageOf,
  percent,
  plural,
  precisePercent,
  signed,
  t,
  useCatalog,
  whole,
} from '../../www/shared/text.js';
import { readHtml } from './fakes/html.js';
import { textsOfSite, untranslatedErrors } from './fakes/texts.js';

/** @import { Catalog } from '../../www/shared/text.js' */

const WWW = new URL('../../www/', import.meta.url);
/** @type {Record<string, Catalog>} */
const catalogs = Object.fromEntries(
  await Promise.all(
    LANGUAGES.filter((code) => code !== 'en').map(async (code) => [
      code,
      JSON.parse(await readFile(new URL(`shared/text/${code}.json`, WWW), 'utf8')),
    ]),
  ),
);

const { texts, plurals } = await textsOfSite();
const holes = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}|<\d+>/g))].sort();

test('a share is 100% only if it is all', () => {
  assert.deepEqual([0.382, 0.9966, 0.99999, 1].map(percent), ['38%', '99%', '99%', '100%']);
  assert.deepEqual([0.3825, 0.9966, 0.99999, 1].map(precisePercent), ['38.3%', '99.7%', '99.9%', '100%']);
});

test('every error about a game or a position is translated', async () => {
  assert.deepEqual(await untranslatedErrors(), []);
});

for (const [code, catalog] of Object.entries(catalogs)) {
  test(`${code} has every text, and no other`, () => {
    assert.deepEqual(
      [...texts].filter(([text]) => !(text in catalog)).map(([text, file]) => `${file}: ${text}`),
      [],
      'missing',
    );
    assert.deepEqual(
      Object.keys(catalog).filter((text) => !texts.has(text)),
      [],
      'not used any more',
    );
  });

  test(`${code} keeps the placeholders of every text, and has all its plurals`, () => {
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [text, said] of Object.entries(catalog)) {
      assert.equal(typeof said === 'object', plurals.has(text), text);
      if (typeof said === 'object') assert.deepEqual(Object.keys(said).sort(), [...categories].sort(), text);
      for (const [category, form] of Object.entries(typeof said === 'object' ? said : { other: said })) {
        assert.ok(
          form !== '' && /^\s/.test(form) === /^\s/.test(text) && /\s$/.test(form) === /\s$/.test(text),
          text,
        );
        // In Arabic the words for one and two contain the number.
        const free = ['zero', 'one', 'two'].includes(category) ? ['{n}'] : [];
        assert.deepEqual(
          holes(form).filter((hole) => !free.includes(hole)),
          holes(text).filter((hole) => !free.includes(hole)),
          `${text}: ${form}`,
        );
      }
    }
  });
}

test('a network that fails for lack of a connection is reported in one language', () => {
  const network = /** @type {any} */ ({ name: 'Full' });
  const failed = () =>
    networkInWords({ kind: 'failed', network, message: 'no connection to the site', using: null });
  assert.equal(failed(), 'Full couldn’t be loaded: no connection to the site. Using the built-in heuristic.');
  for (const [code, catalog] of Object.entries(catalogs)) {
    useCatalog(code, catalog);
    assert.doesNotMatch(failed(), /connection|loaded/, code);
  }
  useCatalog('en', {});
});

test('a million of something has the words of the language: “1 M de puntos”', () => {
  for (const [code, catalog] of Object.entries(catalogs)) {
    const form = new Intl.PluralRules(code).select(1e6);
    const forms = /** @type {Record<string, string>} */ (catalog['{n} points']);
    if (form !== 'other') assert.notEqual(forms[form], forms.other, `${code}: ${form}`);
  }
});

/** Words that a language has another word for. @type {Record<string, RegExp>} */
const SECOND_WORDS = {
  de: /Endstand/,
  pt: /movimentos/,
  ja: /検討|\p{L}: /u,
  zh: /赛跑|复盘|预期/,
  ar: /بلاط|خلايا|حركات|المراجعة/,
};
for (const [code, pattern] of Object.entries(SECOND_WORDS))
  test(`${code} has one word for a tile, a move and a review on every page`, () => {
    const lines = Object.values(catalogs[code] ?? {}).flatMap((said) =>
      typeof said === 'object' ? Object.values(said) : [said],
    );
    assert.deepEqual(
      lines.filter((line) => pattern.test(line)),
      [],
    );
  });

test('in French no line begins with a sign such as “:”, and the player is “vous”', () => {
  const said = Object.values(catalogs.fr ?? {}).flatMap((text) =>
    typeof text === 'object' ? Object.values(text) : text,
  );
  assert.deepEqual(
    said.filter((text) => / [:;!?»]|« /.test(text)),
    [],
    'a space that is not a no-break space',
  );
  assert.deepEqual(
    said.filter((text) => /(?<!\p{L})(tu|ton|ta|tes|toi)(?!\p{L})/iu.test(text)),
    [],
  );
});

test('without a catalog a text is its own key, with numbers and plurals in English', () => {
  assert.equal(t('Undo'), 'Undo');
  assert.equal(t('{what} of {n}', { what: 'Half', n: 12345 }), 'Half of 12,345');
  assert.equal(t('{unknown}', {}), '{unknown}');
  assert.equal(plural(1, '{n} game', '{n} games'), '1 game');
  assert.equal(plural(2000, '{n} game', '{n} games'), '2,000 games');
});

/** Counts that are never small, or are in a column of numbers. */
const LARGE =
  /after \{moves\} moves|\{n\} (characters|moves, the most)|in the last \{n\} moves|nodes\/s|\{moves\} moves; only/;

test('a text with a count has a plural, and its noun is not in a text around it', () => {
  const nouns = /\{\w+\} (points|moves|games|days|nodes|threads|tiles|cells|empty cells|workers|tries)\b/;
  assert.deepEqual(
    [...texts.keys()].filter((text) => nouns.test(text) && !plurals.has(text) && !LARGE.test(text)),
    [],
  );
});

test('points and moves have the plural of each language', () => {
  assert.deepEqual([1, 2, 1234].map(inPoints), ['1 point', '2 points', '1,234 points']);
  for (const [code, expected] of /** @type {[string, string[]][]} */ ([
    ['de', ['1 Punkt', '0 Punkte', '1.234 Punkte', '1 Zug']],
    ['fr', ['1 point', '0 point', '1\u202f234 points', '1 coup']],
    ['ja', ['1点', '0点', '1,234点', '1手']],
    ['ar', ['1 نقطة', '0 نقطة', '1,234 نقطة', 'نقلة واحدة']],
  ])) {
    useCatalog(code, catalogs[code] ?? {});
    assert.deepEqual([inPoints(1), inPoints(0), inPoints(1234), inMoves(1)], expected);
    if (code === 'ar') assert.deepEqual([4, 3108].map(inPoints), ['4 نقاط', '3,108 نقاط']);
  }
  useCatalog('en', {});
});

test('points that are won or lost keep their sign in every language', () => {
  for (const code of LANGUAGES) {
    useCatalog(code, catalogs[code] ?? {});
    for (const worth of [-2, -1, 1, 2]) assert.ok(points(worth).includes(signed(worth)), points(worth));
  }
  useCatalog('en', {});
  assert.equal(points(1), '+1 point');
});

test('the first language of the browser that there is, unless the player has chosen one', () => {
  assert.equal(languageOf('auto', ['de-AT', 'en']), 'de');
  assert.equal(languageOf('auto', ['nl', 'pt-BR', 'es']), 'pt');
  assert.equal(languageOf('ja', ['de']), 'ja');
  assert.equal(languageOf('zh', []), 'zh');
  for (const [choice, preferred] of /** @type {[string, string[]][]} */ ([
    ['auto', []],
    ['auto', ['nl', 'xx-YY', '']],
    ['', ['en-GB', 'de']],
  ]))
    assert.equal(languageOf(choice, preferred), 'en');
});

test('a browser that does not say its languages, or only one, gets a page', (t) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  t.after(() => before && Object.defineProperty(globalThis, 'navigator', before));
  const told = (/** @type {object} */ value) =>
    Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  told({ language: 'de-CH' });
  assert.equal(languageOf('auto'), 'de');
  told({});
  assert.equal(languageOf('auto'), 'en');
});

test('a document is translated in place: texts, attributes, and elements within a sentence', () => {
  const root = readHtml(
    '<p class="x">Join <b id="goal">2048</b> and <a href="y">go <i>on</i></a>.</p><button aria-label="Undo" title="Undo &amp; more">U</button><code>Undo</code><b> 7 </b>',
  );
  const [paragraph, button, code] = root.children;
  const [bold, link] = paragraph.children;
  useCatalog('ja', {
    'Join <0> and <1>.': '<1>、<0>',
    'go <0>': '<0> 行',
    Undo: '戻す',
    'Undo & more': '戻す 1',
    '{n} games': { other: '{n} 局' },
  });
  translate(root);
  assert.deepEqual(
    paragraph.childNodes.map((/** @type {any} */ node) => (node.nodeType === 1 ? node : node.textContent)),
    ['', link, '、', bold, ''],
  );
  assert.equal(paragraph.textContent, 'on 行、2048');
  assert.deepEqual(
    [button.getAttribute('aria-label'), button.getAttribute('title'), button.textContent],
    ['戻す', '戻す 1', 'U'],
  );
  assert.equal(code.textContent, 'Undo');
  assert.equal(plural(1, '{n} game', '{n} games'), '1 局');
  useCatalog('en', {});
});

test('a text that the catalog lacks stays English', () => {
  useCatalog('de', {});
  assert.equal(t('Undo'), 'Undo');
  assert.equal(plural(1234, '{n} game', '{n} games'), '1.234 games');
  useCatalog('en', {});
});

test('a number is written as `Intl` writes it, in every language', () => {
  for (const language of LANGUAGES) {
    useCatalog(language, {});
    const { format } = new Intl.NumberFormat(`${language}-u-nu-latn`);
    for (const n of [0, 1, 9.5, 99, 0.25, 999, 999.4, 1000, 1364, 12_345_678, -3, NaN]) {
      assert.equal(t('{n}', { n }), format(n), `${language}: ${n}`);
      assert.equal(whole(n), format(Math.round(n)), `${language}: ${n}`);
    }
  }
  useCatalog('en', {});
});
