// The Puzzles dialog: positions of the site, in which one move is clearly right, and the player's mistakes.

import { messageOf } from '../shared/error.js';
import { EFFORT } from '../ai/effort.js';
import { aiOf } from '../ai/invitation.js';
import { puzzleLink } from '../game/link.js';
import { readPosition } from '../game/board-text.js';
import { nextPuzzle, readPuzzle } from './puzzles.js';
import { Replay } from '../game/replay.js';
import { MOVE } from '../game/acts.js';
import { listenToKeys } from '../game/input.js';
import { listenToSwipes } from '../game/swipe.js';
import { mistakesOf } from './own.js';
import { answer, ask, cannotAsk, judge, makePuzzles } from './state.js';
import { listGames } from '../game/kept-games.js';
import { t, translatable } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { Dialog } from '../shared/dialog.js';
import { make } from '../shared/element.js';
import { PuzzleView } from './view.js';
import { addressOf, share } from '../shared/share.js';
import { PART } from '../shared/notices.js';

/** @import { App } from '../game/app.js' */
/** @import { Puzzle } from './puzzles.js' */
/** @import { Mistake } from './own.js' */
/** @import { Asked } from './state.js' */

/** The most of them, the costliest first. */
const MOST_OWN = 50;
/** The group of the player's own mistakes. */
const OWN = 'own';
/** The groups with their names. @type {Record<string, string>} */
const GROUPS = {
  easy: translatable('Easy'),
  medium: translatable('Medium'),
  hard: translatable('Hard'),
  [OWN]: translatable('Your mistakes'),
};

export default class PuzzlesDialog {
  /** @param {App} app */
  constructor(app) {
    const { state } = app;
    this.app = app;
    this.state = state;
    this.puzzles = makePuzzles(state);
    /** Those of the site; none before they are loaded. @type {Puzzle[]} */
    this.shipped = [];
    /** @type {Mistake[]} */
    this.mistakes = [];
    /** Aborted when another puzzle is shown, or the dialog is closed. */
    this.asking = new AbortController();
    /** The key of the puzzle that was shown last. */
    this.key = '';
    this.dialog = new Dialog({ id: 'puzzles', title: 'Puzzles', onClose: () => this.asking.abort() });
    this.group = make('select', { 'aria-label': 'Which puzzles' });
    this.group.addEventListener('change', () => void this.next());
    this.streak = make('p', { class: 'puzzle-streak' });
    this.view = new PuzzleView(this.puzzles, {
      still: () => state.still.value,
      onMove: (direction) => answer(this.puzzles, direction),
      onNext: () => {
        this.view.focusBoard();
        void this.next();
      },
      onShare: () => void this.share(),
    });
    this.dialog.body.append(
      make('div', { class: 'puzzle-head' }, this.group, this.streak),
      this.view.element,
    );
    listenToKeys(this.dialog.element, {
      actions: [MOVE],
      letters: () => state.settings.value.letters,
      onAction: (_, direction) => answer(this.puzzles, direction),
    });
    listenToSwipes(this.view.parts.frame, (direction) => answer(this.puzzles, direction));
    effect(() => this.showRecord());
    addEventListener('pageshow', ({ persisted }) => persisted && this.askAgain());
  }

  async open() {
    const { value } = this.state.dialog;
    if (value.name !== 'puzzles') return;
    const { shown } = value;
    this.dialog.open();
    await this.dialog.attempt(async () => {
      this.shipped = this.shipped.length > 0 ? this.shipped : await loadPuzzles();
      const { games } = await listGames(this.state.store);
      this.mistakes = mistakesOf(games).slice(0, MOST_OWN);
    });
    this.showRecord();
    if (shown.kind === 'board') {
      const key = shown.ranks;
      const known = this.shipped.find((puzzle) => puzzle.key === key);
      if (known) this.group.value = known.level;
      return this.show(known ?? { key, ranks: readPosition(key).ranks, losses: 'unknown' });
    }
    if (shown.kind === 'own') this.group.value = OWN;
    const { value: now } = this.puzzles.shown;
    // The question about it has ended with the dialog.
    if (shown.kind === 'any' && now.kind === 'asked') this.show(now.puzzle);
    else await this.next();
  }

