// Reads the text of Cook's search trees (crates/papers/src/cook/tree.rs, his C.5) into nodes, and adds the move or the new tile that
// leads to each node, with its probability.

import { DIRECTIONS } from '../view/phrases.js';

/**
 * A node. `kind`: M player node (value: maximum of the children), C chance node (value: average), L leaf (value: heuristic).
 * `move`: the direction that leads here. `spawn`: the new tile that leads here; its probability `chance` is known only if the
 * parent has all children. `best`: the first child with its parent's value.
 * @typedef {{
 *   tiles: number[], heuristic: number, value: number, kind: 'M' | 'C' | 'L', children: TreeNode[],
 *   move: string | null, spawn: { cell: number, tile: number, chance: number | null } | null, best: boolean
 * }} TreeNode
 */

/** The most nodes of a computed tree. For larger ones the crate suggests fewer layers. */
export const MAX_NODES = 5000;
export const MAX_NODES_READ = 10_000;
/** The most characters of a pasted tree: a node of 9x9 has fewer than 500. */
export const MAX_LETTERS = 8_000_000;

const FOUR = 0.1;

/**
 * @param {{ rows: number, cols: number, text: string }} tree each level is indented by one more space
 * @returns {TreeNode}
 */
export function readTree({ cols, text }) {
  /** The nodes from the root to the last line. @type {TreeNode[]} */
  const path = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const depth = line.length - line.trimStart().length;
    const node = readLine(line.trim());
    path.length = depth;
    path.at(-1)?.children.push(node);
    path.push(node);
  }
  const root = path[0];
  if (!root) throw new Error('the text holds no tree');
  explain(root, cols);
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

/** Adds to every descendant the move or spawn that leads to it. @param {TreeNode} node @param {number} cols */
function explain(node, cols) {
  const empty = node.tiles.filter((tile) => tile === 0).length;
  const whole = node.children.length === 2 * empty;
  const best = node.kind === 'M' ? node.children.find(({ value }) => value === node.value) : undefined;
  for (const child of node.children) {
    child.best = child === best;
    if (node.kind === 'M') {
      child.move =
        DIRECTIONS.find(
          (_, direction) => String(slide(node.tiles, cols, direction)) === String(child.tiles),
        ) ?? null;
    } else {
      const cell = child.tiles.findIndex((tile, at) => tile !== node.tiles[at]);
      const tile = child.tiles[cell] ?? 0;
      child.spawn = { cell, tile, chance: whole ? (tile === 4 ? FOUR : 1 - FOUR) / empty : null };
    }
    explain(child, cols);
  }
}

/**
 * The board after a move, in tiles, to find out which move led from one board to another.
 * @param {number[]} tiles @param {number} cols @param {number} direction Up, Right, Down, Left @returns {number[]}
 */
export function slide(tiles, cols, direction) {
  const upright = direction % 2 === 0;
  const rows = tiles.length / cols;
  const after = tiles.map(() => 0);
  for (let line = 0; line < (upright ? cols : rows); line++) {
    const cells = Array.from({ length: upright ? rows : cols }, (_, at) =>
      upright ? at * cols + line : line * cols + at,
    );
    if (direction === 1 || direction === 2) cells.reverse();
    const moving = cells.map((cell) => tiles[cell] ?? 0).filter((tile) => tile > 0);
    for (let at = 0, to = 0; at < moving.length; at++, to++) {
      const tile = moving[at] ?? 0;
      const merges = moving[at + 1] === tile;
      after[cells[to] ?? 0] = merges ? 2 * tile : tile;
      if (merges) at++;
    }
  }
  return after;
}

/** Counts the nodes of each kind. @param {TreeNode} node */
export function countNodes({ kind, children }, counts = { M: 0, C: 0, L: 0 }) {
  counts[kind]++;
  for (const child of children) countNodes(child, counts);
  return counts;
}
