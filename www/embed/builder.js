// Connects embed-builder.html: the form, the preview, and the code to copy.

import './element.js';
import { CONTROLS, DEFAULT_CONTROLS } from './options.js';
import { elementSnippet, frameSnippet, changed, savedName } from './snippet.js';
import { siteNetworks } from '../engine/networks.js';
import { AUTOMATIC, BUILT_IN } from '../shared/choices.js';
import { messageOf } from '../shared/error.js';
import { readPosition } from '../game/board-text.js';
import { DEFAULT_SIZE, sides } from '../game/size.js';
import { speedInWords } from '../game/speed.js';
import { THEMES } from '../shared/themes.js';
import { copyText } from '../shared/file.js';
import { sizeInWords } from '../ai/networks-view.js';
import { element, removeStuckNotice } from '../shared/page.js';

/** @import { EmbedOptions } from './snippet.js' */

/** The delay before the preview changes (ms): with every keystroke it would flicker. */
const SETTLE_MS = 300;

const form = /** @type {HTMLFormElement} */ (element('options'));
const snippet = /** @type {HTMLTextAreaElement} */ (element('snippet'));
/** @param {string} name @returns {any} a field of the form */
const field = (name) => form.elements.namedItem(name);

for (const [theme, label] of Object.entries(THEMES)) field('theme').add(new Option(label, theme));
for (const name of /** @type {const} */ (['rows', 'cols'])) {
  for (const side of sides()) field(name).add(new Option(String(side)));
  field(name).value = DEFAULT_SIZE[name];
}

const size = () => ({ rows: Number(field('rows').value), cols: Number(field('cols').value) });

/** The options in the form. @returns {EmbedOptions} */
function embedOptions() {
  const placed = position();
  const controls = CONTROLS.filter((name) => field(name).checked).join(' ');
  return {
    size: `${field('rows').value}x${field('cols').value}`,
    theme: field('theme').value,
    controls: controls === '' ? 'none' : controls,
    position: placed,
    autoplay: field('start').checked ? '' : 'off',
    speed: field('speed').value,
    remember: field('keep').checked ? savedName(placed) : '',
    network: field('network').disabled ? BUILT_IN : field('network').value,
    engine: field('hint').checked || field('autoplay').checked || field('start').checked ? 'on' : 'off',
  };
}

/** The position, if there is one; shows errors beside its field. @returns {string} */
function position() {
  const text = field('position').value;
  const { rows, cols } = size();
  let wrong = '';
  if (text.trim() !== '') {
    try {
      const read = readPosition(text, { rows, cols });
      if (read.rows !== rows || read.cols !== cols) wrong = `This board is ${read.rows}x${read.cols}.`;
    } catch (error) {
      wrong = messageOf(error);
    }
  }
  element('position-problem').textContent = wrong;
  field('position').setAttribute('aria-invalid', String(wrong !== ''));
  return wrong === '' ? text : '';
}

// ---- the AI ----

/** Networks play only 4x4. */
function fitAi() {
  const { rows, cols } = size();
  const four = rows === 4 && cols === 4;
  field('network').disabled = !four;
  element('network-hint').textContent = four
    ? 'Networks play better. Each reader downloads one when they first ask the AI.'
    : 'Only the AI on 4x4 uses a network.';
}

void siteNetworks()
  .catch(() => [])
  .then((networks) => {
    if (networks.length === 0) return;
    field('network').add(new Option('Automatic (depends on connection and device)', AUTOMATIC));
    for (const { id, name, bytes } of networks)
      field('network').add(new Option(`${name}: ${sizeInWords(bytes)}`, id));
  });

// ---- its speed ----

function showSpeed() {
  const words = speedInWords(Number(field('speed').value));
  element('speed-words').textContent = words;
  field('speed').setAttribute('aria-valuetext', words);
}
field('speed').addEventListener('input', showSpeed);

// ---- preview and code ----

/** @type {HTMLElement | null} */
let shown = null;

function show() {
  fitAi();
  const asked = embedOptions();
  const site = new URL('./', location.href).href;
  snippet.value = field('kind').value === 'element' ? elementSnippet(site, asked) : frameSnippet(site, asked);
  const preview = document.createElement('play-2048');
  for (const [name, value] of Object.entries(changed(asked))) preview.setAttribute(name, value);
  preview.setAttribute('label', 'Preview of the game');
  if (shown?.isEqualNode(preview)) return;
  shown = preview;
  element('preview').replaceChildren(preview);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
function showSoon() {
  clearTimeout(timer);
  element('copied').textContent = '';
  timer = setTimeout(show, SETTLE_MS);
}
form.addEventListener('input', showSoon);
form.addEventListener('submit', (event) => event.preventDefault());

element('copy').addEventListener('click', async () => {
  clearTimeout(timer);
  show();
  const copied = await copyText(snippet.value);
  if (!copied) snippet.select(); // for the user to copy
  element('copied').textContent = copied ? 'Copied.' : 'Press Ctrl+C to copy the selection.';
});

for (const name of CONTROLS) field(name).checked = DEFAULT_CONTROLS.split(' ').includes(name);
showSpeed();
show();
removeStuckNotice();
document.documentElement.dataset.page = 'ready';
