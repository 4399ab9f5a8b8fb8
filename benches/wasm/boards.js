// Searches the boards of the signature with a Solver of the WebAssembly package, in Node and in the browser.
//
// The hash is the one of src/search/signature.rs: FNV-1a over the bits of all values.

/** @import { Solver } from '../../target/packages/pkg/afterstate.js' */

/**
 * @typedef {{ nodes: number, values: string, ms: number }} Found the results of a run, and its time
 * @typedef {{ evaluator: string, tableBytes: number }} SearchOptions `evaluator`: a name, or a network's
 *   file, which ends in .bin
 */

/**
 * @param {Pick<typeof import('../../target/packages/pkg/afterstate.js'), 'Solver' | 'Network'>} engine the
 *   package
 * @param {SearchOptions} options
 * @param {(name: string) => Promise<Uint8Array>} read gives the bytes of a network's file
 * @returns {Promise<Solver>}
 */
export async function makeSolver({ Solver, Network }, { evaluator, tableBytes }, read) {
  if (!evaluator.endsWith('.bin')) return new Solver({ evaluator, tableBytes });
  return Solver.withNetwork(
    Network.read(await read(evaluator), () => {}),
    { tableBytes },
  );
}

const START = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
/** The bits of an impossible move. */
const NONE = 0xffffffff;

/**
 * Searches all boards, starting with an empty table.
 * @param {Solver} solver @param {number[][]} boards ranks row by row @param {number} ply
 * @returns {Found}
 */
export function searchBoards(solver, boards, ply) {
  solver.clear();
  let nodes = 0;
  let ms = 0;
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  let hash = START;
  for (const ranks of boards) {
    const begun = performance.now();
    const report = solver.search(Uint8Array.from(ranks), 4, 4, { ply, line: false }, undefined);
    ms += performance.now() - begun;
    nodes += report.nodes;
    for (const value of report.values) {
      float[0] = value ?? 0;
      const word = value === null ? NONE : Number(bits[0]);
      for (const shift of [0, 8, 16, 24])
        hash = BigInt.asUintN(64, (hash ^ BigInt((word >>> shift) & 255)) * PRIME);
    }
  }
  return { nodes, values: hash.toString(16).padStart(16, '0'), ms };
}
