// Plain words: what a person reads uses the field's terms, not words of our own (CONTRIBUTING.md, "How to write"). This
// covers the docs, the pages, comments, messages and test names.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);

/** The word, what to write instead, and uses with the ordinary meaning. @type {[word: string, instead: string, plain?: RegExp][]} */
const WORDS = [
  ['rooms?', 'module', /\b(?:there is|is no|with|leaves|has) room\b|\broom (?:for|can)\b/gi],
  ['doors?', 'entry point'],
  ['houses?', 'layout'],
  ['twins?', 'reference implementation'],
  ['remembering', 'cache'],
  ['lagging', 'low-value', /lagging-(?:\d\.csv|plies)/g],
  ['cuts', 'depth reductions'],
  ['savings', 'saved budget'],
  ['accounts?', 'time manager', /\bno account\b|\binto account\b/gi],
  ['pace', 'speed'],
  ['spend', 'budget', /spend=mean|, spend\b/g],
  ['courses?', 'game setup', /\bcourse page\b/g],
  ['shelf', 'store'],
  ['crews?', 'worker pool'],
  ['clerks?|desks?', 'what it does, such as result store'],
  ['films?', 'replay'],
  ['hands?', 'pointer', /\b(?:by|By) hand\b|\b[Hh]and (?:count|sum)s?\b/g],
  ['wish(?:es)?', 'option'],
  ['(?:the|its|their) looks?', 'appearance'],
  ['chances', 'odds, probabilities'],
  ['news', 'status, progress event'],
  ['tells?|told|telling', 'show, report, announce, distinguish', /\btold apart\b|\btell apart\b/g],
  ['heard', 'receive'],
  ['margin', 'pruning margin', /\bpruning margin\b/gi],
  ['built-in engine', 'built-in heuristic'],
  ['line of (?:a|the) hint', 'expected moves'],
  ['value of a lost board', 'terminal value'],
  ['catalogues?', 'catalog'],
  ['thousands? (?:of )?millions?', 'billion'],
  ['leaves out', 'what the module is for'],
  ['knows', 'has, holds, accepts'],
  ['speaks', 'implements, uses'],
  ['looked at less deep', 'searched to a reduced depth'],
  ['neither lucky nor unlucky', 'average luck'],
  ['relative values', 'higher is better'],
  ['most was lost', 'biggest mistakes'],
  ['by lightness', 'color-blind friendly'],
  ['like the system', 'match system'],
  ['another strategy play', 'choose another AI'],
  ['is worth [\\d,]+; the next best', 'is best (…)'],
  ['nothing has been played', 'no games yet'],
  ['it costs nothing', 'free'],
  ['(?:asked|kept) (?:is|are) (?:the|a|\\d)\\S*', 'a sentence that starts with its subject', /[\w’'] (?:asked|kept) (?:is|are) \S+/gi],
];
/** `says` and `said` of code; a paper, or a person, may say something. */
const SAYS = /\b(?:says|speaks)\b/i;
const OF_PAPERS = /^(?:docs\/papers|docs\/results\/papers|src\/papers|src\/cli\/reproduce|www\/lab\/presets)/;

const SKIPPED = /(?:^|\/)(?:package-lock\.json|Cargo\.lock|CODE_OF|LICENSE)|^www\/text\/..\.json|^tests\/data\/|^tests\/js\/words\.test\.js/;
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  .filter((file) => /\.(?:md|rs|js|ts|css|html|sh|json|toml|yml)$/.test(file) && !SKIPPED.test(file));

/** What a person reads in a line of code: the comment, texts of several words, the name of a test. @param {string} line @param {boolean} inside a comment of several lines @param {boolean} hashes a comment starts with # */
function readable(line, inside, hashes) {
  const comment = inside ? line : (hashes ? /(?:^|\s)#.*/ : /(?:^|\s)\/\/.*|\/\*.*?(?:\*\/|$)/).exec(line)?.[0] ?? '';
  const texts = Array.from(line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g), ([, a, b, c]) => a ?? b ?? c ?? '')
    .filter((text) => /[a-z] [a-z]/i.test(text));
  const name = /^\s*(?:async )?fn (\w+)\(\)/.exec(line)?.[1]?.replaceAll('_', ' ') ?? '';
  return [comment.replace(/`[^`]*`/g, ''), ...texts, name].join(' ').trim();
}

/** Each line that a person reads. @param {string} file @param {string} text @returns {string[]} by line; empty for none */
function prose(file, text) {
  let [inside, fenced] = [false, false];
  return text.split('\n').map((line) => {
    if (file.endsWith('.md')) {
      if (line.startsWith('```')) fenced = !fenced;
      return fenced || line.startsWith('    ') ? '' : line.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
    }
    if (file.endsWith('.html')) return line.replace(/<[^>]*>/g, ' ');
    if (file.endsWith('.json')) return line;
    const words = readable(line, inside, /\.(?:sh|toml|yml)$/.test(file));
    if (/\/\*/.test(line)) inside = true;
    if (/\*\//.test(line)) inside = false;
    return words;
  });
}

/** @param {string} words @returns {string[]} the private words in it, each with what to write instead */
const privateWords = (words) => WORDS.flatMap(([word, instead, plain]) => {
  const found = new RegExp(`\\b(?:${word})\\b`, 'i').exec(plain ? words.replace(plain, '') : words);
  return found ? [`"${found[0]}": write ${instead}`] : [];
});

test('texts, comments and test names use plain words', () => {
  const found = files.flatMap((file) => prose(file, readFileSync(new URL(file, ROOT), 'utf8')).flatMap((words, line) => [
    ...privateWords(words), ...(SAYS.test(words) && !OF_PAPERS.test(file) ? ['"says" is for people and papers: write states, shows, returns'] : []),
  ].map((problem) => `${file}:${line + 1}: ${problem}`)));
  assert.deepEqual(found, []);
});

test('a private word is found in a comment, a text, a test name and a page, and code is not read', () => {
  const found = (/** @type {string} */ file, /** @type {string} */ text) => prose(file, text).flatMap(privateWords).length;
  assert.equal(found('a.rs', '/// The crew of workers.'), 1);
  assert.equal(found('a.js', "/*\n * What it knows.\n */"), 1);
  assert.equal(found('a.js', "show('Where most was lost');"), 1);
  assert.equal(found('a.rs', 'fn the_twin_agrees() {'), 1);
  assert.equal(found('a.html', '<b class="x">By lightness</b>'), 1);
  assert.equal(found('a.md', 'Asked are 20 games.\n\n    crew\n'), 1);
  assert.equal(found('a.js', 'const crew = told(room); // the reference, by hand'), 0);
});
