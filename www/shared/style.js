// Loads a style sheet on demand.

import { make } from './element.js';

/** By address. @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * @param {URL} address
 * @returns {Promise<void>} resolves when it applies; rejects if it cannot be loaded, and another call tries
 *   again
 */
export function loadStyle({ href, pathname }) {
  const loading =
    loaded.get(href) ??
    new Promise((resolve, reject) => {
      const link = make('link', { rel: 'stylesheet', href });
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => {
        link.remove();
        loaded.delete(href);
        reject(new Error(`${pathname} cannot be loaded`));
      });
      document.head.append(link);
    });
  loaded.set(href, loading);
  return loading;
}
