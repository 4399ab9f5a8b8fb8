// Draws a race: the choice of the rival, the rival's board, the clock, and the result.

import { RIVALS } from '../game/rivals.js';
import { choose, leave, rematch, resume, tryAgain } from './state.js';
import { notify, say } from '../shared/notices.js';
import { inPoints, percent, plural, t, whole } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { makeBoard } from '../game/board-parts.js';
import { tileFace } from '../game/board-view.js';
import { buttonRow, make, makeButton, writeText } from '../shared/element.js';
import { momentBoards, momentInWords } from '../ai/moment-view.js';
import { element } from '../shared/page.js';
import { directionInWords } from '../shared/phrases.js';
import { share } from '../shared/share.js';

/** @import { BoardState } from '../game/types.js' */
/** @import { Challenge, Parting, Race, Result } from './state.js' */

/**
 * What the page does: starts a race, and makes the link to the player's game.
 * @typedef {{ begin: () => void, linkOf: () => string }} Acts
 */

/** @param {Race} race @param {Acts} acts */
export function showRace(race, acts) {
  showSetup(race, acts);
  showRival(race);
  showOutcome(race, acts);
}

/** @param {Race} race @param {Acts} acts */
function showSetup(race, { begin }) {
  const { challenge, opponent, phase, unfinished } = race;
  const cards = RIVALS.map((rival) => {
    const input = make('input', { type: 'radio', name: 'rival', value: rival.id });
    input.addEventListener('change', () => choose(race, rival));
    return {
      rival,
      input,
      card: make(
        'label',
        { class: 'rival-card' },
        make('span', { class: 'rival-tile', 'aria-hidden': 'true' }, tileFace(rival.makes)),
        input,
        make('strong', {}, rival.name),
        make('span', { class: 'rival-about' }, rival.about),
      ),
    };
  });
  const dare =
    challenge === 'none'
      ? []
      : [make('p', { class: 'race-dare' }, t('Beat {points}.', { points: inPoints(challenge.score) }))];
  const startButton = makeButton('Start', begin, { class: 'strong', id: 'start' });
  const saved = make('p');
  const unfinishedBox = make(
    'div',
    { class: 'race-unfinished' },
    saved,
    makeButton('Continue this race', () => resume(race), { class: 'strong', id: 'resume' }),
  );
  element('setup').prepend(
    unfinishedBox,
    make('p', {}, 'Two boards, the same tiles. The AI moves when you do; whoever lasts longer wins.'),
    ...dare,
    make('fieldset', { class: 'rivals' }, make('legend', {}, 'Your rival'), ...cards.map(({ card }) => card)),
    startButton,
  );
  element('leave').append(makeButton('New race', () => leave(race)));
  effect(() => {
    for (const card of cards) card.input.checked = card.rival === opponent.value;
  });
  effect(() => {
    const { value } = unfinished;
    unfinishedBox.hidden = value.kind === 'none';
    if (value.kind === 'saved')
      writeText(
        saved,
        t('Your race against {name} is not over. You have {points}.', {
          name: t(value.rival.name),
          points: inPoints(value.score),
        }),
      );
  });
  let before = phase.value.kind;
  effect(() => {
    const { kind } = phase.value;
    element('setup').hidden = kind !== 'choosing';
    element('leave').hidden = kind !== 'preparing' && kind !== 'running';
    // The button that led here is gone.
    if (kind === 'choosing' && before !== kind) startButton.focus({ preventScroll: true });
    before = kind;
  });
}

