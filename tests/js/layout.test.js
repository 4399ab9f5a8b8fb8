// eslint.config.js must reject imports that break the layout of www/. Each case is linted as part of the
// given file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESLint } from 'eslint';

const eslint = new ESLint();
/** @param {string} file @param {string} code @returns {Promise<string[]>} the broken rules */
async function broken(file, code) {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'unreadable');
}

/** @type {[string, string, string][]} file, code, the rule that refuses it */
const REFUSED = [
  ['www/advisor/x.js', "import '../view/phrases.js';", 'no-restricted-imports'],
  ['www/advisor/x.js', "document.title = '';", 'no-restricted-globals'],
  ['www/view/x.js', "import '../engine/worker.js';", 'no-restricted-imports'],
  ['www/view/x.js', "import '../engine/protocol.json';", 'no-restricted-imports'],
  ['www/view/x.js', "import 'elsewhere';", 'no-restricted-imports'],
  ['www/view/x.js', "await import('../storage/store.js');", 'no-restricted-syntax'],
  ['www/game/x.js', "export * from '../view/board.js';", 'no-restricted-imports'],
  ['www/engine/x.js', "import '../game/size.js';", 'no-restricted-imports'],
  ['www/view/x.js', "/** @import { Store } from '../storage/store.js' */", 'layers/types'],
  ['www/game/x.js', "/** @type {import('../state/state.js').State[]} */", 'layers/types'],
  ['www/page/x.js', "import 'https://elsewhere/x.js';", 'no-restricted-imports'],
  ['www/page/x.js', "const home = '../pkg-parallel/afterstate.js'; home.trim();", 'no-restricted-syntax'],
  ['www/view/x.js', "const home = '../pkg-parallel/afterstate.js'; home.trim();", 'no-restricted-syntax'],
  ['www/game/x.js', "document.title = '';", 'no-restricted-globals'],
  ['www/engine/x.js', 'window.close();', 'no-restricted-globals'],
  ['www/view/x.js', 'localStorage.clear();', 'no-restricted-globals'],
  ['www/view/x.js', 'globalThis.localStorage.clear();', 'no-restricted-properties'],
  ['www/storage/x.js', "document.title = '';", 'no-restricted-globals'],
  ['www/view/x.js', "import './coach.js';", 'no-restricted-imports'],
  ['www/ask/x.js', 'export const act = (page) => page.stop();', 'no-restricted-syntax'],
  ['www/page/x.js', "import '../lab/main.js';", 'no-restricted-imports'],
  ['www/race/x.js', "/** @import { Loaded } from '../page/dialogs.js' */", 'layers/types'],
];

for (const [file, code, rule] of REFUSED) {
  test(`${file} must not: ${code}`, async () => assert.deepEqual(await broken(file, code), [rule]));
}

/** @type {[string, string][]} */
const ACCEPTED = [
  ['www/view/x.js', "import './board.js'; import '../engine/protocol.js'; document.title = '';"],
  ['www/engine/x.js', "const home = '../pkg-parallel/afterstate.js'; home.trim();"],
  ['www/storage/x.js', 'localStorage.clear();'],
  ['www/page/x.js', "import '../ask/review.js'; await import('../view/x.js');"],
  ['www/page/x.js', "import '../view/coach.js'; import '../view/speed.js';"],
];

for (const [file, code] of ACCEPTED)
  test(`${file} may: ${code}`, async () => assert.deepEqual(await broken(file, code), []));
