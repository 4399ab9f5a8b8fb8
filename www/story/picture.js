// Draws the picture of a game that is shared: its board, its largest tile and a sentence, 1200 by 630 pixels,
// in the colors of the theme. It is made on the device.

import { make } from '../shared/element.js';

/** The size that other sites show (Open Graph). */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 55;
/** From one line of the sentence to the next. */
const LINE = 50;
const FONT = "'Clear Sans', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

/**
 * @param {{ ranks: ArrayLike<number>, rows: number, cols: number, title: string, text: string }} game
 * @returns {Promise<Blob>} a PNG
 */
export async function pictureOf(game) {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('this browser cannot draw');
  paint.fillStyle = colorOf('--page');
  paint.fillRect(0, 0, WIDTH, HEIGHT);
  drawBoard(paint, game);
  const left = HEIGHT + 10;
  const width = WIDTH - left - MARGIN;
  const { direction } = getComputedStyle(document.documentElement);
  const start = direction === 'rtl' ? left + width : left;
  paint.direction = direction === 'rtl' ? 'rtl' : 'ltr';
  paint.fillStyle = colorOf('--strong-text');
  paint.textAlign = 'start';
  paint.textBaseline = 'alphabetic';
  paint.font = `700 150px ${FONT}`;
  paint.fillText(game.title, start, 270, width);
  paint.fillStyle = colorOf('--text');
  paint.font = `400 ${LINE * 0.75}px ${FONT}`;
  drawText(paint, game.text, start, 355, width);
  paint.font = `700 30px ${FONT}`;
  paint.fillText('afterstate', start, HEIGHT - MARGIN);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
  });
}

/**
 * @param {CanvasRenderingContext2D} paint
 * @param {{ ranks: ArrayLike<number>, rows: number, cols: number }} board
 */
function drawBoard(paint, { ranks, rows, cols }) {
  const side = HEIGHT - 2 * MARGIN;
  const gap = 12;
  const cell = Math.min((side - gap) / cols, (side - gap) / rows) - gap;
  const box = (/** @type {number} */ row, /** @type {number} */ col) => {
    paint.beginPath();
    paint.roundRect(
      MARGIN + gap + col * (cell + gap),
      MARGIN + gap + row * (cell + gap),
      cell,
      cell,
      cell * 0.04,
    );
    paint.fill();
  };
  paint.fillStyle = colorOf('--field');
  paint.beginPath();
  paint.roundRect(MARGIN, MARGIN, cols * (cell + gap) + gap, rows * (cell + gap) + gap, 8);
  paint.fill();
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const rank = ranks[row * cols + col] ?? 0;
      const face = rank === 0 ? { fill: colorOf('--empty'), ink: '' } : faceOf(rank);
      paint.fillStyle = face.fill;
      box(row, col);
      if (rank === 0) continue;
      const digits = String(2 ** rank);
      paint.fillStyle = face.ink;
      paint.font = `700 ${cell * Math.min(0.5, 1.25 / digits.length)}px ${FONT}`;
      paint.fillText(
        digits,
        MARGIN + gap + col * (cell + gap) + cell / 2,
        MARGIN + gap + row * (cell + gap) + cell / 2,
      );
    }
}

/**
 * A color of the theme, such as `light-dark(#faf8ef, #1f1c18)`, as a canvas understands it.
 * @param {string} name
 */
function colorOf(name) {
  const probe = make('div', { hidden: true });
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The colors of a tile in the style sheet. @param {number} rank */
function faceOf(rank) {
  const probe = make('div', { class: 'face', 'data-rank': rank, hidden: true });
  document.body.append(probe);
  const { backgroundColor: fill, color: ink } = getComputedStyle(probe);
  probe.remove();
  return { fill, ink };
}

/**
 * Breaks a text into lines, where it has to and where it asks for it.
 * @param {CanvasRenderingContext2D} paint
 * @param {string} text
 * @param {number} start where the lines start
 * @param {number} top
 * @param {number} width
 */
function drawText(paint, text, start, top, width) {
  let y = top;
  for (const part of text.split('\n')) {
    let line = '';
    for (const word of wordsOf(part)) {
      if (line !== '' && paint.measureText((line + word).trimEnd()).width > width) {
        paint.fillText(line.trimEnd(), start, y, width);
        y += LINE;
        line = '';
      }
      line += word;
    }
    paint.fillText(line, start, y, width);
    y += LINE;
  }
}

/**
 * The words of a text, each with the spaces and marks behind it. Not every language has spaces between words.
 * @param {string} text
 * @returns {string[]}
 */
function wordsOf(text) {
  if (!('Segmenter' in Intl)) return text.match(/\S+\s*/g) ?? [];
  /** @type {string[]} */
  const words = [];
  const { lang } = document.documentElement;
  for (const { segment, isWordLike } of new Intl.Segmenter(lang, { granularity: 'word' }).segment(text))
    if (isWordLike || words.length === 0) words.push(segment);
    else words[words.length - 1] += segment;
  return words;
}
