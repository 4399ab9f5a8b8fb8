// The choices of a network besides the id of one.

/** The page's own rule. */
export const AUTOMATIC = 'automatic';
/** The heuristic of the engine, without a network. */
export const BUILT_IN = 'built-in';
