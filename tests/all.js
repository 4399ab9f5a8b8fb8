// `./build.sh test` is the gate: it tries every feature, but only some languages, sizes and themes, and no
// test of minutes. `./build.sh test --all` tries the rest too, and so does AFTERSTATE_TESTS=all with a single
// file.

import process from 'node:process';
import { test } from 'node:test';

/** Whether every test runs. */
export const ALL = process.env.AFTERSTATE_TESTS === 'all';

/** A test that only `--all` runs. @type {typeof test | (() => void)} */
export const testInAll = ALL ? test : () => {};

/**
 * What is tried of many: a few in the gate, and each with `--all`.
 * @template T
 * @param {T[]} few
 * @param {T[]} every
 */
export const tried = (few, every) => (ALL ? every : few);
