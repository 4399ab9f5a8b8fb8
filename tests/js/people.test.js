// The judge of people's moves: grades beside the AI's, and what happens without its file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Findings, expectedOfPlayer, keyMoves } from '../../www/ai/review.js';
import { accuracyInWords, ratingInWords } from '../../www/ai/rating-words.js';
import { rate } from '../../www/ai/rating.js';
import { peopleFile } from '../../www/engine/networks.js';
import { EngineClient } from '../../www/engine/client.js';
import { FakeWorker, evaluationOf, reportAbout } from './fakes/worker.js';

/** @import { Replay } from '../../www/game/replay.js' */
/** @import { PeopleOptions } from '../../www/engine/people.js' */
/** @import { Script } from './fakes/worker.js' */
/** @import { Grade, Judgment } from '../../www/pkg/afterstate.js' */

/**
 * A report about Up, the best move, and Right, which gives away this much.
 * @param {number} loss in percent @param {string} grade @param {Judgment} [people]
 */
const reportOn = (loss, grade, people) => {
  const worse = { value: 1, loss, grade };
  const moves = [{ value: 2, loss: 0, grade: 'best' }, worse, worse, null];
  return reportAbout(/** @type {any} */ ({ ...evaluationOf(), best: 0, moves, people }));
};
/**
 * @param {Grade} grade of every move
 * @param {{ loss?: number, matters?: boolean, cost?: number }} [more] `cost`: of Right @returns {Judgment}
 */
const judgment = (grade, { loss = 6, matters = true, cost = 0 } = {}) => ({
  matters,
  stake: 10,
  moves: Array.from({ length: 4 }, (_, way) => ({ value: way === 1 ? 100 : 100 + cost, loss, grade })),
});

test('a move is graded by the judge of people’s moves, but the AI’s best move is the best and no other is', () => {
  const good = (/** @type {Judgment} */ people, played = 1) => rate(reportOn(2, 'good', people), played);
  assert.deepEqual(good(judgment('mistake')), { grade: 'mistake', played: 1, best: 0, loss: 6, ai: 2 });
  assert.equal(good(judgment('blunder'), 0)?.grade, 'best');
  assert.equal(good(judgment('best'))?.grade, 'good');
  const other = (/** @type {number} */ loss, /** @type {string} */ grade, /** @type {Judgment} */ people) =>
    rate(reportOn(loss, grade, people), 1)?.grade;
  assert.equal(other(0.05, 'best', judgment('mistake')), 'best', 'as good as the AI’s');
  assert.equal(other(40, 'blunder', judgment('good')), 'good');
  assert.equal(rate(reportOn(2, 'good'), 1)?.grade, 'good', 'without the judge');
  assert.equal(good(judgment('good'), 3), null, 'not possible');
});

test('where little depends on the move, it is neither praised nor criticized', () => {
  for (const direction of [0, 1]) {
    const rating = rate(reportOn(2, 'good', judgment('best', { matters: false })), direction);
    assert.equal(rating?.grade, 'even');
    assert.equal(rating && ratingInWords(rating), '', 'the coach is quiet');
  }
});

test('the words for a good move say so, and what the AI would gain if it is much', () => {
  const words = (/** @type {number} */ loss) => {
    const rating = rate(reportOn(loss, 'blunder', judgment('good')), 1);
    return rating && ratingInWords(rating);
  };
  assert.equal(words(2), 'Good move. Up was a little better.');
  assert.equal(words(50), 'Good move: you are still fine. The AI would make 100% more points with Up.');
  const mistake = rate(reportOn(50, 'blunder', judgment('mistake')), 1);
  assert.equal(mistake && ratingInWords(mistake), 'Mistake\u00a0(−6%). Up was better.');
});

/** A game of moves to the right. @param {number} moves @param {'own' | 'ai'} [players] @returns {Replay} */
const replayOf = (moves, players = 'own') =>
  /** @type {any} */ ({ moves, players, score: () => 0, direction: () => 1 });

test('a review counts what the judge says, and the AI’s own losses decide nothing', () => {
  const moves = 40;
  const people = (/** @type {number} */ at) =>
    judgment(at % 2 === 0 ? 'mistake' : 'good', { loss: 10, cost: at, matters: at < 20 });
  const points = Array.from({ length: moves + 1 }, (_, at) => 1000 - at);
  const findings = Object.assign(new Findings(replayOf(moves)), { points });
  for (let at = 0; at < moves; at++) findings.add(at, reportOn(1, 'good', people(at)));
  assert.deepEqual(findings.counts, { best: 0, good: 10, inaccuracy: 0, mistake: 10, blunder: 0 });
  assert.equal(accuracyInWords(findings), 'Good where it mattered: 10 of 20.', 'they are few');
  assert.deepEqual(keyMoves(findings, 2), [18, 10]);
  assert.deepEqual(expectedOfPlayer(findings), points);
  const ofAi = Object.assign(new Findings(replayOf(moves, 'ai')), { points });
  assert.deepEqual(expectedOfPlayer(ofAi), [], 'of its games the AI says more');
  const alone = new Findings(replayOf(moves));
  // The first board decides who grades.
  for (let at = 0; at < moves; at++) alone.add(at, reportOn(1, 'good', at > 0 ? people(at) : undefined));
  assert.equal(alone.accuracy, 1);
  assert.equal(accuracyInWords(alone), '', 'the AI alone praises nobody');
});

