// Reads the text of Cook's search trees (crates/papers/src/cook/tree.rs, his C.5) into nodes, and adds the
// new tile that leads to a node, with its probability. The crate tells the moves.

import { DIRECTIONS } from '../shared/phrases.js';

/** @import { TreeNode } from './types.js' */

/** The most nodes of a computed tree. For larger ones the crate suggests fewer layers. */
export const MAX_NODES = 50_000;
export const MAX_NODES_READ = 10_000;
/** The most characters of a pasted tree: a node of 9x9 has fewer than 500. */
export const MAX_LETTERS = 8_000_000;

const FOUR = 0.1;

/**
 * @param {{ text: string, moves: (number | null)[] }} tree each level is indented by one more space; `moves`:
 *   the direction that leads to each node, by line
 * @returns {TreeNode}
 */
export function readTree({ text, moves }) {
  /** The nodes from the root to the last line. @type {TreeNode[]} */
  const path = [];
  const lines = text.split('\n').filter((line) => line !== '');
  for (const [at, line] of lines.entries()) {
    const depth = line.length - line.trimStart().length;
    const node = readLine(line.trim());
    const move = moves[at] ?? null;
    node.move = move === null ? null : (DIRECTIONS[move] ?? null);
    path.length = depth;
    path.at(-1)?.children.push(node);
    path.push(node);
  }
  const root = path[0];
  if (!root) throw new Error('the text holds no tree');
  explain(root);
  return root;
}

/** @param {string} line @returns {TreeNode} */
function readLine(line) {
  // Rust writes infinity as `inf`.
  const numbers = line
    .slice(1, -1)
    .split('#')
    .map((text) => Number(text.replace('inf', 'Infinity')));
  return {
    tiles: numbers.slice(0, -2),
    heuristic: numbers.at(-2) ?? NaN,
    value: numbers.at(-1) ?? NaN,
    kind: /** @type {'M' | 'C' | 'L'} */ (line.slice(-1)),
    children: [],
    move: null,
    spawn: null,
    best: false,
  };
}

/** Adds to every descendant the spawn that leads to it, and marks the best moves. @param {TreeNode} node */
function explain(node) {
  const empty = node.tiles.filter((tile) => tile === 0).length;
  const whole = node.children.length === 2 * empty;
  const best = node.kind === 'M' ? node.children.find(({ value }) => value === node.value) : undefined;
  for (const child of node.children) {
    child.best = child === best;
    if (node.kind === 'C') {
      const cell = child.tiles.findIndex((tile, at) => tile !== node.tiles[at]);
      const tile = child.tiles[cell] ?? 0;
      child.spawn = { cell, tile, chance: whole ? (tile === 4 ? FOUR : 1 - FOUR) / empty : null };
    }
    explain(child);
  }
}

/** Counts the nodes of each kind. @param {TreeNode} node */
export function countNodes({ kind, children }, counts = { M: 0, C: 0, L: 0 }) {
  counts[kind]++;
  for (const child of children) countNodes(child, counts);
  return counts;
}
