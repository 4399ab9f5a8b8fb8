// What the page and the engine's worker agree on, besides the types of their messages (types.d.ts).

/** How much longer than the mean one managed search may take: `MANAGED_MAX` in src/search/limits.rs. */
export const MANAGED_MAX = 6;

/** The message of an error. @param {unknown} error @returns {string} */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The choices of a network besides the id of one: the page's own rule, and the built-in heuristic. */
export const AUTOMATIC = 'automatic';
export const BUILT_IN = 'built-in';