test('a move on which judge and AI disagree counts neither as good nor as bad', () => {
  const of = (/** @type {Grade} */ judged, /** @type {number} */ loss, /** @type {Grade} */ ai) => {
    const moves = 60;
    const findings = new Findings(replayOf(moves));
    for (let at = 0; at < moves; at++) findings.add(at, reportOn(loss, ai, judgment(judged)));
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
/** @type {import('../../www/engine/types.js').PeopleQuestion} */
const LEVEL = { ask: 'level', played: [], scores: [5] };

/** An engine with a judge. @param {Partial<PeopleOptions>} [options] @param {Script} [script] */
function setUp(options, script) {
  /** @type {FakeWorker[]} */
  const workers = [];
  const client = new EngineClient({
    tiers: ['single'],
    threads: 1,
    people: { find: async () => FILE, ...options },
    makeWorker: () => {
      const worker = new FakeWorker(script);
      workers.push(worker);
      return worker;
    },
  });
  const { people } = client;
  assert.ok(people);
  /** What the workers were asked about people. */
  const asked = () => workers.flatMap(({ received }) => received.flatMap(({ ask }) => ABOUT[ask] ?? []));
  return { client, people, workers, asked };
}
/** @type {Record<string, string>} */
const ABOUT = { people: 'file', level: 'level' };

test('the file is loaded with the first question, once, and again by the next engine', async () => {
  const { client, people, asked } = setUp();
  assert.deepEqual([people.isUsed, people.isLoaded, asked().length], [false, false, 0]);
  assert.deepEqual(await Promise.all([people.ask(LEVEL), people.ask(LEVEL)]), ['level', 'level']);
  assert.deepEqual(asked(), ['file', 'level', 'level']);
  assert.deepEqual([people.isLoaded, people.checksum], [true, 7]);
  client.end();
  assert.equal(people.isLoaded, false);
  await people.ask(LEVEL);
  assert.deepEqual(asked().slice(3), ['file', 'level']);
  client.end();
});

test('a comparison loads the file where it wants grades for people, and every later one has them', async () => {
  const judged = { ...evaluationOf(), people: judgment('mistake') };
  let isRead = false;
  const { client, people, workers, asked } = setUp(undefined, {
    people: (worker, { id }) => worker.answer(id, ((isRead = true), 7)),
    evaluate: (worker, { id }) => worker.answer(id, isRead ? judged : evaluationOf()),
  });
  const position = { ranks: new Uint8Array(16), rows: 4, cols: 4 };
  client.use({ id: 'lite', name: 'Lite', url: 'https://example.org/lite.bin', bytes: 100 }, []);
  const compare = async (/** @type {boolean} */ judge) => {
    const outcome = await client.ask({ position, limits: { nodes: 5 }, compare: true, judge });
    return outcome.kind === 'answer' ? outcome.report.judged?.people?.[0]?.grade : outcome;
  };
  assert.deepEqual([await compare(false), people.isUsed], [undefined, false]);
  assert.equal(await compare(true), 'mistake');
  workers[0]?.crash('gone');
  isRead = false;
  assert.equal(await compare(false), 'mistake', 'by the engine that takes its place');
  assert.deepEqual(asked(), ['file', 'file']);
  client.end();
});

test('without the file, or with data saving, nothing is loaded and nothing is said', async () => {
  for (const options of [
    { find: async () => null },
    { find: () => Promise.reject(new Error('offline')) },
    { surroundings: { connection: { saveData: true } } },
    { isWanted: () => false },
  ]) {
    const { people, workers } = setUp(options);
    assert.equal(await people.ask(LEVEL), null);
    assert.deepEqual([people.isLoaded, workers], [false, []]);
  }
});

test('a file that is damaged, or slow, delays no answer for long', async () => {
  const damaged = setUp(undefined, { people: (worker, { id }) => worker.refuse(id, 'damaged') });
  assert.equal(await damaged.people.ask(LEVEL), null);
  assert.equal(await damaged.people.ask(LEVEL), null);
  assert.deepEqual(damaged.asked(), ['file'], 'it is not tried again at once');
  damaged.client.end();
  const slow = setUp({ loadsWithinMs: 20 }, { people: () => {} });
  assert.equal(await slow.people.ask(LEVEL), null);
  assert.equal(slow.people.isLoaded, false);
  slow.client.end();
});
