// Shows the story of a finished game below the board: the largest tile, the curve of the expected score, and
// the moves that decided it.

import { challenges, gameLink } from '../game/link.js';
import { notify } from '../shared/notices.js';
import { curveOf, largestTiles, retryFrom } from './state.js';
import { about, inMoves, inPoints, percent, t, translatable, whole } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { labeledBoard } from '../game/board-parts.js';
import { tileFace } from '../game/board-view.js';
import { Chart } from '../shared/chart.js';
import { make, makeButton, replaceRows, writeText } from '../shared/element.js';
import { momentBoards, momentInWords } from '../ai/moment-view.js';
import { accuracyInWords, mistakesInWords } from '../ai/rating-words.js';
import { element } from '../shared/page.js';
import { pictureOf } from './picture.js';
import { addressOf, share } from '../shared/share.js';

/** @import { State } from '../game/state.js' */
/** @import { Mark, Moment, Review, ToldStory } from '../game/types.js' */

/** The least distance between two tiles below the curve, as a share of its width. */
const MARK_WIDTH = 0.17;

/** Who made the tile. @type {Record<ToldStory['replay']['players'], string>} */
const MADE = {
  own: translatable('You made {tile}'),
  aided: translatable('You and the AI made {tile}'),
  ai: translatable('The AI made {tile}'),
  shared: translatable('{tile} in a shared game'),
};
/** What is shared. @type {Record<ToldStory['replay']['players'], string>} */
const SHARED = {
  own: translatable('I made {tile} with {points} in 2048.'),
  aided: translatable('With the AI’s help I made {tile} with {points} in 2048.'),
  ai: translatable('The AI made {tile} with {points} in 2048.'),
  shared: translatable('{tile} with {points} in a shared game of 2048.'),
};

/** The same below the tile on the picture. @type {Record<ToldStory['replay']['players'], string>} */
const PICTURED = {
  own: translatable('{points} in 2048.'),
  aided: translatable('{points} in 2048, with the AI’s help.'),
  ai: translatable('{points} by the AI in 2048.'),
  shared: translatable('{points} in a shared game of 2048.'),
};

/** @param {State} state */
export function showStory(state) {
  const tile = make('p', { class: 'story-tile' });
  const facts = make('p', { class: 'story-facts' });
  const progress = make('progress', { max: 1, 'aria-label': 'Review' });
  const waiting = make('p', { class: 'story-waiting' }, 'Looking for the moves that decided this game…');
  const chart = new Chart();
  chart.framed.append(progress);
  const axis = make('div', { class: 'story-axis', 'aria-hidden': 'true' });
  const curve = make('figure', { class: 'story-curve' }, chart.framed, axis);
  const caption = make('figcaption');
  curve.append(caption);
  const moments = make('ol', { class: 'story-moments' });
  // The last word of the story, so whoever does not see it hears that it is there.
  const note = make('p', { class: 'small', role: 'status' });
  const sharing = makeButton('Share', () => void shareStory(state), { class: 'story-share' });
  const box = make(
    'section',
    { class: 'story', id: 'story', 'aria-label': 'The story of this game', hidden: true },
    make('div', { class: 'story-head' }, tile, facts, sharing),
    curve,
    moments,
    waiting,
    note,
  );
  element('play').after(box);
  const won = makeButton('Share', () => void shareStory(state), { id: 'message-share' });
  document.querySelector('.message-buttons')?.append(won);
  effect(() => {
    won.hidden = state.game.value.status !== 'won' || state.final.value;
  });
  /** The moments that are drawn, so that the boards are made again only when another move is shown. */
  let drawn = '';
  /** The game whose review has ended: another review changes nothing until it has ended, too. */
  let told = '';
  effect(() => {
    const story = state.story.value;
    box.hidden = story.kind === 'none';
    if (story.kind === 'none') {
      drawn = told = '';
      return moments.replaceChildren();
    }
    const { marks, replay } = story;
    const { players } = replay;
    const review = state.reviews.value.get(replay.text);
    const runs = review?.kind === 'running';
    if (told === replay.text && (runs || !review)) return undefined;
    if (review && !runs) told = replay.text;
    const findings = review?.findings ?? 'none';
    // Until the review has ended, it may find others.
    const deciding = !review || runs ? [] : review.moments;
    const { maxRank } = state.game.value;
    writeText(tile, t(MADE[players], { tile: String(2 ** maxRank) }));
    // The message has the points.
    writeText(facts, inMoves(replay.moves));
    // The AI does not judge its own moves.
    waiting.hidden = !runs || players === 'ai';
    progress.hidden = !runs;
    progress.value = findings === 'none' ? 0 : findings.share;
    showCurve({ marks, moments: deciding, replay }, curveOf(replay, review), { chart, axis, caption });
    const tiles = largestTiles(story);
    const shown = [
      ...tiles.map(({ at }) => at),
      ...deciding.map(({ at, loss, lines }) => `${at}:${Math.round(loss)}:${lines !== 'none'}`),
    ].join();
    if (shown !== drawn)
      replaceRows(moments, [
        ...tiles.map((mark) => makeTile(state, mark, replay)),
        ...deciding.map((moment) => makeMoment(state, moment, replay)),
      ]);
    drawn = shown;
    writeText(note, review ? noteOf(replay, review) : '');
    return undefined;
  });
}

