// The faults of the AI and its surroundings: what the player sees, and how a test causes each.
// docs/log/tests.md is made from this list.

import assert from 'node:assert/strict';
import { PAST_DEADLINES } from './fault-host.js';
import { cells, killWorker, setSpeed, untilBoard } from './table.js';

/** @import { Page } from 'playwright-core' */
/** @import { ModelFault, startFaultHost } from './fault-host.js' */

/**
 * @typedef {'single' | 'shared'} Tier
 * @typedef {{ page: Page, failing: Awaited<ReturnType<typeof startFaultHost>>['failing'] }} Setting
 * @typedef {object} Fault
 * @property {string} fault
 * @property {string[]} sees what the player sees: notices and lines of the network. "(…)" stands for any text
 * @property {string} then what happens next
 * @property {(setting: Setting) => Promise<unknown>} act causes the fault and ends it
 * @property {Tier[]} [only] the tiers that can have it; by default all
 * @property {boolean} [rare] only `./build.sh test --all` tries it, because another one is like it
 */

/**
 * How long a condition may take before the test gives up, in milliseconds; no test waits for a time to pass.
 */
export const LONG = 120_000;
/** The place of the fastest speed on the slider. */
export const FASTEST = 10;

// ---- what a test does and sees ----

/**
 * What a player has seen on a page, also before it was loaded again.
 * @type {WeakMap<Page, { notices: string[], lines: string[] }>}
 */
const records = new WeakMap();
/** @param {Page} page @returns {{ notices: string[], lines: string[] }} */
const seen = (page) => records.get(page) ?? assert.fail('the page is not observed');

/**
 * Records notices, lines about the network and answers as they come, because some vanish.
 * @param {Page} page
 */
export async function observe(page) {
  records.set(page, { notices: [], lines: [] });
  await page.exposeFunction(
    'noteSeen',
    (/** @type {'notices' | 'lines'} */ kind, /** @type {string} */ text) => {
      seen(page)[kind].push(text);
    },
  );
  await page.addInitScript(() => {
    const page = /** @type {any} */ (globalThis);
    Object.assign(page, { answers: 0, hangs: 0 });
    let last = '';
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.toast'))
            page.noteSeen('notices', node.firstElementChild?.textContent);
      }
      const line = document.querySelector('#network-line')?.textContent;
      if (line && line !== last) page.noteSeen('lines', (last = line));
    }).observe(document, { childList: true, subtree: true });
    page.Worker = class extends Worker {
      /** @param {string | URL} url @param {WorkerOptions} [options] */
      constructor(url, options) {
        super(url, options);
        this.addEventListener('message', ({ data }) => {
          if (data?.value?.report || data?.value?.moves) page.answers++;
          if (data?.type === 'hangs') page.hangs++;
        });
      }
    };
  });
}
/**
 * How often workers have answered, or have begun to hang.
 * @param {Page} page
 * @param {'answers' | 'hangs'} what
 * @returns {Promise<number>}
 */
const count = (page, what) => page.evaluate((name) => /** @type {any} */ (globalThis)[name], what);
/** @param {Page} page @param {'answers' | 'hangs'} what @param {number} before */
const untilMore = (page, what, before) =>
  page.waitForFunction(
    ([name, least]) => /** @type {any} */ (globalThis)[name] > least,
    /** @type {const} */ ([what, before]),
    { timeout: LONG },
  );
/** The engine's workers, without the threads of a pool. @param {Page} page */
export const engines = (page) => page.workers().filter((worker) => worker.url().includes('engine-worker'));

/**
 * Sets the fault of every worker that runs; those that take their place have none.
 * @param {Page} page @param {string} fault
 */
const strike = (page, fault) =>
  Promise.all(
    engines(page).map((worker) =>
      worker
        .evaluate((name) => {
          Object.assign(self, { fault: name });
        }, fault)
        .catch(() => {}),
    ),
  ); // a worker may have ended

/** Sends the answers that the workers hold. @param {Page} page */
const release = (page) =>
  Promise.all(engines(page).map((worker) => worker.evaluate(() => /** @type {any} */ (self).release())));

