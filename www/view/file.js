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

/** @param {string} accept @param {(file: File) => void} onFile a file was chosen */
export function fileInput(accept, onFile) {
  const input = make('input', { type: 'file', accept });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
    input.value = ''; // the same file can be chosen again
  });
  return input;
}

/** Reads UTF-8 or, if the file is not, Windows-1252, which older programs write. @param {Blob} file @returns {Promise<string>} */
export async function readFile(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
