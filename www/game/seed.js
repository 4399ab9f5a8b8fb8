// A seed is a whole number of 64 bits (src/rules/spawn.rs).

/** Every seed is below this. */
export const SEEDS = 1n << 64n;
