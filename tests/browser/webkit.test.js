// The page in WebKitGTK, which has no shared memory: it loads, takes keys, its AI gives hints and plays, and
// the game survives a reload; and the element on another site.
//
// WebKitGTK has no SharedArrayBuffer (WebKit issues 67868 and 74274 on GitHub), so this does not cover
// threads in Safari. Skipped unless WEBKIT_DRIVER names a driver; `./build.sh test` installs one if it can.
// WebDriver cannot read the console, so these tests do not notice logged errors.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { post, startBlog } from './blog.js';
import { startSite } from './site.js';
import { WebKit } from './webkit.js';

const PROGRAM = process.env.WEBKIT_DRIVER ?? '';
const skip = PROGRAM === '' ? 'SKIPPED, no WebKitGTK: WEBKIT_DRIVER names no WebKitWebDriver' : false;
/** A long time limit, because the machine may be busy (ms). */
const PATIENCE = 60_000;
/** Left, up, right, down. */
const ARROWS = ['\ue012', '\ue013', '\ue014', '\ue015'];
const MOVES = 'Number(document.documentElement.dataset.moves)';
const BOARD =
  '[...document.querySelectorAll("#cells [role=gridcell]")].map((cell) => cell.getAttribute("aria-label"))';

/** @type {WebKit} */
let webkit;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
before(async () => {
  if (skip) return;
  webkit = await WebKit.start(PROGRAM);
  site = await startSite();
});
after(async () => {
  if (skip) return;
  await webkit.stop();
  await site.stop();
});

test('20 moves, a hint, 30 moves of autoplay, a reload', { skip }, async (t) => {
  t.diagnostic(webkit.version);
  await webkit.open(`${site.url}?threads=2`);
  await webkit.until('document.documentElement.dataset.page === "ready"', PATIENCE);
  await webkit.evaluate('localStorage.setItem("afterstate:v1:network", "built-in")');
  await webkit.open(`${site.url}?threads=2`);
  await webkit.until('document.documentElement.dataset.page === "ready"', PATIENCE);
  while ((await webkit.evaluate(MOVES)) < 20) await webkit.press(ARROWS);
  await webkit.until('/^(single 1|shared 2)$/.test(document.documentElement.dataset.engine)', PATIENCE);
  await webkit.evaluate('document.getElementById("hint").click()');
  await webkit.until('!document.getElementById("hint-arrow").hidden', PATIENCE);
  assert.match(
    await webkit.evaluate('document.getElementById("engine-line").textContent'),
    /-ply · .* positions/,
  );
  const moves = await webkit.evaluate(MOVES);
  await webkit.evaluate(
    '(() => { const speed = document.getElementById("speed"); speed.value = "10"; speed.dispatchEvent(new Event("input")); document.getElementById("autoplay").click(); })()',
  );
  await webkit.until(`${MOVES} >= ${moves + 30}`, PATIENCE);
  await webkit.evaluate('document.getElementById("autoplay").click()');
  await webkit.until('document.documentElement.dataset.pilot === "off"', PATIENCE);
  const [board, played] = [await webkit.evaluate(BOARD), await webkit.evaluate(MOVES)];
  await webkit.reload();
  await webkit.until('document.documentElement.dataset.page === "ready"', PATIENCE);
  assert.deepEqual(await webkit.evaluate(BOARD), board);
  assert.equal(await webkit.evaluate(MOVES), played);
});

test('a frame on another site: the element plays and hints', { skip }, async (t) => {
  await webkit.open(
    await startBlog(t, {
      '/': post(
        `<script type="module" src="${site.url}embed.js"></script><play-2048 id="game" threads="2"></play-2048>`,
      ),
    }),
  );
  await webkit.until('document.getElementById("game").ranks', PATIENCE);
  await webkit.evaluate(
    'document.getElementById("game").hint().then(({ best }) => { document.getElementById("game").move(best); }, (error) => { document.title = String(error); })',
  );
  await webkit.until('document.getElementById("game").moves === 1 || /Error/.test(document.title)', PATIENCE);
  assert.equal(
    await webkit.evaluate('document.getElementById("game").moves'),
    1,
    await webkit.evaluate('document.title'),
  );
});
