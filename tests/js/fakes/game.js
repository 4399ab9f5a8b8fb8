// A fake Game for tests of the code around a game. Every move adds its direction to a list, Down is never
// possible, and the board shows the number of moves.

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export class FakeGame {
  /** The number of games that are not freed. */
  static alive = 0;

  /** @param {number} rows @param {number} cols @param {bigint} seed */
  constructor(rows, cols, seed) {
    this.rows = rows;
    this.cols = cols;
    this.seed = seed;
    /** @type {number[]} */
    this.made = [];
    /** @type {number[]} */
    this.undone = [];
    this.goesOn = false;
    /** Whether it began from a position that was set up. */
    this.placed = false;
    /** The numbers of moves until it is won and until it is over. */
    this.wonAt = Infinity;
    this.overAt = Infinity;
    FakeGame.alive++;
  }

  /** @param {number} rows @param {number} cols */
  static fresh(rows, cols) {
    return new FakeGame(rows, cols, 99n);
  }

  /** @param {string} text as `toText` writes it */
  static fromText(text) {
    const [, rows, cols, seed, start, count, codes = '', at = count] =
      /^fake;(\d)x(\d);seed=(\d+)(;start=x)?;moves=(\d+):([\w-]*)(?:;at=(\d+))?$/.exec(text) ?? [];
    if (seed === undefined) throw new Error('not a game');
    const game = new FakeGame(Number(rows), Number(cols), BigInt(seed));
    const moves = Array.from(codes, (code) => [0, 2, 4].map((bit) => (BASE64.indexOf(code) >> bit) & 3));
    game.made = moves.flat().slice(0, Number(count));
    game.undone = game.made.splice(Number(at)).reverse();
    game.placed = start !== undefined;
    return game;
  }

  /** Moves are written as in a real game (src/rules/record.rs). @param {number[]} moves */
  write(moves) {
    const codes = Array.from(
      { length: Math.ceil(moves.length / 3) },
      (_, at) =>
        BASE64[(moves[3 * at] ?? 0) | ((moves[3 * at + 1] ?? 0) << 2) | ((moves[3 * at + 2] ?? 0) << 4)],
    );
    return `fake;${this.rows}x${this.cols};seed=${this.seed}${this.placed ? ';start=x' : ''};moves=${moves.length}:${codes.join('')}`;
  }

  /** @param {Uint8Array} ranks @param {number} rows @param {number} cols */
  static fromPosition(ranks, rows, cols) {
    const game = new FakeGame(rows, cols, 0n);
    game.placed = true;
    return Object.assign(game, { made: Array.from({ length: ranks[0] ?? 0 }, () => 0) });
  }

  toText() {
    return `${this.write([...this.made, ...this.undone.toReversed()])};at=${this.made.length}`;
  }

  /** Without the moves that were undone. */
  replay() {
    return this.write(this.made);
  }

  get score() {
    return this.made.length * 4;
  }
  get moves() {
    return this.made.length;
  }
  get maxRank() {
    return 2;
  }
  get isOver() {
    return this.made.length >= this.overAt;
  }
  get status() {
    if (this.made.length >= this.wonAt && !this.goesOn) return 'won';
    return this.isOver ? 'over' : 'playing';
  }
  get canUndo() {
    return this.made.length > 0;
  }
  get canRedo() {
    return this.undone.length > 0;
  }

  ranks() {
    return Uint8Array.of(this.made.length, 0, 0, 0);
  }
  possible() {
    return this.isOver ? [false, false, false, false] : [true, true, false, true];
  }
  keepGoing() {
    this.goesOn = true;
  }

  /** @param {number} direction */
  play(direction) {
    if (this.status === 'won') throw new Error('won');
    if (direction === 2 || this.isOver) return undefined;
    this.made.push(direction);
    this.undone = [];
    return this.step(direction);
  }

  /** The tile of a game that is played elsewhere. @param {number} direction */
  playWith(direction) {
    return this.play(direction);
  }

  undo() {
    const direction = this.made.pop();
    if (direction === undefined) return false;
    this.undone.push(direction);
    return true;
  }

  redo() {
    const direction = this.undone.pop();
    if (direction === undefined) return undefined;
    this.made.push(direction);
    return this.step(direction);
  }

  /** @param {number} direction */
  step(direction) {
    return { direction, reward: 4, score: this.score, moves: [], spawn: { cell: 1, rank: 1 } };
  }

  free() {
    FakeGame.alive--;
  }
}
