// Puts the trained networks, or those named, into a site: `node tools/models.js MODELS SITE [ID...]`.
//
// Each MODELS/ID.bin becomes SITE/models/ID-HASH.bin, where HASH is the beginning of its SHA-256, so that it
// can be cached forever. SITE/models.json lists them for the page. The table in MODELS/README.md describes
// each network. The forecast for people, models/people.bin, is no network to choose: the list has it under
// `people`, and a site with only the networks named is without it.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/** The version of the list that the page (www/engine/networks.js) reads. */
const VERSION = 1;
/** The first bytes of a network's file: src/eval/ntuple/file.rs. */
const MAGIC = 'AFSMODEL';
/** The first bytes of the forecast for people: src/eval/people/file.rs. */
const PEOPLE_MAGIC = 'AFSPEOPL';
const HASH_LETTERS = 16;

/**
 * @param {string} table models/README.md
 * @param {string} file
 * @returns {string} the last column of the file's row
 */
function about(table, file) {
  const row = table.split('\n').find((line) => line.startsWith(`| \`${file}\` |`));
  const words = row?.split('|').at(-2)?.trim();
  if (!words)
    throw new Error(`models/README.md has no row for ${file}: | \`${file}\` | bytes | what it is |`);
  return words;
}

const [models, site, ...ids] = process.argv.slice(2);
if (!models || !site) throw new Error('usage: node tools/models.js MODELS SITE [ID...]');
const table = await readFile(join(models, 'README.md'), 'utf8');
const all = (await readdir(models)).filter((name) => name.endsWith('.bin')).sort();
const files = ids.length === 0 ? all : ids.map((id) => `${id}.bin`);
await mkdir(join(site, 'models'), { recursive: true });
const list = [];
let people;
for (const name of files) {
  const id = name.slice(0, -'.bin'.length);
  if (!/^[a-z0-9-]{1,40}$/.test(id))
    throw new Error(`${name}: a network is named by small letters, digits and '-'`);
  const content = await readFile(join(models, name));
  const magic = content.toString('latin1', 0, MAGIC.length);
  if (magic !== MAGIC && magic !== PEOPLE_MAGIC) throw new Error(`${name} is no network of afterstate`);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LETTERS);
  const file = `models/${id}-${hash}.bin`;
  await writeFile(join(site, file), content);
  const found = { file, bytes: content.length, format: content.readUInt32LE(MAGIC.length) };
  if (magic === PEOPLE_MAGIC) {
    people = found;
    continue;
  }
  list.push({
    id,
    ...found,
    about: about(table, name),
  });
}
await writeFile(
  join(site, 'models.json'),
  `${JSON.stringify({ version: VERSION, models: list, people }, null, 2)}\n`,
);
