// Shows the story of a finished game below the board: the largest tile, the curve of the expected score, and the moves that
// decided it.

import { notify } from '../state/notices.js';
import { expectedScores, retryFrom } from '../state/story.js';
import { percent, plural, t, whole } from '../text/text.js';
import { effect } from '../vendor/signals-core.js';
import { Chart } from './chart.js';
import { make, makeButton, writeText } from './element.js';
import { momentBoards, momentInWords } from './moment.js';
import { element } from './page.js';
import { pictureOf } from './picture.js';
import { share } from './share.js';

/** @import { State } from '../state/state.js' */
/** @import { Moment, Story } from '../state/story.js' */

/** @typedef {Extract<Story, { kind: 'told' }>} Told */

/** @param {State} state @param {(game: string) => string} linkOf the address that shows a game, or empty if it is too long for one */
export function showStory(state, linkOf) {
  const tile = make('p', { class: 'story-tile' });
  const facts = make('p', { class: 'story-facts' });
  const progress = make('progress', { max: 1, 'aria-label': 'Review' });
  const chart = new Chart(() => {});
  const axis = make('div', { class: 'story-axis', 'aria-hidden': 'true' });
  const curve = make('figure', { class: 'story-curve' }, chart.element, axis);
  const caption = make('figcaption');
  curve.append(caption);
  const moments = make('ol', { class: 'story-moments' });
  const note = make('p', { class: 'small' });
  const box = make(
    'section',
    { class: 'story', id: 'story', 'aria-label': 'The story of this game', hidden: true },
    make('div', { class: 'story-head' }, tile, facts),
    make(
      'div',
      { class: 'dialog-buttons' },
      makeButton('Share', () => void shareStory(state, linkOf)),
    ),
    progress,
    curve,
    moments,
    note,
  );
  element('play').after(box);
  /** The moments that are drawn, so that the boards are made again only when another move is shown. */
  let drawn = '';
  effect(() => {
    const story = state.story.value;
    box.hidden = story.kind === 'none';
    if (story.kind === 'none') {
      drawn = '';
      return moments.replaceChildren();
    }
    const { replay, share: done, trouble } = story;
    const { score, best, maxRank } = state.game.value;
    writeText(tile, t('You made {tile}', { tile: String(2 ** maxRank) }));
    writeText(
      facts,
      t('{score} points in {moves}. Best: {best}', {
        score: whole(score),
        moves: plural(replay.moves, '{n} move', '{n} moves'),
        best: whole(best),
      }),
    );
    progress.hidden = done === 1;
    progress.value = done;
    showCurve(story, { curve, chart, axis, caption });
    const shown = story.moments.map(({ at, loss }) => `${at}:${Math.round(loss)}`).join();
    if (shown !== drawn)
      moments.replaceChildren(...story.moments.map((moment) => makeMoment(state, moment, replay)));
    drawn = shown;
    writeText(note, trouble || noteOf(story));
  });
}

/** @param {Told} story @param {{ curve: HTMLElement, chart: Chart, axis: HTMLElement, caption: HTMLElement }} parts */
function showCurve(story, { curve, chart, axis, caption }) {
  const { marks, moments, replay } = story;
  const expected = expectedScores(story);
  const known = Array.from(expected).filter(Number.isFinite);
  curve.hidden = known.length < 2;
  if (curve.hidden) return;
  const most = known.reduce((a, b) => Math.max(a, b), 0);
  chart.show(
    expected,
    moments.map(({ at }) => at),
    t('Expected final score: at most {most}, in the end {end}', {
      most: whole(most),
      end: whole(replay.score(replay.moves)),
    }),
  );
  writeText(
    caption,
    t('Expected final score, as the AI would have played on: up to {most}', { most: whole(most) }),
  );
  const last = Math.max(1, replay.moves);
  axis.replaceChildren(
    ...marks.map(({ rank, at }) => {
      const mark = make('span', {}, String(2 ** rank));
      mark.style.setProperty('--at', String(at / last));
      return mark;
    }),
  );
}

/** @param {State} state @param {Moment} moment @param {Told['replay']} replay */
function makeMoment(state, moment, replay) {
  const { at, loss } = moment;
  const cost = { move: whole(at + 1), share: percent(loss / 100) };
  return make(
    'li',
    {},
    make(
      'p',
      {},
      make('strong', {}, t('Move {move} cost {share} of the rest of the game.', cost)),
      ' ',
      momentInWords(moment),
    ),
    make(
      'div',
      { class: 'story-boards' },
      ...momentBoards(moment, replay),
      makeButton('Retry from here', () => retryFrom(state, at)),
    ),
  );
}

/** @param {Told} story */
function noteOf({ share, moments, findings }) {
  const accuracy = findings === 'none' ? NaN : findings.accuracy;
  if (Number.isNaN(accuracy)) return '';
  const good = t('{share} of the moves were the best or nearly so.', { share: percent(accuracy) });
  return share === 1 && moments.length === 0 ? `${good} ${t('No single move decided this game.')}` : good;
}

/** Shares a picture, the link and a sentence. @param {State} state @param {(game: string) => string} linkOf */
async function shareStory(state, linkOf) {
  const { score, maxRank, ranks, rows, cols } = state.game.value;
  const story = state.story.value;
  const expected = story.kind === 'told' ? expectedScores(story) : [];
  const title = String(2 ** maxRank);
  const text = t('I made {tile} with {score} points in 2048.', { tile: title, score: whole(score) });
  const picture = await pictureOf({ ranks, rows, cols, title, text, expected }).catch(() => null);
  const files = picture ? [new File([picture], 'afterstate-2048.png', { type: 'image/png' })] : [];
  const url = linkOf(state.session.game.replay());
  await share({ text, url, files }, (words) => notify(state, words));
}
