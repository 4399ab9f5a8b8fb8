// Shows a search tree as nested nodes. Player and chance nodes differ by word, shape and color.
//
// The children of a node are created when it is first opened.

import { messageOf } from '../shared/error.js';
import { make } from '../shared/element.js';
import { onSubmit } from '../shared/form.js';
import { element, input } from '../shared/page.js';
import { placeInWords } from '../shared/phrases.js';
import { StrategyForm } from './strategy-form.js';
import { MAX_LETTERS, MAX_NODES, MAX_NODES_READ, countNodes, readTree } from './tree.js';

/** @import { Strategy } from '../players/protocol.js' */
/** @import { ResultStore } from './result-store.js' */
/** @import { TreeNode } from './types.js' */
/** @import { TreeText } from '../pkg-papers/afterstate.js' */

/** A tree that is small enough to read completely. */
const FIRST = { position: '2 4 / 4 .', strategy: 'cook-monotonic:depth=3,reading=rules' };
const KINDS = { M: 'Player', C: 'Chance', L: 'Leaf' };

const numbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 });

export class TreePanel {
  /** @param {ResultStore} store asks the crate for trees @param {Strategy[]} catalog */
  constructor(store, catalog) {
    // Only Cook's strategies have trees; the crate rejects others with a message.
    const cooks = catalog.filter(
      ({ id, parameters }) =>
        id.startsWith('cook-') && parameters.some((parameter) => parameter.id === 'depth'),
    );
    const form = new StrategyForm(element('tree-strategy-place'), cooks, {
      name: 'tree',
      label: 'Strategy',
      onChange: () => {},
    });
    form.choose(FIRST.strategy);
    const position = input('tree-position');
    position.value = FIRST.position;
    onSubmit(element('tree-form'), () => {
      void this.show(
        store.ask({ ask: 'tree', strategy: form.text, position: position.value, most: MAX_NODES }),
        element('tree-problem'),
      );
    });
    // Enter starts the search from every field; browsers do so only from inputs.
    element('tree-form').addEventListener('keydown', ({ key, target }) => {
      if (key !== 'Enter' || !(target instanceof HTMLSelectElement)) return;
      /** @type {HTMLButtonElement | null | undefined} */ (
        target.form?.querySelector('[type=submit]')
      )?.click();
    });
    onSubmit(element('tree-own'), () => {
      const text = input('tree-text').value;
      const problem = element('tree-text-problem');
      if (text.length > MAX_LETTERS)
        problem.textContent = `The text is longer than ${MAX_LETTERS} characters.`;
      else void this.show(store.ask({ ask: 'read-tree', text, most: MAX_NODES_READ }), problem);
    });
  }

  /**
   * Shows a tree once it is loaded; on an error the previous one stays.
   * @param {Promise<TreeText>} coming
   * @param {HTMLElement} problem
   */
  async show(coming, problem) {
    problem.textContent = '';
    try {
      const given = await coming;
      const root = readTree(given);
      const { M, C, L } = countNodes(root);
      element('tree-count').textContent = `${M + C + L} nodes: ${M} player, ${C} chance, ${L} leaf nodes.`;
      element('tree').replaceChildren(drawNode(root, given.cols, true));
    } catch (error) {
      problem.textContent = `${messageOf(error)}.`;
    }
  }
}

/** @param {TreeNode} node @param {number} cols @param {boolean} open @returns {HTMLElement} */
function drawNode(node, cols, open) {
  const words = make(
    'span',
    { class: 'node-words' },
    make('span', { class: 'node-kind' }, KINDS[node.kind]),
    ` ${howInWords(node, cols)} `,
    make('strong', {}, numbers.format(node.value)),
    ...(node.kind !== 'L' && node.heuristic !== node.value
      ? [` (heuristic ${numbers.format(node.heuristic)})`]
      : []),
  );
  const classes = `node node-${node.kind}${node.best ? ' node-best' : ''}`;
  if (node.children.length === 0)
    return make(
      'li',
      { class: classes },
      make('div', { class: 'node-line' }, drawBoard(node.tiles, cols), words),
    );
  const summary = make('summary', { class: 'node-line' }, drawBoard(node.tiles, cols), words);
  const details = make('details', {}, summary);
  const fill = () => {
    if (details.open && details.children.length === 1)
      details.append(make('ul', {}, ...node.children.map((child) => drawNode(child, cols, false))));
  };
  details.addEventListener('toggle', fill);
  details.open = open;
  fill();
  return make('li', { class: classes }, details);
}

/** The move or the new tile that leads to a node. @param {TreeNode} node @param {number} cols */
function howInWords({ move, spawn, best }, cols) {
  if (move !== null) return `after ${move}${best ? ' (best)' : ''}: value`;
  if (spawn === null) return 'value';
  const chance = spawn.chance === null ? '' : `, ${percent.format(spawn.chance)}`;
  return `after a new ${spawn.tile} in ${placeInWords(spawn.cell, cols)}${chance}: value`;
}

/** @param {number[]} tiles @param {number} cols */
function drawBoard(tiles, cols) {
  const board = make(
    'span',
    { class: 'mini', role: 'img', 'aria-label': rowsInWords(tiles, cols) },
    ...tiles.map((tile) =>
      make('span', { class: tile === 0 ? 'mini-empty' : 'mini-tile' }, tile === 0 ? '' : String(tile)),
    ),
  );
  board.style.setProperty('--cols', String(cols));
  return board;
}

/** @param {number[]} tiles @param {number} cols */
function rowsInWords(tiles, cols) {
  const words = tiles.map((tile) => (tile === 0 ? 'empty' : String(tile)));
  return Array.from({ length: tiles.length / cols }, (_, row) =>
    words.slice(row * cols, (row + 1) * cols).join(' '),
  ).join(' / ');
}
