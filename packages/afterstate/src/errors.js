// The errors of the package: one class, distinguished by `code`. An abort rejects with the signal's own
// reason instead.

/** @typedef {import('../types/worker.d.ts').ErrorCode} ErrorCode */

export class AfterstateError extends Error {
  /** @param {ErrorCode} code @param {string} message @param {ErrorOptions} [options] */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'AfterstateError';
    this.code = code;
  }
}
