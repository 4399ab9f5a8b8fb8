// Runs before the first paint, as a plain script: sets the chosen theme, so that a dark page does not flash
// light, marks a browser that enlarges small fonts, and shows the notice of a page that cannot start if one
// of its scripts cannot be loaded.
//
// If the settings cannot be read, the system's theme applies.
(() => {
  const failed = (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset.stuck = '';
  };
  addEventListener('error', failed, true);
  const root = document.documentElement;
  root.style.fontSize = '1px';
  if (getComputedStyle(root).fontSize !== '1px') root.dataset.leastFont = '';
  root.style.fontSize = '';
  try {
    const { theme } = JSON.parse(localStorage.getItem('afterstate:v1:settings') ?? '{}');
    if (typeof theme === 'string') root.dataset.theme = theme;
  } catch {
    // Storage is blocked or damaged.
  }
})();
