// Shows a search tree as nested nodes. Player and chance nodes differ by word, shape and color.
//
// The children of a node are created when it is first opened.

import { messageOf } from '../engine/protocol.js';
import { make } from '../view/element.js';
import { placeInWords } from '../view/phrases.js';
import { StrategyForm } from '../view/strategy-form.js';
import { MOST_LETTERS, MOST_NODES, MOST_NODES_READ, countNodes, readTree } from './tree.js';

/** @import { Strategy } from '../players/protocol.js' */
/** @import { TreeNode } from './tree.js' */
/** @typedef {{ rows: number, cols: number, text: string }} TreeText a tree as the crate writes it */

/** A tree that is small enough to read completely. */
const FIRST = { position: '2 4 / 4 .', strategy: 'cook-monotonic:depth=3,reading=rules' };
const KINDS = { M: 'Move', C: 'Chance', L: 'Leaf' };

const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 });

export class TreePanel {
  /**
   * @param {{
   *   strategy: HTMLElement, position: HTMLInputElement, form: HTMLElement, problem: HTMLElement, count: HTMLElement, tree: HTMLElement,
   *   own: { form: HTMLElement, text: HTMLTextAreaElement, problem: HTMLElement }
   * }} parts `own`: for a pasted tree
   * @param {Strategy[]} catalog
   * @param {{
   *   grow: (strategy: string, position: string, most: number) => Promise<TreeText>,
   *   read: (text: string, most: number) => Promise<TreeText>
   * }} crate both reject with a message
   */
  constructor(parts, catalog, { grow, read }) {
    this.parts = parts;
    // Only Cook's strategies have trees; the crate rejects others with a message.
    const form = new StrategyForm(parts.strategy, catalog.filter(({ id, parameters }) => id.startsWith('cook-') && parameters.some((parameter) => parameter.id === 'depth')), {
      name: 'tree', label: 'Strategy', onChange: () => {},
    });
    form.choose(FIRST.strategy);
    parts.position.value = FIRST.position;
    parts.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.show(grow(form.text, parts.position.value, MOST_NODES), parts.problem);
    });
    // Enter starts the search from every field; browsers do so only from inputs.
    parts.form.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Enter' && target instanceof HTMLSelectElement) target.form?.requestSubmit();
    });
    const { own } = parts;
    own.form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = own.text.value;
      if (text.length > MOST_LETTERS) own.problem.textContent = `The text is longer than ${MOST_LETTERS} characters.`;
      else void this.show(read(text, MOST_NODES_READ), own.problem);
    });
  }

  /** Shows a tree once it is loaded; on an error the previous one stays. @param {Promise<TreeText>} coming @param {HTMLElement} problem */
  async show(coming, problem) {
    const { count, tree } = this.parts;
    problem.textContent = '';
    try {
      const given = await coming;
      const root = readTree(given);
      const { M, C, L } = countNodes(root);
      count.textContent = `${M + C + L} nodes: ${M} player, ${C} chance, ${L} leaf nodes.`;
      tree.replaceChildren(drawNode(root, given.cols, true));
    } catch (error) {
      problem.textContent = `${messageOf(error)}.`;
    }
  }
}

/** @param {TreeNode} node @param {number} cols @param {boolean} open @returns {HTMLElement} */
function drawNode(node, cols, open) {
  const words = make('span', { class: 'node-words' },
    make('span', { class: 'node-kind' }, KINDS[node.kind]), ` ${howInWords(node, cols)} `,
    make('strong', {}, numbers.format(node.value)),
    ...(node.kind !== 'L' && node.heuristic !== node.value ? [` (heuristic ${numbers.format(node.heuristic)})`] : []));
  const classes = `node node-${node.kind}${node.best ? ' node-best' : ''}`;
  if (node.children.length === 0) return make('li', { class: classes }, make('div', { class: 'node-line' }, drawBoard(node.tiles, cols), words));
  const summary = make('summary', { class: 'node-line' }, drawBoard(node.tiles, cols), words);
  const details = make('details', {}, summary);
  const fill = () => {
    if (details.open && details.children.length === 1) details.append(make('ul', {}, ...node.children.map((child) => drawNode(child, cols, false))));
  };
  details.addEventListener('toggle', fill);
  details.open = open;
  fill();
  return make('li', { class: classes }, details);
}

/** The move or the new tile that leads to a node. @param {TreeNode} node @param {number} cols */
function howInWords({ move, spawn, best }, cols) {
  if (move !== null) return `after ${move}${best ? ', the best' : ''}: on average`;
  if (spawn === null) return 'worth';
  const chance = spawn.chance === null ? '' : `, ${percent.format(spawn.chance)}`;
  return `new ${spawn.tile} in ${placeInWords(spawn.cell, cols)}${chance}: worth`;
}

/** @param {number[]} tiles @param {number} cols */
function drawBoard(tiles, cols) {
  const board = make('span', { class: 'mini', role: 'img', 'aria-label': rowsInWords(tiles, cols) },
    ...tiles.map((tile) => make('span', { class: tile === 0 ? 'mini-empty' : 'mini-tile' }, tile === 0 ? '' : String(tile))));
  board.style.setProperty('--cols', String(cols));
  return board;
}

/** @param {number[]} tiles @param {number} cols */
function rowsInWords(tiles, cols) {
  const words = tiles.map((tile) => (tile === 0 ? 'empty' : String(tile)));
  return Array.from({ length: tiles.length / cols }, (_, row) => words.slice(row * cols, (row + 1) * cols).join(' ')).join(' / ');
}
