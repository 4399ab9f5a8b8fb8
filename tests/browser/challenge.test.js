// A shared game opens as a challenge: the same tiles and a score to beat, beside the friend's own game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshot } from './harness.js';
import {
  PATIENCE,
  cells,
  loadGame,
  playOut,
  resize,
  rivalsHavePlayed,
  score,
  sitDown,
  untilBoard,
  untilOpen,
} from './table.js';

const OFF = { path: '?engine=off', context: { reducedMotion: /** @type {const} */ ('reduce') } };

/**
 * A game of a seed, played by four keys in turn until no move is left.
 * @param {number} seed
 */
async function played(seed) {
  const Game = await loadGame();
  const game = new Game(4, 4, BigInt(seed));
  const first = Array.from(game.ranks(), (rank) => (rank ? 2 ** rank : 0));
  for (let at = 0; !game.isOver; at++) game.play(at % 4);
  const [, size, ...fields] = game.replay().split(';');
  const hash = `#game=1&size=${size}&${fields.join('&')}`;
  return { first, hash, score: game.score, tile: 2 ** game.maxRank };
}

/**
 * What the page has stored of a game, a move before its end.
 * @param {number} seed
 */
async function nearlyOver(seed) {
  const Game = await loadGame();
  const [whole, game] = [new Game(4, 4, BigInt(seed)), new Game(4, 4, BigInt(seed))];
  for (let at = 0; !whole.isOver; at++) whole.play(at % 4);
  for (let at = 0; game.moves < whole.moves - 1; at++) game.play(at % 4);
  return JSON.stringify({ version: 1, game: game.toText(), previous: null });
}

