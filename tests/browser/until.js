// Waiting in the browsers that the tests drive by themselves (bidi.js, webkit.js).

/** Between two looks, in milliseconds. */
const EVERY_MS = 100;

/** Waits a moment. */
export function rest() {
  return new Promise((resolve) => { setTimeout(resolve, EVERY_MS); });
}

/**
 * Waits until an expression is true; where it does not become so, tells how the page stands.
 * @param {{ evaluate(expression: string): Promise<any> }} browser @param {string} expression @param {number} ms
 */
export async function until(browser, expression, ms) {
  const end = Date.now() + ms;
  while (!(await browser.evaluate(`Boolean(${expression})`))) {
    if (Date.now() > end) {
      const stands = await browser.evaluate('JSON.stringify(document.documentElement.dataset)');
      throw new Error(`not within ${ms} ms: ${expression}; the page says ${stands}`);
    }
    await rest();
  }
}
