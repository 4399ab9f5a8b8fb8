// A fake Game for tests of the code around a game. Every move adds its direction to a list, Down is never possible, and
// the board shows the number of moves.

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

  /** @param {string} text */
  static fromText(text) {
    const [name, rows, cols, seed, made, undone, start] = text.split(' ');
    if (name !== 'fake') throw new Error('not a game');
    const game = new FakeGame(Number(rows), Number(cols), BigInt(seed ?? ''));
    game.made = [...(made ?? '').slice(1)].map(Number);
    game.undone = [...(undone ?? '').slice(1)].map(Number);
    game.placed = start !== undefined;
    return game;
  }

  toText() {
    return `fake ${this.rows} ${this.cols} ${this.seed} m${this.made.join('')} u${this.undone.join('')}${this.placed ? ' ;start=' : ''}`;
  }

  /** Without the moves that were undone. */
  replay() {
    return this.toText().replace(/ u\d*/, '');
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
