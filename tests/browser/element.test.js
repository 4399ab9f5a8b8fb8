// <play-2048> in unusual orders: commands before it is connected, moving, removing and inserting again, fifty
// at once, and frames that never answer or navigate away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post, startBlog } from './blog.js';
import { testInAll, tried } from '../all.js';
import { screenshot, visit } from './harness.js';
import { PATIENCE } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { TestContext } from 'node:test' */

/** @typedef {import('../../www/embed/element.js').Play2048} Play2048 */

const BOARD = '2 2 4 8 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0';

/**
 * A post that loads the element's script and holds this.
 * @param {TestContext} t @param {string} content @param {Parameters<typeof visit>[1]} [options]
 */
async function readPost(t, content, options = {}) {
  const visited = await visit(t, {
    path: null,
    // Motion takes more time of the machine than all else.
    context: { reducedMotion: 'reduce' },
    ...options,
    allow: [/favicon/, ...(options.allow ?? [])],
  });
  const { page, url } = visited;
  page.setDefaultTimeout(PATIENCE);
  await page.goto(
    await startBlog(t, {
      '/': post(
        `<script type="module" src="${url}embed.js"></script><div id="one">${content}</div><div id="two"></div>`,
      ),
    }),
  );
  await page.evaluate(() => customElements.whenDefined('play-2048'));
  return visited;
}

/**
 * Puts this into the post in place of what the part before has left.
 * @param {Page} page @param {string} content
 */
async function put(page, content) {
  await page.evaluate(() => {
    for (const place of ['one', 'two']) document.getElementById(place)?.replaceChildren();
  });
  while (page.frames().length > 1) await page.waitForTimeout(20);
  await page.evaluate((html) => {
    /** @type {Element} */ (document.getElementById('one')).innerHTML = html;
  }, content);
}

/**
 * Runs with the element #game, in the page.
 * @template R
 * @param {Page} page
 * @param {(game: Play2048) => R} act
 */
const withGame = (page, act) => page.locator('#game').evaluate(/** @type {any} */ (act));

/**
 * Lets the time limit of a frame pass. It starts when the page of the frame has loaded, so the clock is moved
 * until what follows has come.
 * @param {Page} page @param {() => Promise<boolean>} isOver
 */
async function passTime(page, isOver) {
  for (const end = Date.now() + PATIENCE; !(await isOver()); await page.waitForTimeout(100)) {
    assert.ok(Date.now() < end, 'no error event');
    await page.clock.fastForward(61_000);
  }
}

/** tests/js/frame-link.test.js tries all. */
const LOST = [
  { name: 'is not found', answer: { status: 404, body: 'there is no such page' } },
  {
    name: 'is another page',
    answer: { status: 200, contentType: 'text/html', body: '<!doctype html><title>Another</title>' },
  },
  { name: 'never comes', answer: null },
];

