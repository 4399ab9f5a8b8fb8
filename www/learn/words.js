// Numbers in words, for the page that learns.

import { plural, short, signed, whole } from '../shared/text.js';

const SECONDS_A_MINUTE = 60;
const SECONDS_AN_HOUR = 3600;

/** A time as 1:05 or 2:03:09. @param {number} seconds */
export function duration(seconds) {
  const all = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const minutes = Math.floor(all / SECONDS_A_MINUTE);
  const rest = two(all % SECONDS_A_MINUTE);
  return all < SECONDS_AN_HOUR
    ? `${minutes}:${rest}`
    : `${Math.floor(all / SECONDS_AN_HOUR)}:${two(minutes % SECONDS_A_MINUTE)}:${rest}`;
}

/** Points with a sign. @param {number} points */
export const points = (points) => plural(points, '{n} point', '{n} points', { n: signed(points) });

/** A count that grows: exact while it is small. @param {number} count */
export const count = (count) => (count < 100_000 ? whole(count) : short(count));
