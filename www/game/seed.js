/** A random seed of a game, of 64 bits. */
export const randomSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
