// eslint.config.js must reject imports that break the layout of www/. Each case is linted as part of the
// given file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import { IMPORTS } from '../../eslint.config.js';

const eslint = new ESLint();
/** @param {string} file @param {string} code @returns {Promise<string[]>} the broken rules */
async function broken(file, code) {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'unreadable');
}

/** @type {[string, string, string][]} file, code, the rule that refuses it */
const REFUSED = [
  ['www/ai/x.js', "import '../forecast/view.js';", 'no-restricted-imports'],
  ['www/ai/x.js', "document.title = '';", 'no-restricted-globals'],
  ['www/game/x.js', "import '../engine/worker.js';", 'no-restricted-imports'],
  ['www/game/x.js', "export * from '../ai/ask.js';", 'no-restricted-imports'],
  ['www/story/x.js', "import '../pkg-game/afterstate.json';", 'no-restricted-imports'],
  ['www/story/x.js', "import 'elsewhere';", 'no-restricted-imports'],
  ['www/shared/x.js', "await import('../game/size.js');", 'no-restricted-syntax'],
  ['www/engine/x.js', "import '../game/size.js';", 'no-restricted-imports'],
  ['www/story/x.js', "import '../coach/view.js';", 'no-restricted-imports'],
  ['www/story/x.js', "/** @import { Kept } from '../history/state.js' */", 'layers/types'],
  ['www/engine/x.js', "/** @type {import('../game/state.js').State[]} */", 'layers/types'],
  ['www/page/x.js', "import 'https://elsewhere/x.js';", 'no-restricted-imports'],
  ['www/page/x.js', "const home = '../pkg-parallel/afterstate.js'; home.trim();", 'no-restricted-syntax'],
  ['www/ai/x.js', "const home = '../pkg-parallel/afterstate.js'; home.trim();", 'no-restricted-syntax'],
  ['www/game/x.js', "document.title = '';", 'no-restricted-globals'],
  ['www/engine/x.js', 'window.close();', 'no-restricted-globals'],
  ['www/game/x.js', 'localStorage.clear();', 'no-restricted-globals'],
  ['www/game/view.js', 'globalThis.localStorage.clear();', 'no-restricted-properties'],
  ['www/shared/store.js', "document.title = '';", 'no-restricted-globals'],
  ['www/game/view.js', "import './table-view.js';", 'no-restricted-imports'],
  ['www/coach/x.js', 'export const act = (page) => page.stop();', 'no-restricted-syntax'],
  ['www/coach/x.js', 'export const end = (state) => (state.mode.value = 0);', 'no-restricted-syntax'],
  ['www/page/x.js', "import '../coach/view.js';", 'no-restricted-imports'],
  ['www/page/x.js', "/** @import { Race } from '../race/state.js' */", 'layers/types'],
];

for (const [file, code, rule] of REFUSED) {
  test(`${file} must not: ${code}`, async () => assert.deepEqual(await broken(file, code), [rule]));
}

/** @type {[string, string][]} */
const ACCEPTED = [
  ['www/game/view.js', "import './board-view.js'; import '../shared/error.js'; document.title = '';"],
  ['www/engine/x.js', "const home = '../pkg-parallel/afterstate.js'; home.trim();"],
  ['www/shared/store.js', 'localStorage.clear();'],
  ['www/coach/state.js', 'export const end = (state) => (state.mode.value = 0);'],
  ['www/story/x.js', "import '../ai/review.js'; await import('../game/replay.js');"],
  ['www/page/x.js', "import '../features.js'; import '../ai/speed-view.js';"],
];

for (const [file, code] of ACCEPTED)
  test(`${file} may: ${code}`, async () => assert.deepEqual(await broken(file, code), []));

test('every file that a script names by its own address exists, unless the build makes it', () => {
  const www = new URL('../../www/', import.meta.url);
  const scripts = readdirSync(www, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ parentPath, name }) => new URL(`file://${join(parentPath, name)}`));
  const named = scripts.flatMap((script) =>
    [...readFileSync(script, 'utf8').matchAll(/new URL\(\s*'(\.[^'?#]*)', import\.meta\.url/g)].map(
      ([, path = '']) => new URL(path, script),
    ),
  );
  const made = /\/(pkg[a-z-]*\/[\w.]+|models\.json)$/;
  const missing = named.filter((file) => !existsSync(file) && !made.test(file.pathname));
  assert.ok(named.length > 20, `${named.length} names were found`);
  assert.deepEqual(missing.map(String), []);
});

test('a feature is named by its own files and by its line alone', () => {
  const www = new URL('../../www/', import.meta.url);
  const list = readFileSync(new URL('features.js', www), 'utf8');
  const features = [...list.matchAll(/^export \* as (\w+) from '\.\/(\w+)\/mount\.js';$/gm)].map(
    ([, name, folder]) => (name === folder ? name : ''),
  );
  const others = Object.keys(IMPORTS).filter((folder) => !features.includes(folder));
  assert.deepEqual(others.sort(), ['ai', 'engine', 'game', 'page', 'players', 'shared']);
  const naming = readdirSync(www, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.js$/.test(file) && file.includes('/'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, www), 'utf8').matchAll(/['"(]\.\.\/(\w+)\//g)]
        .filter(([, folder = '']) => features.includes(folder) && !file.startsWith(`${folder}/`))
        .map(([, folder]) => `${file}: ${folder}`),
    );
  assert.deepEqual(naming, []);
});