/** @param {Race} race */
function showRival({ challenge, opponent, phase, player, rival }) {
  const { frame, board, cells } = makeBoard({ 'aria-label': 'The rival’s board' });
  const name = make('h2', { id: 'rival-name' });
  const score = make('strong');
  const note = make('p', { class: 'lane-note' });
  const toBeat = make('p', { class: 'lane-beat' });
  element('rival').append(
    make(
      'header',
      { class: 'lane-head' },
      name,
      make('p', { class: 'lane-score' }, make('span', { class: 'sr-only' }, 'Score'), ' ', score),
    ),
    frame,
    note,
    toBeat,
  );
  board.setSize(4, 4);
  cells.setSize(4, 4);
  let drawn = -1;
  effect(() => writeText(name, t(opponent.value.name)));
  effect(() => {
    const { change, ranks, moves, score: points } = rival.game.value;
    if (change.kind === 'step' && moves === drawn + 1)
      board.play(change.step, ranks, rival.still.value ? 0 : 200);
    else board.showSoon(ranks);
    drawn = moves;
    cells.show(ranks);
    writeText(score, whole(points));
  });
  effect(() => {
    const now = phase.value;
    if (now.kind === 'running') {
      const [mine, its] = [player.game.value, rival.game.value];
      // In between, the rival has not answered yet.
      if (mine.moves <= its.moves)
        writeText(note, leadInWords(mine.score - its.score, t(opponent.value.name)));
    } else
      writeText(
        note,
        now.kind === 'preparing' ? t('Getting ready: {share}', { share: percent(now.share) }) : '',
      );
  });
  effect(() => {
    const same = challenge !== 'none' && challenge.seed === player.game.value.seed;
    toBeat.hidden = !same || phase.value.kind !== 'running';
    if (same) writeText(toBeat, t('To beat: {points}', { points: inPoints(challenge.score) }));
  });
  effect(() => {
    element('play').toggleAttribute('inert', phase.value.kind === 'choosing');
  });
}

/**
 * How the race stands, and what decides it.
 * @param {number} lead of the player, in points @param {string} name of the rival
 */
export function leadInWords(lead, name) {
  const points = inPoints(Math.abs(lead));
  const now =
    lead === 0
      ? t('Same score.')
      : lead > 0
        ? t('You are {points} ahead.', { points })
        : t('{name} is {points} ahead.', { name, points });
  return `${now} ${t('Whoever lasts longer wins.')}`;
}

/** @param {Race} race @param {Acts} acts */
function showOutcome(race, { linkOf }) {
  const { challenge, opponent, phase, parting, player, rival } = race;
  const box = element('outcome');
  const title = make('h2');
  const detail = make('p');
  const moment = make('div', { class: 'moment' });
  const again = makeButton('Play from here', () => {
    const { value } = parting;
    if (value.kind === 'known') tryAgain(race, value.at);
  });
  const sharing = makeButton('Share', () => {
    const text = t('I scored {points} against {name} on the same tiles. Can you beat that?', {
      points: inPoints(player.game.value.score),
      name: t(opponent.value.name),
    });
    void share({ text, url: linkOf() }, (words) => notify(player, words));
  });
  const same = makeButton('Same tiles again', () => rematch(race));
  const another = makeButton('New race', () => leave(race));
  // The buttons are in sight before the turning point is found, and stay where they are.
  const buttons = buttonRow(same, another, sharing);
  box.append(title, detail, buttons, moment);
  effect(() => {
    const now = phase.value;
    box.hidden = now.kind !== 'over' && now.kind !== 'failed';
    same.hidden = now.kind !== 'over';
    // Nobody has to beat a game whose tiles were known.
    const { undone } = player.session;
    sharing.hidden = same.hidden || undone;
    if (now.kind === 'failed') {
      another.classList.add('strong');
      writeText(title, t('The race has stopped.'));
      writeText(detail, t('The rival can’t play: {reason}.', { reason: now.text }));
    }
    if (now.kind === 'over') {
      const name = t(opponent.value.name);
      const [mine, its] = [player.game.value, rival.game.value];
      const words = outcomeInWords(now.result, undone ? 'none' : challenge, mine, its, name);
      writeText(title, words.title);
      writeText(detail, words.detail);
      // Who lost wants to try these tiles once more; who won, others.
      same.classList.toggle('strong', !words.won);
      another.classList.toggle('strong', words.won);
      buttons.scrollIntoView({ block: 'nearest', behavior: player.still.value ? 'auto' : 'smooth' });
    }
    if (!box.hidden) say(player, `${title.textContent} ${detail.textContent}`);
  });
  effect(() => {
    const { value } = parting;
    moment.replaceChildren(...partingInWords(value, t(opponent.value.name), again));
    if (box.hidden || value.kind === 'unknown' || value.kind === 'searching') return;
    const words = String(moment.firstElementChild?.textContent);
    // Without a search it follows the result so soon that only the later sentence is read.
    say(player, value.kind === 'known' ? words : `${title.textContent} ${detail.textContent} ${words}`);
  });
}

