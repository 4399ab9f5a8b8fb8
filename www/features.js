// The features of the page, a line each. Without its line and its folder the page does without it.

export * as about from './about/mount.js';
export * as challenge from './challenge/mount.js';
export * as coach from './coach/mount.js';
export * as daily from './daily/mount.js';
export * as embed from './embed/mount.js';
export * as forecast from './forecast/mount.js';
export * as history from './history/mount.js';
export * as lab from './lab/mount.js';
export * as learn from './learn/mount.js';
export * as offline from './offline/mount.js';
export * as puzzles from './puzzles/mount.js';
export * as race from './race/mount.js';
export * as replay from './replay/mount.js';
export * as settings from './settings/mount.js';
export * as setup from './setup/mount.js';
export * as story from './story/mount.js';