/**
 * Asks for a hint on a new board, whose answer the workers keep back, and waits until they have it.
 * @param {Page} page
 */
async function holdHint(page) {
  await move(page);
  await strike(page, 'hold');
  await page.click('#hint');
  const held = () =>
    Promise.all(engines(page).map((worker) => worker.evaluate(() => /** @type {any} */ (self).held.length)));
  const end = Date.now() + LONG;
  while (!(await held()).every((count) => count > 0)) assert.ok(Date.now() < end, 'no worker answers');
}

/** Makes a move that is possible. @param {Page} page */
export async function move(page) {
  const before = String(await cells(page));
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) {
    await page.keyboard.press(key);
    if (String(await cells(page)) !== before) return;
  }
  assert.fail('no move is possible');
}

/** @param {Page} page */
const untilArrow = (page) => page.waitForSelector('#hint-arrow:not([hidden])', { timeout: LONG });
/** @param {Page} page @param {string} state */
const untilPilot = (page, state) => page.waitForSelector(`html[data-pilot="${state}"]`, { timeout: LONG });
/** @param {Page} page @param {string} id */
export const untilNetwork = (page, id) =>
  page.waitForSelector(`html[data-network="${id}"]`, { timeout: LONG });

/** Asks for a hint and waits for it. @param {Page} page */
export async function hint(page) {
  await page.click('#hint');
  await untilArrow(page);
}

/** The game goes on, and the AI answers. @param {Page} page */
async function goesOn(page) {
  await move(page);
  await hint(page);
}

