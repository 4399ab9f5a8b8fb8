// The judge of people's moves: grades beside the AI's, and what happens without its file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Findings, expectedOfPlayer, keyMoves } from '../../www/ai/review.js';
import { accuracyInWords, ratingInWords } from '../../www/ai/rating-words.js';
import { rate } from '../../www/ai/rating.js';
import { peopleFile } from '../../www/engine/networks.js';
import { ANSWER, HELLO, REFUSED } from '../../www/engine/requests.js';
import { People } from '../../www/people/people.js';
import { evaluationOf, reportAbout } from './fakes/worker.js';

/** @import { Replay } from '../../www/game/replay.js' */
/** @import { ToWorker } from '../../www/engine/types.js' */
/** @import { Grade, Judgment } from '../../www/pkg/afterstate.js' */

/**
 * A report about Up, the best move, and Right, which gives away this much.
 * @param {number} loss in percent @param {string} grade
 */
const reportOn = (loss, grade) => {
  const worse = { value: 1, loss, grade };
  const moves = [{ value: 2, loss: 0, grade: 'best' }, worse, worse, null];
  return reportAbout(/** @type {any} */ ({ ...evaluationOf(), best: 0, moves }));
};
/**
 * @param {Grade} grade of every move
 * @param {{ loss?: number, matters?: boolean }} [more] @returns {Judgment}
 */
const judgment = (grade, { loss = 6, matters = true } = {}) => ({
  matters,
  stake: 10,
  moves: Array.from({ length: 4 }, () => ({ value: 100, loss, grade })),
});

test('a move is graded by the judge of people’s moves, but the AI’s best move is the best and no other is', () => {
  const report = reportOn(2, 'good');
  assert.deepEqual(rate(report, 1, judgment('mistake')), {
    grade: 'mistake',
    played: 1,
    best: 0,
    loss: 6,
    ai: 2,
  });
  assert.equal(rate(report, 0, judgment('blunder'))?.grade, 'best');
  assert.equal(rate(report, 1, judgment('best'))?.grade, 'good');
  assert.equal(rate(reportOn(0.05, 'best'), 1, judgment('mistake'))?.grade, 'best', 'as good as the AI’s');
  assert.equal(rate(reportOn(40, 'blunder'), 1, judgment('good'))?.grade, 'good');
  assert.equal(rate(report, 1)?.grade, 'good', 'without the judge');
  assert.equal(rate(report, 3, judgment('good')), null, 'not possible');
});

test('where little depends on the move, it is neither praised nor criticized', () => {
  for (const direction of [0, 1]) {
    const rating = rate(reportOn(2, 'good'), direction, judgment('best', { matters: false }));
    assert.equal(rating?.grade, 'even');
    assert.equal(rating && ratingInWords(rating), '', 'the coach is quiet');
  }
});

test('the words for a good move say so, and what the AI would gain if it is much', () => {
  const words = (/** @type {number} */ loss) => {
    const rating = rate(reportOn(loss, 'blunder'), 1, judgment('good'));
    return rating && ratingInWords(rating);
  };
  assert.equal(words(2), 'Good move. Up was a little better.');
  assert.equal(words(50), 'Good move: you are still fine. The AI would make 100% more points with Up.');
  const mistake = rate(reportOn(50, 'blunder'), 1, judgment('mistake'));
  assert.equal(mistake && ratingInWords(mistake), 'Mistake (−6%). Up was better.');
});

/** A game of moves to the right. @param {number} moves @param {'own' | 'ai'} [players] @returns {Replay} */
const replayOf = (moves, players = 'own') =>
  /** @type {any} */ ({ moves, players, score: () => 0, direction: () => 1 });

test('a review counts what the judge says, and the AI’s own losses decide nothing', () => {
  const moves = 40;
  const people = {
    moves: Array.from({ length: moves }, (_, at) => ({
      grade: /** @type {Grade} */ (at % 2 === 0 ? 'mistake' : 'good'),
      loss: 10,
      cost: at,
      matters: at < 20,
    })),
    points: Array.from({ length: moves + 1 }, (_, at) => 1000 - at),
  };
  const findings = new Findings(replayOf(moves), people);
  for (let at = 0; at < moves; at++) findings.add(at, reportOn(1, 'good'));
  assert.deepEqual(findings.counts, { best: 0, good: 10, inaccuracy: 0, mistake: 10, blunder: 0 });
  assert.equal(accuracyInWords(findings), 'Good where it mattered: 10 of 20.', 'they are few');
  assert.deepEqual(keyMoves(findings, 2), [18, 10]);
  assert.deepEqual(expectedOfPlayer(findings), people.points);
  const ofAi = new Findings(replayOf(moves, 'ai'), people);
  assert.deepEqual(expectedOfPlayer(ofAi), [], 'of its games the AI says more');
  const alone = new Findings(replayOf(moves));
  for (let at = 0; at < moves; at++) alone.add(at, reportOn(1, 'good'));
  assert.equal(accuracyInWords(alone), '100% of the moves were best or almost best.');
});

