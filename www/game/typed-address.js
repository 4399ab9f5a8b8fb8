// Reads options of an address as people type them and as messengers pass them on. Loaded only if ./address.js
// has refused some.

import { plainDigits, plainNumber } from '../shared/digits.js';
import { readAddress } from './address.js';
import { tidied } from './link.js';

/** @param {string} search the query part of the URL, with its question mark */
export function readTyped(search) {
  const asked = [...new URLSearchParams(tidied(search))].map(([name, value]) => [
    name,
    name === 'seed' ? plainNumber(value) : plainDigits(value),
  ]);
  return readAddress(String(new URLSearchParams(asked)));
}
