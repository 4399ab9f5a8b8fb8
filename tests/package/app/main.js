// What every bundler is given: rules, engine, network and element, and what came of it in
// `globalThis.result`.

import { Game, initialize } from 'afterstate';
import { lite } from 'afterstate/models/lite';
import { createEngine } from 'afterstate/worker';
import 'afterstate/element';

const LIMITS = { ply: 3, line: false };

export async function run(options = {}) {
  await initialize();
  const game = new Game(4, 4, 42n);
  while (game.moves < 30 && [2, 1, 0, 3].some((direction) => game.play(direction)));
  const engine = await createEngine({ network: lite, ...options });
  const { values } = await engine.search(game, LIMITS);
  const plies = [];
  for await (const { ply } of engine.deepen(game, LIMITS)) plies.push(ply);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const aborted = await engine.search(game, { timeMs: 60_000, signal: controller.signal }).then(
    () => 'no',
    (error) => error.name,
  );
  const again = await engine.search(game, LIMITS);
  const { threads, network } = engine;
  engine.close();
  return { values, plies, aborted, same: String(again.values) === String(values), threads, network };
}

globalThis.result = undefined;
if (typeof document !== 'undefined') {
  run(globalThis.options).then(
    (result) => {
      globalThis.result = result;
    },
    (error) => {
      globalThis.result = { failed: `${error.code} ${error.stack}` };
    },
  );
}
