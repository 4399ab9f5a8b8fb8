// Makes modules of WebAssembly smaller and faster by Binaryen, and replaces them: `node tools/optimize.js
// FILE... [--small FILE...]`. Those after --small get small before fast.
//
// It takes seconds until Node has compiled Binaryen itself: so one process for many modules.

import { readFile, rename, writeFile } from 'node:fs/promises';
import process from 'node:process';
import binaryen from 'binaryen';

// As `wasm-opt` does, but this does not by itself.
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);

let small = false;
for (const argument of process.argv.slice(2)) {
  if (argument === '--small') {
    small = true;
    continue;
  }
  // The levels of `wasm-opt -Os` and `-O3`.
  binaryen.setOptimizeLevel(small ? 2 : 3);
  binaryen.setShrinkLevel(small ? 1 : 0);
  const module = binaryen.readBinary(await readFile(argument));
  module.optimize();
  // In two steps: a module that is half written is never taken for a whole one.
  await writeFile(`${argument}.new`, module.emitBinary());
  await rename(`${argument}.new`, argument);
  module.dispose();
}
