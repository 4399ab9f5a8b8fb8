// Loads a style sheet on demand.

/** @param {URL} address @returns {Promise<void>} resolves when it applies; rejects if it cannot be loaded */
export function loadStyle(address) {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address.href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address.pathname} cannot be loaded`));
    });
    document.head.append(link);
  });
}