  /** The puzzles of a group. @param {string} group @returns {(Puzzle | Mistake)[]} */
  listOf(group) {
    return group === OWN ? this.mistakes : this.shipped.filter(({ level }) => level === group);
  }

  showRecord() {
    const { solved, streak, best } = this.puzzles.record.value;
    const { value } = this.group;
    this.group.replaceChildren(
      ...Object.entries(GROUPS).map(([group, name]) => {
        const keys = this.listOf(group).map(({ key }) => key);
        const count = keys.filter((key) => solved.includes(key)).length;
        return new Option(
          t('{group}: {solved} of {all}', { group: t(name), solved: count, all: keys.length }),
          group,
        );
      }),
    );
    this.group.value = value || 'easy';
    this.streak.textContent = t('Streak: {streak} (best: {best})', { streak, best });
  }

  async next() {
    const { puzzles, group } = this;
    const next = nextPuzzle(this.listOf(group.value), this.key, puzzles.record.value.solved);
    if (!next)
      return cannotAsk(
        puzzles,
        group.value === OWN ? translatable('Review a game first; its mistakes appear here.') : PART,
        'none',
      );
    if ('ranks' in next) return this.show(next);
    this.key = next.key;
    try {
      const { game, at, key } = next;
      const replay = await Replay.of(this.state.Game, game.text);
      if (this.key === key) this.show({ key, ranks: replay.ranks(at).slice(), losses: 'unknown' });
    } catch (error) {
      cannotAsk(puzzles, messageOf(error));
    }
  }

  /** @param {Asked} puzzle */
  show(puzzle) {
    this.key = puzzle.key;
    this.asking.abort();
    ask(this.puzzles, puzzle);
    if (puzzle.losses === 'unknown' && this.puzzles.shown.value.kind === 'asked') void this.evaluate(puzzle);
  }

  // ---- the AI judges positions that are not in the file ----

  /** @param {Asked} puzzle */
  async evaluate(puzzle) {
    const { puzzles } = this;
    const { signal } = (this.asking = new AbortController());
    try {
      const ai = aiOf(this.app);
      const position = { ranks: puzzle.ranks, rows: 4, cols: 4 };
      const question = { position, limits: EFFORT.hint, compare: true, waits: true };
      const outcome = await ai.ask(question, { signal });
      if (outcome.kind === 'failed') throw new Error(outcome.message);
      if (outcome.kind !== 'answer') return;
      const { judged } = outcome.report;
      if (!judged) throw new Error('A review needs one of the networks: choose one in the AI’s panel.');
      judge(puzzles, puzzle, judged.losses);
    } catch (error) {
      cannotAsk(puzzles, messageOf(error));
    }
  }

  /** The AI ended when the page was left, and the question with it. A move that was made still waits. */
  askAgain() {
    const { value } = this.puzzles.shown;
    const isAsked = value.kind === 'asked' && value.puzzle.losses === 'unknown';
    if (isAsked && this.dialog.element.open) void this.evaluate(value.puzzle);
  }

  // ---- sharing ----

  async share() {
    const { value } = this.puzzles.shown;
    if (!('puzzle' in value)) return;
    const { ranks } = value.puzzle;
    const text = t('Can you find the best move?');
    const url = addressOf(puzzleLink({ ranks, rows: 4, cols: 4 }));
    await share({ text, url }, (words) => this.dialog.say(words));
  }
}

/** @returns {Promise<Puzzle[]>} rejects with a message for the player */
async function loadPuzzles() {
  const response = await fetch(new URL('./puzzles.json', import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Error(PART);
  /** @type {string[]} */
  const lines = await response.json();
  return lines.map(readPuzzle);
}
