// Reads the options of an address, one after another.

/**
 * @param {URLSearchParams} asked @param {(name: string, text: string) => void} refuse called for an invalid
 *   value
 */
export function optionsIn(asked, refuse) {
  /**
   * @template T, D
   * @param {string} name
   * @param {(text: string) => T | null} read
   * @param {D} otherwise
   * @returns {T | D}
   */
  return (name, read, otherwise) => {
    const text = asked.get(name);
    const value = text === null ? null : read(text);
    if (text !== null && value === null) refuse(name, text);
    return value ?? otherwise;
  };
}

/** A reader of a text of this form; of others it makes null. @param {RegExp} form */
export const formed = (form) => (/** @type {string} */ text) => (form.test(text) ? text : null);
/** @param {string} text */
export const onOrOff = (text) => (/^(on|off)$/.test(text) ? text === 'on' : null);
