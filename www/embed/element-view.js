// What <play-2048> shows: its frame with its style, and the message in place of a game that could not be
// loaded.

import { DEFAULT_SIZE } from '../game/size.js';
import { DEFAULT_CONTROLS, frameAddress, readSides } from './options.js';
import { WRAPPED_PX, spaceFor } from './snippet.js';

/** A change of these attributes reloads the frame; other changes are sent to it. */
export const FRAMING = [
  'size',
  'seed',
  'engine',
  'strategy',
  'network',
  'controls',
  'remember',
  'threads',
  'sandboxed',
  'site',
];
export const SENT = ['theme', 'position', 'autoplay', 'speed'];
const URL_OPTIONS = [...FRAMING.filter((name) => name !== 'sandboxed' && name !== 'site'), ...SENT];

const STYLE = `
  /* A size container has no intrinsic width, so a flex row or a centered column would give it none, and a parent
     that is as wide as its content, such as a dialog, would have none. */
  :host {
    display: block;
    container-type: inline-size;
    contain-intrinsic-inline-size: min(500px, 80vw);
    min-inline-size: 0;
    inline-size: 100%;
    inline-size: -moz-available;
    inline-size: -webkit-fill-available;
    inline-size: stretch;
    max-inline-size: 500px;
  }
  :host([hidden]) { display: none; }
  iframe {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    block-size: var(--play-2048-height, calc((100cqi - 8px) * var(--shape) + var(--bars)));
    border: 0;
    color-scheme: normal;
  }
  .lost {
    display: grid;
    place-content: center;
    gap: 12px;
    box-sizing: border-box;
    min-block-size: 200px;
    padding: 16px;
    background: #faf8ef;
    color: #776e65;
    font: 16px system-ui, sans-serif;
    text-align: center;
  }
  button { min-block-size: 44px; font: inherit; }
  @container (width < 440px) {
    iframe.two-rows { block-size: var(--play-2048-height, calc((100cqi - 8px) * var(--shape) + var(--bars) + ${WRAPPED_PX}px)); }
  }
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/**
 * The style of every element, made for the first one: there is no document where a server imports this
 * module.
 */
export function sharedStyle() {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** The size that the attributes ask for. @param {HTMLElement} host */
export const sizeOf = (host) => readSides(host.getAttribute('size') ?? '') ?? DEFAULT_SIZE;

/**
 * The page of the game in a copy of the site.
 * @param {string} site
 * @param {string} base
 * @returns {URL | null} null if it is no such address
 */
export function pageOf(site, base) {
  if (!URL.canParse(site, base)) return null;
  const { protocol, origin, pathname } = new URL(site, base);
  return /^https?:$/.test(protocol) ? new URL(`${origin}${pathname.replace(/\/?$/, '/')}embed.html`) : null;
}

/**
 * A frame with the options of the attributes, and space for the board and the bars.
 * @param {HTMLElement} host
 * @param {URL} page
 */
export function makeFrame(host, page) {
  const frame = host.ownerDocument.createElement('iframe');
  frame.loading = 'lazy';
  frame.allow = 'cross-origin-isolated; fullscreen';
  frame.referrerPolicy = 'no-referrer';
  if (host.hasAttribute('sandboxed')) frame.setAttribute('sandbox', 'allow-scripts');
  const { shape, bars, wraps } = spaceFor(sizeOf(host), host.getAttribute('controls') ?? DEFAULT_CONTROLS);
  frame.style.setProperty('--shape', String(shape));
  frame.style.setProperty('--bars', `${bars}px`);
  frame.classList.toggle('two-rows', wraps);
  frame.src = frameAddress(
    page,
    Object.fromEntries(URL_OPTIONS.map((name) => [name, host.getAttribute(name)])),
  ).href;
  return frame;
}

/** @param {Document} document @param {() => void} tryAgain */
export function lostGame(document, tryAgain) {
  const place = document.createElement('div');
  place.className = 'lost';
  const again = document.createElement('button');
  again.textContent = 'Try again';
  again.addEventListener('click', tryAgain);
  place.append('The game couldn’t be loaded.', again);
  return place;
}
