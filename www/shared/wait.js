/** @param {number} ms @returns {Promise<void>} resolves after this time */
export const wait = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
