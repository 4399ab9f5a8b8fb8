// The Lab's two charts, as SVG: a histogram of scores, and the bar of a share.
//
// docs/dependencies.md explains why they use no library.

import { draw } from '../view/element.js';


/** The size of the histogram in its own units; it scales with the page. */
const SIZE = { width: 400, height: 180 };
/** Space for the highest count on the left, and for the scores below. */
const MARGIN = { left: 34, right: 12, top: 12, bottom: 24 };
const LABELS = 4;

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const exact = new Intl.NumberFormat('en');

/**
 * @param {{ counts: number[], step: number }} spread games in each step of the score from 0
 * @param {string} words a description for screen readers
 * @returns {SVGElement}
 */
export function histogram({ counts, step }, words) {
  const [wide, tall] = [SIZE.width - MARGIN.left - MARGIN.right, SIZE.height - MARGIN.top - MARGIN.bottom];
  const base = MARGIN.top + tall;
  const highest = Math.max(1, ...counts);
  const bar = wide / counts.length;
  const bars = counts.map((count, bin) => {
    const height = tall * (count / highest);
    const title = `${exact.format(bin * step)} to ${exact.format((bin + 1) * step)}: ${exact.format(count)}`;
    return draw('rect', { class: 'chart-bar', x: MARGIN.left + bin * bar + 0.5, y: base - height, width: bar - 1, height }, draw('title', {}, title));
  });
  const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, anchor = 'middle') =>
    draw('text', { x, y, 'text-anchor': anchor }, text);
  const scores = Array.from({ length: LABELS + 1 }, (_, at) => label(
    short.format((counts.length * step * at) / LABELS), MARGIN.left + (wide * at) / LABELS, base + 17, at === LABELS ? 'end' : 'middle',
  ));
  return draw('svg', { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: 'img', 'aria-label': words, class: 'histogram' },
    ...bars,
    draw('path', { class: 'chart-axis', d: `M${MARGIN.left} ${MARGIN.top}V${base}H${SIZE.width - MARGIN.right}` }),
    label(short.format(highest), MARGIN.left - 5, MARGIN.top + 10, 'end'),
    label('0', MARGIN.left - 5, base, 'end'),
    ...scores);
}

/** A bar for a share from 0 to 1. The table shows the number beside it. @param {number} share */
export function shareBar(share) {
  return draw('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'share' },
    draw('rect', { width: 100, height: 10, class: 'share-all' }),
    draw('rect', { width: 100 * share, height: 10, class: 'chart-bar' }));
}