/** Whether the words are those of the table. @param {string} words @param {string} text */
const matches = (words, text) =>
  new RegExp(
    `^${words
      .split('(…)')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(text);

/**
 * Waits until the player has seen all these words, as notices or as lines of the network.
 * @param {Page} page @param {string[]} wanted
 */
export async function untilSeen(page, wanted) {
  const end = Date.now() + LONG;
  for (;;) {
    const { notices, lines } = seen(page);
    if (wanted.every((words) => [...notices, ...lines].some((text) => matches(words, text)))) break;
    assert.ok(
      Date.now() < end,
      `${JSON.stringify(wanted)} was not seen, but ${JSON.stringify({ notices, lines })}`,
    );
    await page.waitForTimeout(50);
  }
}

/**
 * Causes the fault, and checks that the player sees the messages in the list and no others, that the game
 * goes on, and that the AI answers.
 * @param {Setting} setting @param {Fault} fault
 */
export async function tryFault(setting, { sees, act }) {
  const { page } = setting;
  Object.assign(seen(page), { notices: [], lines: [] });
  await act(setting);
  await untilSeen(page, sees);
  await goesOn(page);
  const other = seen(page).notices.filter((text) => !sees.some((words) => matches(words, text)));
  assert.deepEqual(other, [], 'other notices');
}

// ---- the list ----

const RESTARTED = 'The AI crashed and restarted.';
/** @param {string} why */
const notLoaded = (why) => `Lite couldn’t be loaded: ${why}. Using the built-in heuristic.`;
const NO_MEMORY = RESTARTED;
const TOO_LARGE =
  'Full couldn’t be loaded: the network may need more memory than there is. Using the built-in heuristic.';
const UNSAVED =
  'This game can’t be saved, because your browser’s storage is full or blocked. Your latest moves will be lost when you close the page.';
const AGAIN = 'the built-in heuristic answers until the network is chosen again';

/** Chooses a network that is in no cache. @param {Page} page @param {string} id */
export async function choose(page, id) {
  await page.evaluate(() => caches.delete('afterstate-models'));
  await page.selectOption('#networks', id);
}

/** From now on nothing can be stored. @param {Page} page */
export const fillStorage = (page) =>
  page.evaluate(() => {
    Object.assign(globalThis, { setItem: Storage.prototype.setItem });
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

/** There is room again. @param {Page} page */
const makeRoom = (page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = /** @type {any} */ (globalThis).setItem;
  });

/** Back to the built-in heuristic. @param {Page} page */
async function unchoose(page) {
  await page.selectOption('#networks', 'built-in');
  await untilNetwork(page, 'built-in');
}

/** @param {string} fault @param {ModelFault} model @param {string} why @returns {Fault} */
const modelFault = (fault, model, why) => ({
  fault: `the network’s file ${fault}`,
  sees: [notLoaded(why)],
  then: AGAIN,
  async act({ page, failing }) {
    failing.model = model;
    await choose(page, 'lite');
    await untilSeen(page, [notLoaded(why)]);
    await hint(page);
    failing.model = '';
    await unchoose(page);
    await choose(page, 'lite');
    await untilNetwork(page, 'lite');
    await unchoose(page);
  },
});

/** @param {string} fault @param {string} name of the worker's fault @param {string} then @returns {Fault} */
const searchFault = (fault, name, then) => ({
  fault,
  sees: [RESTARTED],
  then,
  async act({ page }) {
    await move(page); // the answer for the last board is known
    await strike(page, name);
    await page.click('#hint');
    await untilSeen(page, [RESTARTED]);
    await untilArrow(page);
  },
});

/** @param {string} fault @param {string} exported of the module @returns {Fault} */
const loadTrap = (fault, exported) => ({
  fault,
  sees: [RESTARTED],
  then: 'the network is loaded again and used',
  async act({ page }) {
    await strike(page, `trap in ${exported}`);
    await choose(page, 'lite');
    await untilSeen(page, [RESTARTED]);
    await untilNetwork(page, 'lite');
    await unchoose(page);
  },
});

/**
 * Opens the page again in a browser that gives the AI this much memory, and chooses the largest network.
 * @param {number} memoryMb @param {string[]} sees @param {string} then @returns {Fault}
 */
const memoryFault = (memoryMb, sees, then) => ({
  fault: `Full is chosen with ${memoryMb} MB for the AI`,
  sees,
  then,
  async act({ page, failing }) {
    failing.memoryMb = memoryMb;
    await reopen(page);
    await choose(page, 'full');
    await untilSeen(page, sees);
    await hint(page);
    failing.memoryMb = 0;
    await page.selectOption('#networks', 'built-in');
    await page.reload();
    await untilBoard(page);
  },
});

/** @param {Page} page */
async function reopen(page) {
  await page.reload();
  await untilBoard(page);
  await hint(page);
}

/** @type {Fault[]} */
export const FAULTS = [
  {
    fault: 'a worker dies',
    sees: [RESTARTED],
    then: 'the hint is searched again',
    async act({ page }) {
      await killWorker(engines(page)[0]);
      await page.click('#hint');
      await untilSeen(page, [RESTARTED]);
      await untilArrow(page);
    },
  },
  {
    fault: 'a worker hangs',
    sees: [RESTARTED],
    then: 'three seconds after the time of the search, the hint is searched again',
    async act({ page }) {
      await move(page);
      await strike(page, 'hang');
      const hangs = await count(page, 'hangs');
      await page.click('#hint');
      // The deadline runs from the question. It may come later than the state of the page.
      await untilMore(page, 'hangs', hangs);
      await page.clock.fastForward(PAST_DEADLINES);
      await untilSeen(page, [RESTARTED]);
      await untilArrow(page);
    },
  },
  {
    fault: 'a worker answers late',
    sees: [],
    then: 'an answer for an older board is dropped',
    async act({ page }) {
      await holdHint(page);
      await move(page);
      const answers = await count(page, 'answers');
      await release(page);
      await untilMore(page, 'answers', answers);
      assert.equal(await page.isHidden('#hint-arrow'), true, 'a late answer is shown');
    },
  },
  // tests/js/client.test.js has every kind of nonsense, and a worker that breaks while it reads a network.
  { ...searchFault('a worker answers garbage', 'garbage', 'the hint is searched again'), rare: true },
  searchFault('the search traps', 'trap in solver_evaluate', 'the hint is searched again'),
  { ...loadTrap('reading a network traps', 'network_read'), rare: true },
  { ...loadTrap('creating the table traps', 'solver_new'), rare: true },
  memoryFault(64, [NO_MEMORY, TOO_LARGE], 'the built-in heuristic answers'),
  { ...memoryFault(128, [NO_MEMORY, TOO_LARGE], 'the built-in heuristic answers'), rare: true },
  // networks.test.js has a large network that fits.
  { ...memoryFault(256, ['Using the Full network.'], 'the full network plays'), rare: true },
  {
    fault: 'the browser refuses the 512 MB of address space for shared memory',
    only: ['shared'],
    sees: [],
    then: 'one thread is used',
    async act({ page, failing }) {
      failing.refuseShared = true;
      await reopen(page);
      assert.equal(await page.getAttribute('html', 'data-engine'), 'single 1');
      failing.refuseShared = false;
      await reopen(page);
      assert.equal(await page.getAttribute('html', 'data-engine'), 'shared 2');
    },
  },
  // tests/js/network-file.test.js has files that are cut short, break off or are missing, networks.test.js a
  // damaged one, the tests of the crate one of a newer version.
  { ...modelFault('is truncated', 'truncated', 'the file is incomplete'), rare: true },
  { ...modelFault('is altered', 'altered', 'the network file is cut short or altered'), rare: true },
  {
    ...modelFault('has a newer version', 'newer', 'a network file of version (…); this program reads (…)'),
    rare: true,
  },
  { ...modelFault('is missing (404)', 'missing', 'the site answered 404'), rare: true },
  { ...modelFault('breaks off at half', 'cut', 'the connection broke'), rare: true },
  {
    fault: 'the network’s file comes at 1 kB/s',
    sees: ['Loading Lite: 0% of (…) MB'],
    then: 'the built-in heuristic answers meanwhile',
    async act({ page, failing }) {
      failing.model = 'slow';
      await choose(page, 'lite');
      await untilSeen(page, ['Loading Lite: 0% of (…) MB']);
      await hint(page);
      await unchoose(page);
      failing.model = '';
    },
  },
  {
    // keep.test.js has what is said of the game, tests/js/network-file.test.js the file that is not kept.
    fault: 'the storage is full',
    rare: true,
    sees: [UNSAVED],
    then: 'the network is used, and downloaded again next time',
    async act({ page }) {
      await strike(page, 'full');
      await fillStorage(page);
      await move(page);
      await untilSeen(page, [UNSAVED]);
      await choose(page, 'lite');
      await untilNetwork(page, 'lite');
      assert.equal(
        await page.evaluate(async () => (await (await caches.open('afterstate-models')).keys()).length),
        0,
      );
      await hint(page);
      await unchoose(page);
      await strike(page, '');
      await makeRoom(page);
    },
  },
  {
    fault: 'the tab is hidden for an hour while the AI thinks',
    sees: [],
    then: 'its answer counts',
    async act({ page }) {
      await holdHint(page);
      await show(page, 'hidden');
      await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 3600e3));
      await release(page);
      await untilPilot(page, 'off');
      await show(page, 'visible');
      await page.clock.resume();
      await untilArrow(page);
    },
  },
  {
    fault: 'the clock jumps back a day while the AI plays',
    sees: [],
    then: 'the AI plays on, and a reload keeps the game',
    async act({ page }) {
      await setSpeed(page, FASTEST);
      await page.click('#autoplay');
      await untilMoves(page, 2);
      await page.clock.setSystemTime(new Date((await page.evaluate(() => Date.now())) - 86400e3));
      await strike(page, 'clock');
      const moves = await untilMoves(page, 5);
      await page.click('#autoplay');
      await untilPilot(page, 'off');
      await page.reload();
      await untilBoard(page);
      await untilMoves(page, moves - 5, 0);
    },
  },
];

/**
 * Waits for this many moves more.
 * @param {Page} page
 * @param {number} more
 * @param {number} [from]
 * @returns {Promise<number>} the moves
 */
async function untilMoves(page, more, from) {
  from ??= Number(await page.getAttribute('html', 'data-moves'));
  const least = from + more;
  await page.waitForFunction((moves) => Number(document.documentElement.dataset.moves) >= moves, least, {
    timeout: LONG,
  });
  return least;
}

/** Hides the tab, or shows it again. @param {Page} page @param {'hidden' | 'visible'} state */
const show = (page, state) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
