// Waiting in the browsers of bidi.js and webkit.js.

/** The polling interval, in milliseconds. */
const EVERY_MS = 100;

/** Waits a moment. */
export function rest() {
  return new Promise((resolve) => {
    setTimeout(resolve, EVERY_MS);
  });
}

/**
 * Waits until an expression is true; otherwise fails with the state of the page.
 * @param {{ evaluate(expression: string): Promise<any> }} browser @param {string} expression @param {number}
 *   ms
 */
export async function until(browser, expression, ms) {
  const end = Date.now() + ms;
  while (!(await browser.evaluate(`Boolean(${expression})`))) {
    if (Date.now() > end) {
      const stands = await browser.evaluate('JSON.stringify(document.documentElement.dataset)');
      throw new Error(`not within ${ms} ms: ${expression}; the page has ${stands}`);
    }
    await rest();
  }
}