test('in unusual orders, and when its frame is lost', async (t) => {
  const { page, complaints } = await readPost(t, '', { allow: [/status 404/, /Failed to load/] });
  await t.test(
    'calls before the element is connected wait in order and are answered; a value that cannot be sent throws, and loses no other call',
    async () => {
      const found = await page.evaluate(async (board) => {
        const game = /** @type {Play2048} */ (document.createElement('play-2048'));
        game.id = 'game';
        game.setAttribute('threads', '1');
        /** @type {any[]} */
        const moves = [];
        game.addEventListener('move', (event) =>
          moves.push(/** @type {CustomEvent} */ (event).detail.direction),
        );
        game.setPosition(board);
        let thrown = '';
        try {
          game.move(/** @type {any} */ (() => 3));
        } catch (error) {
          thrown = /** @type {Error} */ (error).name;
        }
        game.move(3);
        game.move(2);
        const hint = game.hint();
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        document.getElementById('one')?.append(game);
        const same = (await game.ready) === game;
        const { best, values } = await hint;
        return { thrown, same, moves, count: game.moves, best, values, score: game.score };
      }, BOARD);
      assert.deepEqual(
        { ...found, best: 0, values: 4 },
        {
          ...{ thrown: 'DataCloneError', same: true, moves: [3, 2] },
          ...{ count: 2, best: 0, values: 4, score: found.score },
        },
      );
      assert.ok(found.score >= 4 && found.values.length === 4);
    },
  );

  await t.test('moveBefore keeps the frame', async (part) => {
    if (!(await page.evaluate(() => 'moveBefore' in Element.prototype)))
      return part.skip('this browser has no moveBefore');
    await page.evaluate(() =>
      /** @type {any} */ (document.getElementById('two')).moveBefore(document.getElementById('game'), null),
    );
    await withGame(page, (game) => game.move(0));
    await page.waitForFunction(() => /** @type {any} */ (document.getElementById('game')).moves === 3);
  });

  await t.test(
    'in a dialog and other parents as wide as their content it has its width, and fits a phone',
    async () => {
      await put(
        page,
        `<dialog id="box"><play-2048 id="boxed" threads="1"></play-2048></dialog>
        <div style="display: inline-block"><play-2048 id="game" threads="1" position="${BOARD}"></play-2048></div>`,
      );
      for (const [width, least] of [
        [1000, 480],
        [320, 200],
      ]) {
        await page.setViewportSize({ width: Number(width), height: 800 });
        await page.evaluate(() =>
          /** @type {HTMLDialogElement} */ (document.getElementById('box')).showModal(),
        );
        for (const id of ['boxed', 'game']) {
          const wide = await page.locator(`#${id}`).evaluate((game) => game.getBoundingClientRect().width);
          assert.ok(wide >= Number(least) && wide <= Number(width), `${id} at ${width}: ${wide}`);
        }
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `at ${width}`,
        );
        await page.evaluate(() => /** @type {HTMLDialogElement} */ (document.getElementById('box')).close());
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    },
  );

  await t.test(
    'a game that is moved, or removed and inserted again, continues; calls to the old frame reject',
    async () => {
      await withGame(page, (game) => game.ready);
      await withGame(page, (game) => game.move(3));
      await page.waitForFunction(() => /** @type {any} */ (document.getElementById('game')).moves === 1);
      const board = await withGame(page, (game) => ({ ranks: game.ranks, score: game.score }));
      const moved = await withGame(page, async (game) => {
        const asked = game.hint().then(
          () => 'answered',
          (error) => error.message,
        );
        document.getElementById('two')?.append(game);
        game.hint().catch(() => {}); // waits for the next frame, and for one after it
        await game.ready;
        return { asked: await asked, score: game.score };
      });
      assert.match(moved.asked, /removed/);
      await page.waitForFunction(
        (score) => /** @type {any} */ (document.getElementById('game')).score === score,
        board.score,
      );
      assert.deepEqual(await withGame(page, (game) => game.ranks), board.ranks);
      await withGame(page, async (game) => {
        game.remove();
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
        document.getElementById('one')?.append(game);
        await game.ready;
      });
      await page.waitForFunction(
        (score) => /** @type {any} */ (document.getElementById('game')).score === score,
        board.score,
      );
      assert.deepEqual(await withGame(page, (game) => game.ranks), board.ranks);
      assert.equal((await withGame(page, (game) => game.hint())).values.length, 4);
    },
  );

  await t.test('attributes that change while the game is out of the document take effect', async () => {
    const ranks = await withGame(page, async (game) => {
      const boards = [];
      for (const [name, value] of [
        ['size', '3x5'],
        ['size', '2x2'],
        ['position', '4 8 / 2 0'],
      ]) {
        game.remove();
        if (name === 'size') game.removeAttribute('position');
        game.setAttribute(String(name), String(value));
        document.getElementById('two')?.append(game);
        await game.ready;
        await new Promise((resolve) => {
          setTimeout(resolve, 300);
        }); // a command that waited would come now
        boards.push(name === 'size' ? game.ranks?.length : game.ranks);
      }
      return boards;
    });
    assert.deepEqual(ranks, [15, 4, [2, 3, 1, 0]]);
  });

  await t.test(
    'attributes that change after the game was inserted again, and before it is ready, make another game',
    async () => {
      const found = await withGame(page, async (game) => {
        /** @type {string[]} */
        const refused = [];
        game.addEventListener('refused', (event) =>
          refused.push(/** @type {CustomEvent} */ (event).detail.about),
        );
        game.remove();
        document.getElementById('two')?.append(game);
        game.removeAttribute('position');
        game.setAttribute('size', '3x3');
        await game.ready;
        await new Promise((resolve) => {
          setTimeout(resolve, 300);
        }); // a command that waited would come now
        return [game.ranks?.length, ...refused];
      });
      assert.deepEqual(found, [9]);
      assert.deepEqual(complaints, []);
    },
  );

  await t.test('autoplay goes on after the game was moved, also out of sight', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' }); // otherwise it would not begin by itself
    await put(page, `<play-2048 id="game" size="3x3" autoplay speed="9"></play-2048>`);
    const untilMoves = () =>
      page.waitForFunction(() => /** @type {any} */ (document.getElementById('game')).moves > 2);
    await untilMoves();
    // The new frame starts autoplay itself; the board of the old one comes after that.
    await withGame(page, (game) => {
      const { postMessage } = MessagePort.prototype;
      /** @type {(() => void)[]} */
      const held = [];
      MessagePort.prototype.postMessage = function (/** @type {any[]} */ ...sent) {
        held.push(() => Reflect.apply(postMessage, this, sent));
      };
      /** @type {string[]} */
      const modes = [];
      game.addEventListener('mode', (event) => modes.push(/** @type {CustomEvent} */ (event).detail.mode));
      const release = () => {
        MessagePort.prototype.postMessage = postMessage;
        modes.length = 0;
        for (const send of held) send();
      };
      Object.assign(globalThis, { modes, release });
      game.remove();
      document.getElementById('two')?.append(game);
    });
    const untilAutoplay = () =>
      page.waitForFunction(() => /** @type {any} */ (globalThis).modes.includes('autoplay'));
    await untilAutoplay();
    await page.evaluate(() => /** @type {any} */ (globalThis).release());
    await untilAutoplay();
    await untilMoves();
    // Not far below, so that the frame loads.
    await page.evaluate(() => scrollTo(0, 1000));
    await page.waitForFunction(() => /** @type {any} */ (globalThis).modes.at(-1) === 'off');
    await withGame(page, (game) => {
      document.getElementById('one')?.append(game);
      return game.ready;
    });
    await page.evaluate(() => {
      /** @type {any} */ (globalThis).modes.length = 0;
      scrollTo(0, 0);
    });
    await untilAutoplay();
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  await t.test(
    'a frame that loads its page again is ready again, with the theme and the speed that were set; a hint settles then, and when there are too many calls',
    async () => {
      await put(page, '');
      const refused = await page.evaluate(async () => {
        const game = /** @type {Play2048} */ (document.createElement('play-2048'));
        game.id = 'game';
        game.setAttribute('threads', '1');
        for (let call = 0; call < 32; call++) game.move(3);
        const refused = await game.hint().catch((error) => error.message);
        document.getElementById('one')?.append(game);
        await game.ready;
        game.setAttribute('theme', 'dark');
        game.setAttribute('speed', '9');
        return refused;
      });
      assert.match(refused, /32 commands/);
      const frame = page.frames().find((frame) => frame.url().includes('embed.html'));
      await frame?.waitForSelector('html[data-theme="dark"]');
      // It never answers, as if it were busy.
      await frame?.evaluate(() => Object.assign(MessagePort.prototype, { postMessage() {} }));
      await withGame(page, (game) => {
        Object.assign(globalThis, {
          asked: game.hint().catch((error) => error.message),
          again: new Promise((resolve) => {
            game.addEventListener('ready', resolve, { once: true });
          }),
        });
      });
      await frame?.evaluate(() => {
        setTimeout(() => location.reload());
      });
      assert.match(await page.evaluate(() => /** @type {any} */ (globalThis).asked), /loaded anew/);
      await page.evaluate(() => /** @type {any} */ (globalThis).again);
      await withGame(page, (game) => game.ready);
      await frame?.waitForSelector('html[data-theme="dark"]');
    },
  );

  // A frame that is lost ends in an error event, and the game can be loaded again.
  assert.deepEqual(complaints, []);
  await page.clock.install();
  for (const { name, answer } of tried(LOST.slice(0, 1), LOST))
    await t.test(`a frame that ${name}`, async () => {
      await put(page, '');
      /** @type {import('playwright-core').Route[]} */
      const held = [];
      await page.route('**/embed.html*', (route) => (answer ? route.fulfill(answer) : void held.push(route)));
      await page.evaluate(() => {
        const game = /** @type {Play2048} */ (document.createElement('play-2048'));
        game.id = 'game';
        game.setAttribute('engine', 'off');
        const outcome = { error: '', ready: '', hint: '' };
        Object.assign(globalThis, { outcome });
        game.addEventListener('error', (event) => {
          outcome.error = /** @type {any} */ (event).detail.message;
        });
        document.getElementById('one')?.append(game);
        game.ready.catch((error) => {
          outcome.ready = error.message;
        });
        game.hint().catch((error) => {
          outcome.hint = error.message;
        });
      });
      const found = () => page.evaluate(() => /** @type {any} */ (globalThis).outcome);
      await passTime(page, async () => Boolean((await found()).hint));
      const outcome = await found();
      assert.match(outcome.error, /could not be loaded|did not start/);
      assert.deepEqual(outcome, { error: outcome.error, ready: outcome.error, hint: outcome.error });
      const later = await withGame(page, (game) => game.hint().catch((error) => error.message));
      assert.equal(later, outcome.error, 'a hint after the error');
      await screenshot(page, 'element-lost');
      await page.unroute('**/embed.html*');
      for (const route of held) await route.abort().catch(() => {});
      const box = await page.locator('#game').boundingBox();
      assert.ok(box);
      // The button is in a closed tree: it stands below the words, in the middle.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + 20);
      await withGame(page, (game) => game.ready);
    });

  await t.test('a frame that goes to another page', async () => {
    await put(page, `<play-2048 id="game" engine="off" position="${BOARD}"></play-2048>`);
    await withGame(page, (game) => game.ready);
    await page.evaluate(() => {
      Object.assign(globalThis, { lost: '' });
      document
        .getElementById('game')
        ?.addEventListener('error', (event) =>
          Object.assign(globalThis, { lost: /** @type {any} */ (event).detail.message }),
        );
    });
    await page
      .frames()
      .find((frame) => frame.url().includes('embed.html'))
      ?.evaluate(() => {
        setTimeout(() => location.assign('about:blank'));
      });
    await passTime(page, () =>
      page.evaluate(() => /another page/.test(/** @type {any} */ (globalThis).lost)),
    );
    await withGame(page, (game) => {
      game.remove();
      document.getElementById('one')?.append(game);
      return game.ready;
    });
  });
});

testInAll('fifty games on one page all work', async (t) => {
  const { page } = await readPost(
    t,
    '<play-2048 size="2x2" engine="off" controls="none" style="width: 150px"></play-2048>'.repeat(50),
  );
  const boards = await page.evaluate(async () => {
    const games = /** @type {Play2048[]} */ ([...document.querySelectorAll('play-2048')]);
    for (const [index, game] of games.entries())
      game.setPosition({ ranks: [1, 1, 0, 1 + (index % 3)], rows: 2, cols: 2 });
    await Promise.all(games.map((game) => game.ready));
    await Promise.all(
      games.map(
        (game) =>
          new Promise((resolve) => {
            game.addEventListener('move', resolve);
            game.move(3);
          }),
      ),
    );
    return games.map(({ moves, score }) => [moves, score]);
  });
  assert.deepEqual(boards, new Array(50).fill([1, 4]));
});
