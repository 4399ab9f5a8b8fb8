// Fails if a package in Cargo.lock or package-lock.json has a license that is not accepted: `node
// tools/licenses.js`.
//
// Reads what cargo and npm already have on this machine, so it needs no network once both have been used.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Accepted licenses for everything in the site, the command line or the tests. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unicode-3.0',
  'Zlib',
];
/** Also accepted for npm packages, which are used in development and not shipped. */
const ACCEPTED_TOOLS = [...ACCEPTED, 'MPL-2.0'];
/** Licenses checked by hand, because package.json states them in an old form that npm omits. */
const STATED = /** @type {Record<string, string>} */ ({ 'parse-cache-control': 'BSD-3-Clause' });
/** The targets of the crate. */
const TARGETS = [
  /host: (.*)/.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))?.[1] ?? '',
  'wasm32-unknown-unknown',
];

/**
 * Whether a license expression (SPDX, or with crates.io's older '/' for OR) can be met with accepted
 * licenses.
 * @param {string} expression @param {string[]} accepted @returns {boolean}
 */
export function isAccepted(expression, accepted) {
  const plain = expression.replaceAll(/\([^()]*\)/g, (inner) =>
    isAccepted(inner.slice(1, -1), accepted) ? 'yes' : 'no',
  );
  if (plain !== expression) return isAccepted(plain, ['yes', ...accepted]);
  return expression
    .split(/ OR |\//)
    .some((option) => option.split(' AND ').every((license) => accepted.includes(license.trim())));
}

/** @typedef {{ name: string, license?: string | null, accepted: string[] }} Package */

/** @returns {Package[]} */
function crates() {
  /** @type {Map<string, Package>} */
  const found = new Map();
  for (const target of TARGETS) {
    const text = execFileSync(
      'cargo',
      [
        'metadata',
        '--locked',
        '--format-version',
        '1',
        '--features',
        'afterstate-lab/tune',
        '--filter-platform',
        target,
      ],
      { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for (const { name, version, license } of JSON.parse(text).packages)
      found.set(`${name} ${version}`, { name: `${name} ${version}`, license, accepted: ACCEPTED });
  }
  return [...found.values()];
}

/** @returns {Package[]} */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages).map(([path, { license }]) => {
    const name = path.replace(/^.*node_modules\//, '') || 'package.json';
    return { name, license: license ?? STATED[name], accepted: ACCEPTED_TOOLS };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = [...crates(), ...npmPackages()];
  const refused = packages.filter(({ license, accepted }) => !isAccepted(license ?? '', accepted));
  for (const { name, license } of refused)
    console.error(`${name}: license ${license ?? 'not stated'} is not on the list in tools/licenses.js`);
  if (refused.length > 0) process.exit(1);
  console.log(`${packages.length} packages, all with accepted licenses`);
}
