// Runs before the first paint, as a plain script: sets the chosen theme, so that a dark page does not flash light.
//
// If the settings cannot be read, the system's theme applies.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('afterstate:v1:settings') ?? '{}');
    // `colour-blind` is the spelling of earlier versions.
    if (typeof theme === 'string') document.documentElement.dataset.theme = theme.replace('colour', 'color');
  } catch {
    // Storage is blocked or damaged.
  }
})();