/**
 * @param {Parting} parting @param {string} name of the rival
 * @param {HTMLElement} again the button that plays from there
 * @returns {Node[]}
 */
function partingInWords(parting, name, again) {
  if (parting.kind === 'unknown') return [];
  if (parting.kind === 'searching')
    return [make('p', {}, t('Finding the turning point: {share}', { share: percent(parting.share) }))];
  if (parting.kind === 'unjudged')
    return [make('p', {}, 'Data saving is on, so no network is loaded to find the turning point.')];
  if (parting.kind === 'none') return [make('p', {}, 'The games stayed level to the end.')];
  const move = whole(parting.at + 1);
  if (parting.side === 'tiles')
    return [
      make('p', {}, t('Turning point, move {move}. No mistake: the tiles decided it.', { move })),
      again,
    ];
  const { moment } = parting;
  const words = { move, name, played: directionInWords(moment.played) };
  const mine = parting.side === 'player';
  return [
    make(
      'p',
      {},
      make(
        'strong',
        {},
        mine
          ? t('Turning point, move {move}: you played {played}.', words)
          : t('Turning point, move {move}: {name} played {played}.', words),
      ),
      ' ',
      momentInWords(moment),
    ),
    make(
      'div',
      { class: 'moment-boards' },
      ...momentBoards(moment, { rows: 4, cols: 4 }, mine ? undefined : name),
      again,
    ),
  ];
}

/** @param {Result} result @param {string} name */
function titleOf({ winner }, name) {
  if (winner === 'player') return t('You win!');
  return winner === 'rival' ? t('{name} wins.', { name }) : t('A draw!');
}

/**
 * What a link asked for comes first, then the race.
 * @param {Result} result
 * @param {Challenge | 'none'} challenge
 * @param {Pick<BoardState, 'moves' | 'score' | 'seed'>} mine
 * @param {Pick<BoardState, 'moves' | 'score'>} its
 * @param {string} name of the rival
 */
export function outcomeInWords(result, challenge, mine, its, name) {
  const race = titleOf(result, name);
  const detail = detailOf(result, mine, its, name);
  if (challenge === 'none' || mine.seed !== challenge.seed)
    return { title: race, detail, won: result.winner === 'player' };
  const won = mine.score > challenge.score;
  const words = { points: inPoints(challenge.score) };
  return {
    title: won ? t('Challenge beaten: {points}.', words) : t('Challenge not beaten: {points}.', words),
    detail: `${race} ${detail}`,
    won,
  };
}

/**
 * @param {Pick<Result, 'stuck'>} result
 * @param {Pick<BoardState, 'moves' | 'score'>} mine @param {Pick<BoardState, 'moves' | 'score'>} its
 * @param {string} name of the rival
 */
export function detailOf(result, mine, its, name) {
  const scores = t('You scored {points}, {name} scored {its}.', {
    points: inPoints(mine.score),
    its: whole(its.score),
    name,
  });
  return `${endInWords(result, mine.moves, its.moves, name)} ${scores}`;
}

/**
 * @param {Pick<Result, 'stuck'>} result @param {number} mine moves @param {number} its @param {string} name
 */
function endInWords({ stuck }, mine, its, name) {
  if (stuck === 'both') return plural(mine, 'Both lasted {n} move.', 'Both lasted {n} moves.');
  return stuck === 'player'
    ? plural(mine, 'You got stuck after {n} move.', 'You got stuck after {n} moves.')
    : plural(its, '{name} got stuck after {n} move.', '{name} got stuck after {n} moves.', { name });
}