test('a move on which judge and AI disagree counts neither as good nor as bad', () => {
  const of = (/** @type {Grade} */ judged, /** @type {number} */ loss, /** @type {Grade} */ ai) => {
    const moves = 60;
    const one = { grade: judged, loss: 6, cost: 1, matters: true };
    const findings = new Findings(replayOf(moves), {
      moves: Array.from({ length: moves }, () => one),
      points: [],
    });
    for (let at = 0; at < moves; at++) findings.add(at, reportOn(loss, ai));
    return { ...findings.counted, words: accuracyInWords(findings) };
  };
  assert.deepEqual(of('mistake', 0.05, 'best'), { good: 0, all: 0, words: '' });
  assert.deepEqual(of('good', 30, 'blunder'), { good: 0, all: 0, words: '' });
  assert.equal(of('good', 0.05, 'best').words, 'Of the moves where it mattered, 100% were good.');
  assert.equal(of('good', 2, 'good').words, 'Of the moves where it mattered, 100% were good.');
  assert.equal(of('mistake', 2, 'good').words, 'Of the moves where it mattered, 0% were good.');
  assert.equal(of('mistake', 30, 'blunder').words, 'Of the moves where it mattered, 0% were good.');
});

/** @type {(people: unknown) => typeof fetch} */
const site = (people) => async () => Response.json({ version: 1, models: [], people });

test('the site lists the file of the judge, or has none', async () => {
  const file = 'models/people-0123456789abcdef.bin';
  assert.match(
    (await peopleFile(site({ file, bytes: 10 })))?.url ?? '',
    /\/models\/people-0123456789abcdef\.bin$/,
  );
  for (const other of [undefined, { file: '../x.bin', bytes: 10 }, { file, bytes: -1 }, 'people'])
    assert.equal(await peopleFile(site(other)), null);
});

const FILE = { url: 'https://example.org/people.bin', bytes: 10 };
const JUDGE = /** @type {const} */ ({
  ask: 'judge',
  position: { ranks: new Uint8Array(16), rows: 4, cols: 4 },
});

/** @param {(question: any) => unknown} answer throws to refuse; a promise that never resolves answers late */
function fakeWorker(answer) {
  /** @type {any} */
  const worker = {
    ended: false,
    terminate: () => (worker.ended = true),
    async postMessage(/** @type {Extract<ToWorker, { question: any }>} */ { id, question }) {
      try {
        const value = await answer(question);
        worker.onmessage({ data: { type: ANSWER, id, value } });
      } catch (error) {
        worker.onmessage({ data: { type: REFUSED, id, message: String(error) } });
      }
    },
  };
  setTimeout(() => worker.onmessage({ data: { type: HELLO, nested: false, lock: null } }));
  return worker;
}

test('the file is loaded with the first question, once, and again after the workers have ended', async () => {
  /** @type {string[]} */
  const asked = [];
  const people = new People({
    find: async () => FILE,
    makeWorker: () => fakeWorker(({ ask }) => (asked.push(ask), ask === 'start' ? 7 : 'judged')),
  });
  assert.deepEqual([people.known.value, asked.length], ['unknown', 0]);
  const answers = await Promise.all([people.ask(JUDGE), people.ask(JUDGE)]);
  assert.deepEqual(answers, ['judged', 'judged']);
  assert.deepEqual(asked, ['start', 'judge', 'judge']);
  assert.deepEqual([people.known.value, people.checksum], ['ready', 7]);
  people.end();
  await people.ask(JUDGE);
  assert.deepEqual(asked.slice(3), ['start', 'judge']);
  people.end();
});

test('without the file, with data saving, or on another board, nothing is loaded and nothing is said', async () => {
  const makeWorker = () => assert.fail('no worker');
  for (const options of [
    { find: async () => null },
    { find: () => Promise.reject(new Error('offline')) },
    { find: async () => FILE, surroundings: { connection: { saveData: true } } },
  ]) {
    const people = new People({ ...options, makeWorker });
    assert.equal(await people.ask(JUDGE), null);
    assert.equal(people.known.value, 'missing');
  }
  const unwanted = new People({ find: async () => FILE, makeWorker, isWanted: () => false });
  assert.equal(await unwanted.ask(JUDGE), null);
  const people = new People({ find: async () => FILE, makeWorker });
  assert.equal(
    await people.ask({ ask: 'judge', position: { ranks: new Uint8Array(25), rows: 5, cols: 5 } }),
    null,
  );
  assert.equal(people.known.value, 'unknown');
});

test('a file that is damaged, or slow, delays no answer for long', async () => {
  const damaged = new People({
    find: async () => FILE,
    makeWorker: () =>
      fakeWorker(() => {
        throw new Error('damaged');
      }),
  });
  assert.equal(await damaged.ask(JUDGE), null);
  assert.equal(damaged.known.value, 'missing');
  const slow = new People({
    find: async () => FILE,
    makeWorker: () => fakeWorker(() => new Promise(() => {})),
    loadsWithinMs: 20,
  });
  assert.equal(await slow.ask(JUDGE), null);
  assert.equal(slow.known.value, 'unknown');
  slow.end();
});
