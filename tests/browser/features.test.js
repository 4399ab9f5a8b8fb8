// Each feature of the page can be taken out by deleting its folder and its line.

import { after } from 'node:test';
import { featuresOfPage, tryWithout } from '../../tools/without-feature.js';
import { testInAll } from '../all.js';
import { startBrowser } from './site.js';

/** @type {ReturnType<typeof startBrowser> | undefined} */
let browser;
after(async () => (await browser)?.close());

for (const name of await featuresOfPage())
  testInAll(`the page does without ${name}`, async () => {
    browser ??= startBrowser({ shell: true });
    await tryWithout(name, await browser);
  });