/**
 * @param {Pick<ToldStory, 'marks' | 'replay'> & Pick<Review, 'moments'>} story
 * @param {ReturnType<typeof curveOf>} curve
 * @param {{ chart: Chart, axis: HTMLElement, caption: HTMLElement }} parts
 */
function showCurve({ marks, moments, replay }, { of, values }, { chart, axis, caption }) {
  const most = about(Array.from(values).reduce((a, b) => (b > a ? b : a), 0));
  const end = whole(replay.score(replay.moves));
  chart.show(
    values,
    moments.map(({ at }) => at),
    of === 'score'
      ? t('Score by move, {end} at the end', { end })
      : t('Expected final score: highest {most}, {end} at the end', { most, end }),
    about,
  );
  const expected =
    replay.players === 'ai' ? 'Expected final score by move' : 'Expected final score with moves like these';
  writeText(caption, of === 'score' ? 'Score by move' : expected);
  axis.hidden = marks.length === 0;
  axis.replaceChildren(
    ...apart(marks, replay.moves).map(({ rank, x }) => {
      // Without the colors of a tile it could be the number of a move.
      const mark = tileFace(rank);
      mark.style.setProperty('--at', String(x));
      return mark;
    }),
  );
}

/**
 * The tiles below the curve, the largest first to have room.
 * @param {Mark[]} marks
 * @param {number} moves
 */
function apart(marks, moves) {
  /** @type {{ rank: number, x: number }[]} */
  const chosen = [];
  for (const { rank, at } of marks.toReversed()) {
    const x = at / Math.max(1, moves);
    if (x <= (chosen.at(-1)?.x ?? Infinity) - MARK_WIDTH) chosen.push({ rank, x });
  }
  return chosen.reverse();
}

/** @param {State} state @param {Mark} mark @param {ToldStory['replay']} replay */
function makeTile(state, { rank, at }, replay) {
  const words = { move: whole(at), tile: String(2 ** rank) };
  const id = `story-${at}`;
  return make(
    'li',
    {},
    make('p', {}, make('strong', { id }, t('Move {move}: the first {tile}.', words))),
    make(
      'div',
      { class: 'story-boards' },
      labeledBoard(inPoints(replay.score(at)), replay.ranks(at), replay),
      makeButton('Play from here', () => retryFrom(state, at), { 'aria-describedby': id }),
    ),
  );
}

/** @param {State} state @param {Moment} moment @param {ToldStory['replay']} replay */
function makeMoment(state, moment, replay) {
  const { at, loss } = moment;
  const cost = { move: whole(at + 1), share: percent(loss / 100) };
  const id = `story-${at}`;
  // Which moves of an aided game were the AI's is not known.
  const name = replay.players === 'own' ? undefined : t('Played');
  return make(
    'li',
    {},
    make(
      'p',
      {},
      make('strong', { id }, t('Move {move} cost {share} of the remaining points.', cost)),
      ' ',
      momentInWords(moment),
    ),
    make(
      'div',
      { class: 'story-boards' },
      ...momentBoards(moment, replay, name),
      makeButton('Play from here', () => retryFrom(state, at), { 'aria-describedby': id }),
    ),
  );
}

/**
 * @param {ToldStory['replay']} replay @param {Review} review of it
 * @returns {string} empty before the whole game is reviewed
 */
function noteOf({ players }, { kind, findings, moments, note }) {
  if (kind === 'failed') return note;
  if (kind !== 'done' || findings === 'none' || players === 'ai') return '';
  if (Number.isNaN(findings.accuracy)) return '';
  const words = accuracyInWords(findings) || mistakesInWords(findings);
  return moments.length === 0 ? `${words} ${t('No single move decided this game.')}` : words;
}

/**
 * Shares a picture, the link and a sentence, or the text that the game has of its own.
 * @param {State} state
 */
async function shareStory(state) {
  const tell = (/** @type {string} */ words) => notify(state, words);
  if (state.toShare.value !== '') return share({ text: state.toShare.value }, tell);
  const { score, maxRank, ranks, rows, cols } = state.game.value;
  const title = String(2 ** maxRank);
  const { game, players, sharedBy } = state.session;
  // Until the picture is made, another game may have taken its place.
  const played = game.replay();
  const values = { tile: title, points: inPoints(score) };
  const dare = challenges(played, sharedBy) ? [t('Same tiles. Beat it.')] : [];
  const text = [t(SHARED[players], values), ...dare].join(' ');
  const below = [t(PICTURED[players], values), ...dare].join('\n');
  const picture = await pictureOf({ ranks, rows, cols, title, text: below }).catch(() => null);
  const files = picture ? [new File([picture], 'afterstate-2048.png', { type: 'image/png' })] : [];
  const hash = gameLink(played, sharedBy);
  const url = hash === null ? '' : addressOf(hash); // it may be too long for a link
  await share({ text, url, files }, tell);
}
