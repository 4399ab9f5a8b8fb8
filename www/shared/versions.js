// The version of every kind of stored record. docs/develop/storage.md lists them for people.
//
// A change that an older page would misread gets the next number here; the page still reads all older
// versions. A record begins with `{"version":N,`, so that a page recognizes a newer one without reading the
// rest. Other texts count as version 1.

/**
 * The versions by kind, which is the part of the name before its first colon.
 * @satisfies {Readonly<Record<string, number>>}
 */
export const VERSIONS = {
  game: 1,
  best: 1,
  size: 1,
  owner: 1,
  settings: 1,
  network: 1,
  waiting: 1,
  'daily-ai': 1,
  puzzles: 1,
  try: 1,
  race: 1,
  people: 1,
};

/** @param {string} text @returns {number} */
export const versionOf = (text) => Number(/^\{"version":(\d{1,9})[,}]/.exec(text)?.[1] ?? 1);

/** @param {string | null} text @returns {Record<string, any> | null} null if it is not an object */
export function readObject(text) {
  try {
    const value = JSON.parse(text ?? '');
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
