// Copies a text, saves it as a file, and reads a file as text.

import { make } from './element.js';

/** @param {string} text @returns {Promise<boolean>} false: the browser does not allow it */
export const copyText = async (text) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false;

/** @param {string | Blob} content @param {string} name of the file @param {string} [type] */
export function saveFile(content, name, type = 'text/plain;charset=utf-8') {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make('a', { href: address, download: name }).click();
  // The browser keeps the data once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {HTMLInputElement} input @param {(file: File) => void} act a file was chosen */
export function onFile(input, act) {
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) act(file);
    input.value = ''; // the same file can be chosen again
  });
}

/** @param {string} accept @param {(file: File) => void} act a file was chosen */
export function fileInput(accept, act) {
  const input = make('input', { type: 'file', accept });
  onFile(input, act);
  return input;
}

/**
 * Reads UTF-8, UTF-16 with its byte order mark, or else Windows-1252, which older programs write.
 * @param {Blob} file @returns {Promise<string>} without the mark
 */
export async function readFile(file) {
  const bytes = await file.arrayBuffer();
  for (const encoding of ['utf-8', ...utf16Of(new Uint8Array(bytes))]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/**
 * The encoding that a byte order mark names, if there is one.
 * @param {Uint8Array} bytes
 * @returns {string[]}
 */
function utf16Of([first, second]) {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  return first === 0xfe && second === 0xff ? ['utf-16be'] : [];
}
