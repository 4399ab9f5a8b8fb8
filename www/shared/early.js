// Runs before the first paint, as a plain script: sets the chosen theme, so that a dark page does not flash
// light, and shows the notice of a page that cannot start if one of its scripts cannot be loaded.
//
// If the settings cannot be read, the system's theme applies.
(() => {
  const failed = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset.stuck = '';
  };
  addEventListener('error', failed, true);
  try {
    const { theme } = JSON.parse(localStorage.getItem('afterstate:v1:settings') ?? '{}');
    if (typeof theme === 'string') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked or damaged.
  }
})();
