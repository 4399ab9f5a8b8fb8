// The replay viewer: a board of its own, with buttons and a slider.

import { PLAYBACK_SPEEDS, goTo, pause, play, setPlayback, stepForward } from './viewer.js';
import { t, translatable } from '../shared/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { makeBoard } from '../game/board-parts.js';
import { icon, make, makeButton, writeAgain } from '../shared/element.js';
import { directionInWords } from '../shared/phrases.js';

/** @import { State } from '../game/state.js' */
/** @import { OpenViewer, Viewer } from '../game/types.js' */

const PLAY = 'M7 4v16l13-8z';
const PAUSE = 'M6 4h4v16H6zM14 4h4v16h-4z';

/**
 * @param {State} state
 * @param {HTMLElement} beside stands beside the buttons
 * @returns {{ element: HTMLElement, more: HTMLElement }} `more`: what is seldom needed
 */
export function makeViewer(state, beside) {
  const { frame, board, cells, arrow } = makeBoard({ 'aria-label': 'Replay board' });
  const words = make('p', { class: 'replay-words' });
  const said = make('p', { class: 'sr-only', role: 'status' });
  const slider = make('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Move' });
  slider.addEventListener('input', () => goTo(state, Number(slider.value)));
  const speed = make('select', {}, ...PLAYBACK_SPEEDS.map((moves) => make('option', {}, String(moves))));
  speed.addEventListener('change', () => setPlayback(state, Number(speed.value)));
  const { buttons, ends, toggle } = makeButtons(state);

  /** @type {Viewer} */
  let shown = { kind: 'none' };
  effect(() => {
    const viewer = state.viewer.value;
    if (viewer.kind === 'none') return;
    const before = shown;
    shown = viewer;
    arrow.point(viewer.best === 'none' ? null : viewer.best);
    // Somebody else's game is to be watched; one's own to be looked at where it went wrong.
    toggle.classList.toggle('strong', !viewer.replay.playedHere);
    if (viewer.playing) picture(toggle, PAUSE, translatable('Pause'));
    else picture(toggle, PLAY, translatable('Play'));
    const same = before.kind === 'open' && before.replay === viewer.replay;
    if (!same || before.at !== viewer.at || before.best !== viewer.best) untracked(() => draw(viewer, !same));
    // Screen readers read the slider by themselves.
    if (same && !viewer.playing && (before.playing || before.at !== viewer.at))
      if (document.activeElement !== slider) writeAgain(said, String(words.textContent));
  });
  effect(() => {
    speed.value = String(state.playback.value);
  });

  /** @param {OpenViewer} viewer @param {boolean} another whether another game was shown before */
  function draw({ replay, at, stepped, playing, best }, another) {
    const { rows, cols, moves } = replay;
    const step = stepped ? replay.step(at - 1) : null;
    const betweenMs = playing ? 1000 / state.playback.value : Infinity;
    if (another) {
      slider.max = String(moves);
      board.setSize(rows, cols);
      cells.setSize(rows, cols);
    }
    if (step) board.play(step, replay.ranks(at), state.still.value ? 0 : betweenMs);
    else board.showSoon(replay.ranks(at));
    const made = at > 0 ? replay.direction(at - 1) : null;
    const move =
      best !== 'none'
        ? t('Before move {at} of {moves}', { at: at + 1, moves }) // the arrow shows what to play instead
        : made === null
          ? t('Start of the game')
          : t('Move {at} of {moves}: {move}', { at, moves, move: directionInWords(made) });
    words.textContent = t('{move}, score {score}', { move, score: replay.score(at) });
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', words.textContent);
    cells.show(replay.ranks(at));
  }

  playBack(state);
  const playback = (/** @type {Node[]} */ ...parts) =>
    make('div', { class: 'dialog-buttons playback', role: 'group', 'aria-label': 'Playback' }, ...parts);
  return {
    element: make(
      'div',
      { class: 'replay-viewer' },
      frame,
      words,
      said,
      slider,
      playback(...buttons, beside),
    ),
    more: playback(...ends, make('label', { class: 'inline' }, 'Moves per second ', speed)),
  };
}

/** @param {State} state */
function makeButtons(state) {
  /** @param {string} path @param {string} label @param {(viewer: OpenViewer) => void} act */
  const button = (path, label, act) =>
    picture(
      makeButton('', () => state.viewer.value.kind === 'open' && act(state.viewer.value)),
      path,
      label,
    );
  const toggle = button(PLAY, translatable('Play'), ({ playing }) => (playing ? pause(state) : play(state)));
  const buttons = [
    button('M15 3 6 12l9 9 2-2-7-7 7-7z', translatable('Previous'), ({ at }) => goTo(state, at - 1)),
    toggle,
    button('m9 3 9 9-9 9-2-2 7-7-7-7z', translatable('Next'), () => {
      pause(state);
      stepForward(state);
    }),
  ];
  const ends = [
    button('M5 4h3v16H5zM20 4v16L9 12z', translatable('First'), () => goTo(state, 0)),
    button('M16 4h3v16h-3zM4 4v16l11-8z', translatable('Last'), () => goTo(state, Infinity)),
  ];
  return { buttons, ends, toggle };
}

/** Makes the next move after a while, as long as the game is played back. @param {State} state */
function playBack(state) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  effect(() => {
    const viewer = state.viewer.value;
    clearTimeout(timer);
    if (viewer.kind === 'none' || !viewer.playing) return;
    timer = setTimeout(() => stepForward(state), viewer.stepped ? 1000 / state.playback.value : 0);
  });
}

/**
 * Shows a picture on a button whose label would be too long for a phone.
 * @param {HTMLButtonElement} button
 * @param {string} path
 * @param {string} label
 */
function picture(button, path, label) {
  button.replaceChildren(icon(path));
  button.ariaLabel = t(label);
  button.title = t(label);
  return button;
}
