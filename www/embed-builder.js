// The wiring of embed-builder.html: a form, the game as the form asks for it, and the lines to copy.
//
// Leaves out what the lines are (embed/snippet.js) and the element itself, which is shown here just as on any other page.

import './embed.js';
import { CONTROLS, USUAL_CONTROLS } from './embed/options.js';
import { elementSnippet, frameSnippet, unusual } from './embed/snippet.js';
import { readPosition } from './game/position.js';
import { element } from './view/page.js';

/** @import { Wishes } from './embed/snippet.js' */

/** Sizes that the rules know. */
const SIDES = [2, 3, 4, 5, 6, 7, 8];
/** A preview that follows every key would flicker (ms). */
const SETTLE_MS = 300;

const form = /** @type {HTMLFormElement} */ (element('wishes'));
const snippet = /** @type {HTMLTextAreaElement} */ (element('snippet'));
/** @param {string} name @returns {any} a field of the form */
const field = (name) => form.elements.namedItem(name);

for (const name of ['rows', 'cols']) {
  for (const side of SIDES) field(name).add(new Option(String(side), String(side), side === 4, side === 4));
}

/** What the form asks for. @returns {Wishes} */
function wishes() {
  const controls = CONTROLS.filter((name) => field(name).checked).join(' ');
  return {
    size: `${field('rows').value}x${field('cols').value}`,
    theme: field('theme').value,
    controls: controls === '' ? 'none' : controls,
    position: position(),
    autoplay: field('start').checked ? '' : 'off',
    speed: field('speed').value,
    remember: field('keep').checked ? 'blog' : '',
    engine: field('hint').checked || field('autoplay').checked || field('start').checked ? 'on' : 'off',
  };
}

/** The position, if there is one; what is wrong with it is said beside its field. @returns {string} */
function position() {
  const text = field('position').value.trim();
  const size = { rows: Number(field('rows').value), cols: Number(field('cols').value) };
  let problem = '';
  if (text !== '') {
    try {
      const read = readPosition(text, size);
      if (read.rows !== size.rows || read.cols !== size.cols) problem = `This is a board of ${read.rows}x${read.cols}.`;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }
  element('position-problem').textContent = problem;
  field('position').setAttribute('aria-invalid', String(problem !== ''));
  return problem === '' ? text : '';
}

/** @type {HTMLElement | null} */
let shown = null;

function show() {
  const asked = wishes();
  const site = new URL('./', location.href).href;
  snippet.value = field('kind').value === 'element' ? elementSnippet(site, asked) : frameSnippet(site, asked);
  const preview = document.createElement('play-2048');
  for (const [name, value] of Object.entries(unusual(asked))) preview.setAttribute(name, value);
  preview.setAttribute('label', 'Preview of the game');
  if (shown?.isEqualNode(preview)) return;
  shown = preview;
  element('preview').replaceChildren(preview);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
form.addEventListener('input', () => {
  clearTimeout(timer);
  element('copied').textContent = '';
  timer = setTimeout(show, SETTLE_MS);
});
form.addEventListener('submit', (event) => event.preventDefault());

element('copy').addEventListener('click', async () => {
  clearTimeout(timer);
  show();
  let copied = true;
  try {
    await navigator.clipboard.writeText(snippet.value);
  } catch {
    copied = false; // not allowed here: the person copies what is selected
    snippet.select();
  }
  element('copied').textContent = copied ? 'Copied.' : 'Press Ctrl+C to copy what is selected.';
});

for (const name of CONTROLS) field(name).checked = USUAL_CONTROLS.split(' ').includes(name);
show();
document.documentElement.dataset.page = 'ready';