test('a shared game is a challenge on the same tiles, and leaves the own game alone; what else links open: replays, boards, races, games of the AI; a daily board with its day, also while it is played, and that of today without the moves', async (t) => {
  const record = await nearlyOver(5);
  // On both days few moves end the game.
  const [day, old, todays] = ['2026-06-08', await played(20_260_301), await played(20_260_608)];
  const { page, url } = await sitDown(t, {
    ...OFF,
    before: async (page) => {
      await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
      await page.addInitScript((text) => (localStorage['afterstate:v1:game:4x4'] ??= text), record);
    },
  });
  const own = await cells(page);
  const shared = await played(5);
  const follow = (/** @type {string} */ link) => page.evaluate((hash) => void (location.hash = hash), link);

  await follow(`${shared.hash}&by=shared`);
  await untilOpen(page, 'replay');
  assert.equal(await page.isVisible('#challenge'), false, 'a game of an unknown player');
  await page.keyboard.press('Escape');
  // A game that is said to stand elsewhere than at its end.
  await follow(shared.hash.replace('&moves=', '&at=3&moves='));
  await page.locator('.toast', { hasText: 'couldn’t be opened' }).waitFor();
  assert.equal(await page.locator('dialog[open]').count(), 0, 'a damaged game');

  // The link of a race: its reader will race the same AI.
  await follow(`${shared.hash}&rival=beginner`);
  await untilOpen(page, 'challenge');
  assert.match(String(await page.textContent('#challenge-made')), /in a race with the AI “Beginner”$/);
  assert.equal(
    await page.textContent('#challenge-words'),
    `Race the same AI on the same tiles. Beat ${shared.score.toLocaleString('en')} points.`,
  );
  await page.keyboard.press('Escape');

  await follow(`${shared.hash}&by=ai`);
  await untilOpen(page, 'challenge');
  assert.match(String(await page.textContent('#challenge')), /The AI made \d+ with [\d,]+ points/);
  await page.keyboard.press('Escape');

  // The board of a link takes the place of a game that has begun only when it is played.
  const board = '#board=4x4:1122000000000000&score=64';
  await follow(board);
  await untilOpen(page, 'challenge');
  assert.match(String(await page.textContent('#challenge')), /A shared board.*64 points/s);
  await screenshot(page, 'board-opened');
  assert.deepEqual(await cells(page), own, 'a board that is not played');
  // The browser tells of the end of a dialog when it has been opened again.
  await page.evaluate((hash) => {
    /** @type {HTMLDialogElement} */ (document.getElementById('challenge')).close();
    location.hash = hash;
  }, board);
  await page.click('#challenge button:text-is("Play from here")');
  assert.deepEqual((await cells(page)).slice(0, 4), [2, 2, 4, 4]);
  await page.click('.toast button:has-text("Undo")');
  assert.deepEqual(await cells(page), own, 'Undo brings the game back');

  await follow(shared.hash);
  await untilOpen(page, 'challenge');
  const said = await page.textContent('#challenge');
  assert.match(
    String(said),
    new RegExp(`To beat: ${shared.score.toLocaleString('en')} points \\(${shared.tile} tile\\)`),
  );
  assert.match(String(said), /Same tiles\. Beat it\./);
  const browser = await page.context().newCDPSession(page);
  const { root } = await browser.send('DOM.getDocument');
  const { nodes } = await browser.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'dialog' });
  assert.match(
    String(nodes.find(({ ignored }) => !ignored)?.description?.value),
    /^To beat: [\d,]+ points \(\d+ tile\) Same tiles\. Beat it\.$/,
    'screen readers read it when the dialog opens',
  );
  // Words that are wider than the board, as in German, leave it in the middle.
  const margins = await page.$eval('#challenge figure', (figure) => {
    const caption = /** @type {HTMLElement} */ (figure.querySelector('figcaption'));
    const { textContent } = caption;
    caption.textContent = 'W'.repeat(20);
    const [outer, inner] = [figure, figure.querySelector('.board')].map((one) =>
      one?.getBoundingClientRect(),
    );
    caption.textContent = textContent;
    return [Number(inner?.left) - Number(outer?.left), Number(outer?.right) - Number(inner?.right)];
  });
  assert.ok(
    Number(margins[0]) > 10 && Math.abs(Number(margins[0]) - Number(margins[1])) <= 1,
    String(margins),
  );
  await screenshot(page, 'challenge-opened');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await resize(page, 568, 320);
  for (const part of ['#challenge-made', '#challenge-words', '#challenge .strong']) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box && box.y >= 40 && box.y + box.height <= 320, `${part} on a phone on its side: ${box?.y}`);
  }
  await resize(page, width, height);
  assert.deepEqual(
    await page.$$eval('#challenge .strong', (buttons) => buttons.map(({ textContent }) => textContent)),
    ['Play now'],
  );

  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.matches('#cells *'), undefined, {
    timeout: PATIENCE,
  });
  // The link of an old daily board names its day, also while it is played.
  await follow(old.hash);
  await untilOpen(page, 'challenge');
  assert.equal(
    await page.textContent('#challenge-words'),
    'The daily board of March 1, 2026. Same tiles. Beat it.',
  );
  await page.click('#challenge .strong');
  await page.waitForURL(/\?challenge#game=/);
  await untilBoard(page);
  assert.deepEqual(await cells(page), old.first);
  assert.match(
    String(await page.textContent('.challenge-goal')),
    /^Daily board of Mar 1, 2026\. Beat [\d,]+ points\./,
  );

  // A reload keeps the game and the challenge.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  const moved = await cells(page);
  await page.reload();
  await untilBoard(page);
  assert.deepEqual(await cells(page), moved);
  assert.equal(await page.isVisible('#challenge-result'), false);
  // The link of another game is another challenge, and the way back leads to the first.
  const goal = `Same tiles. Beat ${shared.score.toLocaleString('en')} points.`;
  await follow(shared.hash);
  await page.locator('.challenge-goal', { hasText: goal }).waitFor();
  await untilBoard(page);
  assert.deepEqual(await cells(page), shared.first);
  await page.goBack();
  await page.locator('.challenge-goal', { hasText: 'Daily board of Mar 1' }).waitFor();
  await untilBoard(page);
  assert.deepEqual(await cells(page), old.first);

  await playOut(page);
  await page.waitForSelector('#challenge-result');
  const mine = await score(page);
  const words = String(await page.textContent('#challenge-result h2'));
  const gap = Math.abs(mine - old.score).toLocaleString('en');
  assert.match(
    words,
    mine > old.score
      ? new RegExp(`You beat it by ${gap} points!`)
      : new RegExp(`Not beaten: ${gap} points short`),
  );
  assert.equal(await page.$$eval('#challenge-result figure', (all) => all.length), 2);
  assert.deepEqual(
    await page.$$eval('.strong', (all) =>
      all.flatMap((one) => (one.checkVisibility() ? [one.textContent] : [])),
    ),
    [mine > old.score ? 'Share' : 'Try again'],
  );
  for (const [w = 0, h = 0] of [
    [320, 568],
    [390, 844],
    [1280, 900],
  ]) {
    await resize(page, w, h);
    const box = await page.locator('#message .strong:visible').boundingBox();
    assert.ok(box && box.y + box.height <= h, `what is next is in sight at ${w}x${h}: ${box?.y}`);
  }
  await resize(page, width, height);
  assert.doesNotMatch(String(await page.textContent('#message-detail')), /best/, 'of these tiles alone');
  await screenshot(page, 'challenge-over');
  await resize(page, 568, 320);
  const beside = await page.locator('#board').boundingBox();
  for (const part of ['#challenge-result', '#story']) {
    const box = await page.locator(part).boundingBox();
    assert.ok(
      beside && box && box.x >= beside.x + beside.width && box.x + box.width <= 568,
      `${part} is beside the board on a phone on its side: ${JSON.stringify(box)}`,
    );
  }
  await resize(page, width, height);

  // Once more: the same tiles.
  await page.click('#message button:text-is("Try again")');
  await page.waitForSelector('#challenge-result', { state: 'hidden' });
  assert.deepEqual(await cells(page), old.first);

  await page.goto(`${url}?engine=off`);
  await untilBoard(page);
  assert.deepEqual(await cells(page), own);

  // Without the AI a game is shared, too; the link of one with undone moves opens as a replay.
  await page.keyboard.press('Control+z');
  await playOut(page);
  await page.evaluate(() => {
    const share = async (/** @type {ShareData} */ { url }) => void (document.title = String(url));
    Object.defineProperty(navigator, 'share', { value: share });
  });
  await page.click('#story button:text-is("Share")');
  const link = await page.waitForFunction(() => /#game=/.test(document.title) && document.title);
  await follow(new URL(String(await link.jsonValue())).hash);
  await untilOpen(page, 'replay');
  assert.equal(await page.isVisible('#challenge'), false, 'a game with undone moves');
  await page.keyboard.press('Escape');

  // The link of a game on today's daily board opens that board, without its moves.
  await rivalsHavePlayed(page, day);
  await follow(todays.hash);
  await untilOpen(page, 'challenge');
  assert.equal(await page.isVisible('#challenge .board'), false);
  await page.click('#challenge button:text-is("Play today’s board")');
  await page.waitForURL(/\?daily#game=/);
  await untilBoard(page);
  assert.deepEqual(await cells(page), todays.first);
  assert.equal(await page.isVisible('#challenge'), false);
  assert.equal(await page.isVisible('#challenge-result'), false);
  await playOut(page);
  await page.waitForSelector('#challenge-result');
  assert.equal(await page.locator('button:text-is("Try again")').count(), 0);
  await untilOpen(page, 'daily');
  const row = page.locator('#daily tr', { hasText: 'Game to beat' });
  assert.match(
    String(await row.textContent()),
    new RegExp(todays.score.toLocaleString('en')),
    'the comparison',
  );
});
