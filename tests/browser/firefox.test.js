// The page in Firefox ESR: it loads, takes keys, and its AI gives hints and plays, with shared memory and in
// a frame of another site without it.
//
// Skipped unless FIREFOX names a Firefox; `./build.sh test` installs one if it can.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Firefox } from './bidi.js';
import { post, startBlog } from './blog.js';
import { startSite } from './site.js';

const PROGRAM = process.env.FIREFOX ?? '';
const skip = PROGRAM === '' ? 'no Firefox: FIREFOX names none' : false;
/** A long time limit, because the machine may be busy (ms). */
const PATIENCE = 60_000;
/** Left, up, right, down. */
const ARROWS = ['\ue012', '\ue013', '\ue014', '\ue015'];
const MOVES = 'Number(document.documentElement.dataset.moves)';

/** @type {Firefox} */
let firefox;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
before(async () => {
  if (skip) return;
  firefox = await Firefox.start(PROGRAM);
  site = await startSite();
});
after(async () => {
  if (skip) return;
  await firefox.stop();
  await site.stop();
});

test('threads: 20 moves, a hint, 50 moves of autoplay', { skip }, async () => {
  await firefox.open(`${site.url}?threads=2`);
  await firefox.until('document.documentElement.dataset.page === "ready"', PATIENCE);
  assert.equal(await firefox.evaluate('crossOriginIsolated'), true);
  while ((await firefox.evaluate(MOVES)) < 20) await firefox.press(ARROWS);
  await firefox.until('document.documentElement.dataset.engine === "shared 2"', PATIENCE);
  await firefox.evaluate('document.getElementById("hint").click()');
  await firefox.until('!document.getElementById("hint-arrow").hidden', PATIENCE);
  const moves = await firefox.evaluate(MOVES);
  await firefox.evaluate(
    '{ const speed = document.getElementById("speed"); speed.value = "10"; speed.dispatchEvent(new Event("input")); document.getElementById("autoplay").click(); }',
  );
  await firefox.until(`${MOVES} >= ${moves + 50}`, PATIENCE);
  await firefox.evaluate('document.getElementById("autoplay").click()');
  assert.deepEqual(firefox.complaints, []);
});

for (const attributes of ['threads="2"', 'threads="2" sandboxed', 'size="3x3" sandboxed']) {
  test(
    `a frame on another site: the element plays and hints without shared memory, ${attributes}`,
    { skip },
    async (t) => {
      await firefox.open(
        await startBlog(t, {
          '/': post(
            `<script type="module" src="${site.url}embed.js"></script><play-2048 id="game" ${attributes}></play-2048>`,
          ),
        }),
      );
      await firefox.until('document.getElementById("game").ranks', PATIENCE);
      const best = await firefox.evaluate('document.getElementById("game").hint().then(({ best }) => best)');
      assert.ok([0, 1, 2, 3].includes(best), String(best));
      await firefox.evaluate('document.getElementById("game").move(' + best + ')');
      await firefox.until('document.getElementById("game").moves === 1', PATIENCE);
    },
  );
}
