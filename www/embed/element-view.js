// What <play-2048> shows besides its frame: its style, and the message in place of a game that could not be loaded.

import { WRAPPED_PX } from './snippet.js';

const STYLE = `
  /* A size container has no intrinsic width, so a flex row or a centered column would give it none. */
  :host {
    display: block;
    container-type: inline-size;
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

export const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

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
