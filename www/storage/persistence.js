// Asks the browser to keep this site's storage when it needs space.

/** Requests persistent storage. Some browsers decide by themselves, others ask the player. */
export async function keepForGood() {
  try {
    if (!await navigator.storage.persisted()) await navigator.storage.persist();
  } catch {
    // Not in this browser, or not in a frame.
  }
}
