// Writes the code for embedding: the element with its script, or a plain iframe.
//
// All attribute values are escaped.

import { DEFAULT_SIZE } from '../game/size.js';
import { BUILT_IN } from '../shared/choices.js';
import { DEFAULT_CONTROLS, frameAddress, readControls, readSides } from './options.js';

/**
 * @typedef {Partial<Record<'size' | 'theme' | 'controls' | 'position' | 'autoplay' | 'speed' | 'engine'
 *   | 'remember' | 'network', string>>} EmbedOptions
 */

/** The defaults of the attributes, which need not be written. @type {EmbedOptions} */
const DEFAULTS = {
  size: '4x4',
  theme: 'system',
  controls: DEFAULT_CONTROLS,
  position: '',
  speed: '5',
  engine: 'on',
  remember: '',
  network: BUILT_IN,
};
const WIDTH = 500;
/** Heights of the frame's parts (embed.css). */
const BAR_PX = 50;
const LINE_PX = 38;
/** The gap between tiles as a share of a tile (../game/board.css). */
const GAP = 15 / 106.25;

/** The options that differ from the defaults. @param {EmbedOptions} embedOptions @returns {EmbedOptions} */
export function changed(embedOptions) {
  return Object.fromEntries(
    Object.entries(embedOptions).filter(
      ([name, value]) =>
        value !== undefined &&
        value !== DEFAULTS[/** @type {keyof EmbedOptions} */ (name)] &&
        !(name === 'autoplay' && value === 'off'),
    ),
  );
}

/** FNV-1a in base 36. @param {string} text */
const hash = (text) =>
  [...text]
    .reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
    .toString(36);

/**
 * The name of a reader's saved game. A position gets one of its own, so that two articles do not share a
 * game.
 * @param {string} position
 */
export const savedName = (position) => (position === '' ? 'blog' : `blog-${hash(position)}`);

/**
 * @param {string} site the URL of the game's folder, ending with '/'
 * @param {EmbedOptions} embedOptions
 * @returns {string}
 */
export function elementSnippet(site, embedOptions) {
  const attributes = Object.entries(changed(embedOptions)).map(([name, value]) =>
    name === 'autoplay' ? ' autoplay' : ` ${name}="${escaped(value)}"`,
  );
  return `<script type="module" src="${escaped(site)}embed.js"></script>\n<play-2048${attributes.join('')}></play-2048>`;
}

/**
 * For places that allow no scripts.
 * @param {string} site
 * @param {EmbedOptions} embedOptions
 * @returns {string}
 */
export function frameSnippet(site, embedOptions) {
  const address = frameAddress(`${site}embed.html`, changed(embedOptions));
  const { rows, cols } = readSides(embedOptions.size ?? '') ?? DEFAULT_SIZE;
  const { shape, bars } = spaceFor({ rows, cols }, embedOptions.controls ?? DEFAULT_CONTROLS);
  return (
    `<iframe src="${escaped(address.href)}" title="2048 with an AI" loading="lazy"\n` +
    '  allow="cross-origin-isolated; fullscreen" referrerpolicy="no-referrer"\n' +
    `  style="width: 100%; max-width: ${WIDTH}px; height: ${Math.round((WIDTH - 8) * shape + bars)}px; border: 0"></iframe>`
  );
}

/**
 * The space a frame needs: the board's height as a share of its width, and the height of the bars in CSS
 * pixels. `wraps`: whether a narrow frame needs one bar more.
 * @param {{ rows: number, cols: number }} size @param {string} controls as in the attribute
 */
export function spaceFor({ rows, cols }, controls) {
  const wanted = readControls(controls) ?? readControls(DEFAULT_CONTROLS) ?? new Set();
  const has = (/** @type {import('./options.js').Control[]} */ ...names) =>
    names.some((name) => wanted.has(name));
  const bars = Number(has('score', 'new', 'undo')) + Number(has('hint', 'autoplay', 'arrows'));
  return {
    shape: (rows + GAP * (rows + 1)) / (cols + GAP * (cols + 1)),
    bars: LINE_PX + bars * BAR_PX,
    wraps: has('arrows') && has('hint', 'autoplay'),
  };
}

/** The height of the extra bar if `wraps` is true. */
export const WRAPPED_PX = BAR_PX;

/** @param {string} text @returns {string} for an attribute between double quotes */
function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
