// Runs before the first paint, as a plain script: sets the chosen theme, so that a dark page does not flash light.
//
// Here a record that cannot be read means the theme of the system.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('afterstate:v1:settings') ?? '{}');
    if (/^(classic|dark|contrast|colour-blind)$/.test(theme)) document.documentElement.dataset.theme = theme;
  } catch {
    // Blocked or damaged.
  }
})();
