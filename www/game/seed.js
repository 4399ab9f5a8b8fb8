// What a seed is: a whole number that 64 bits hold (src/rules/spawn.rs).

/** Every seed is below this. */
export const SEEDS = 1n << 64n;
