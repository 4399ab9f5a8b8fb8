// Numbers as people type and paste them: digits of any script, and signs that group digits.

/** Digits of any script as 0 to 9; other characters stay. @param {string} text */
export const plainDigits = (text) =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = Number(digit.codePointAt(0));
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    // The ten digits of a script follow each other, and some scripts follow each other, too.
    return String((code - zero) % 10);
  });

/**
 * A whole number in a field of its own, such as 12,345, 12.345 or ١٢٬٣٤٥.
 * @param {string} text @returns {string} its digits alone; another text as it is, without spaces around it
 */
export function plainNumber(text) {
  const plain = plainDigits(text.trim());
  const grouped = /^\d{1,3}(?:([.,'’٬，_\s])\d{3})(?:\1\d{3})*$/.test(plain);
  return grouped ? plain.replace(/\D/g, '') : plain;
}

/** The seed of a game, of 64 bits. @param {string} text as people type it @returns {bigint | null} */
export function readSeed(text) {
  const plain = plainNumber(text);
  return /^\d{1,20}$/.test(plain) && BigInt(plain) < 1n << 64n ? BigInt(plain) : null;
}
