// Runs before the first paint, as a plain script: sets the chosen theme, so that a dark page does not flash light.
//
// Here a record that cannot be read means the theme of the system.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('afterstate:v1:settings') ?? '{}');
    // The style sheets know the themes; colour-blind is what earlier versions stored.
    if (typeof theme === 'string') document.documentElement.dataset.theme = theme.replace('colour', 'color');
  } catch {
    // Blocked or damaged.
  }
})();
