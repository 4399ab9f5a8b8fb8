// Runs axe-core with the rules of WCAG 2.2 A and AA and its best practices, and formats each violation in a
// line or two.

import assert from 'node:assert/strict';
import axe from 'axe-core';

/** @import { Page } from 'playwright-core' */

/** `target-size` has to be enabled by its tag. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that depend on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** The number of elements listed for each violation. */
const SHOWN = 4;

/**
 * @param {Page} page
 * @param {string} what
 * @param {{ within?: string, rules?: string[] }} [options] the whole page and every rule by default
 */
export async function assertClean(page, what, { within, rules } = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ within, runOnly }) => {
      /** @type {{ axe: typeof axe }} */
      const { axe: checks } = /** @type {any} */ (globalThis);
      // To describe what is as it should be takes longer than to find what is not.
      return (await checks.run(within ?? document, { runOnly, resultTypes: ['violations'] })).violations;
    },
    { within, runOnly: rules ?? TAGS },
  );
  const found = violations.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, SHOWN).map(({ target, any }) => `\n    ${target} ${any[0]?.message ?? ''}`);
    return `${id}: ${help}${where.join('')}`;
  });
  assert.deepEqual(found, [], what);
}
