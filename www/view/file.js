// Saves a text as a file, and reads a file as text.

/** @param {string} text @param {string} name of the file @param {string} [type] */
export function saveFile(text, name, type = 'text/plain;charset=utf-8') {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser keeps the data once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
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
