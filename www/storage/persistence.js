// Asking the browser not to delete what is stored here when it needs room.

/** Asks the browser not to delete what is stored here when it needs room. It decides by itself, or asks the player. */
export async function keepForGood() {
  try {
    if (!await navigator.storage.persisted()) await navigator.storage.persist();
  } catch {
    // Not in this browser, or not in a frame.
  }
}
