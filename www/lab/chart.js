// The Lab's two drawings, as SVG: a histogram of scores, and the bar of a share.
//
// Leaves out their numbers as text (results.js puts them beside) and their colours (style/lab.css). Plain SVG and no
// library: docs/lab.md says why.

const SVG = 'http://www.w3.org/2000/svg';

/** The picture in its own units; it grows with its place. */
const SIZE = { width: 400, height: 180 };
/** Room for the highest count on the left, and for the scores below. */
const MARGIN = { left: 34, right: 12, top: 12, bottom: 24 };
/** Scores named below the axis. */
const LABELS = 4;

const whole = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const exact = new Intl.NumberFormat('en');

/**
 * @param {Document} document
 * @param {{ counts: number[], step: number }} spread games in each step of the score from 0
 * @param {string} words what a person who cannot see it is told
 * @returns {SVGElement}
 */
export function histogram(document, { counts, step }, words) {
  const svg = make(document, 'svg', { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', 'aria-label': words, class: 'histogram' });
  const [wide, tall] = [SIZE.width - MARGIN.left - MARGIN.right, SIZE.height - MARGIN.top - MARGIN.bottom];
  const base = MARGIN.top + tall;
  const highest = Math.max(1, ...counts);
  const bar = wide / counts.length;
  for (const [bin, count] of counts.entries()) {
    if (count === 0) continue;
    const height = tall * (count / highest);
    const rect = make(document, 'rect', {
      x: MARGIN.left + bin * bar + 0.5, y: base - height, width: bar - 1, height, class: 'chart-bar',
    });
    const title = make(document, 'title', {});
    title.textContent = `${exact.format(bin * step)} to ${exact.format((bin + 1) * step)}: ${exact.format(count)}`;
    rect.append(title);
    svg.append(rect);
  }
  svg.append(make(document, 'path', { d: `M${MARGIN.left} ${MARGIN.top}V${base}H${SIZE.width - MARGIN.right}`, class: 'chart-axis' }));
  const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor) => {
    const made = make(document, 'text', { x, y, 'text-anchor': anchor });
    made.textContent = text;
    svg.append(made);
  };
  label(whole.format(highest), MARGIN.left - 5, MARGIN.top + 10, 'end');
  label('0', MARGIN.left - 5, base, 'end');
  for (let at = 0; at <= LABELS; at++) {
    const score = (counts.length * step * at) / LABELS;
    label(whole.format(score), MARGIN.left + (wide * at) / LABELS, base + 17, at === LABELS ? 'end' : 'middle');
  }
  return svg;
}

/** A bar for a share from 0 to 1; its number stands beside it. @param {Document} document @param {number} share */
export function shareBar(document, share) {
  const svg = make(document, 'svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'share' });
  svg.append(
    make(document, 'rect', { width: 100, height: 10, class: 'share-all' }),
    make(document, 'rect', { width: 100 * share, height: 10, class: 'chart-bar' }),
  );
  return svg;
}

/** @param {Document} document @param {string} tag @param {Record<string, string | number>} attributes */
function make(document, tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
