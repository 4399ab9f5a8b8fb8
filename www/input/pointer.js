// After a list was changed with the pointer, arrow keys move tiles again instead of changing the list.
//
// For keyboard users the focus stays in the list.

/** @param {EventTarget} place that contains lists @param {() => void} onDone called after a choice with the pointer */
export function listenToPointer(place, onDone) {
  let byPointer = false;
  place.addEventListener('pointerdown', () => {
    byPointer = true;
  });
  place.addEventListener('keydown', () => {
    byPointer = false;
  });
  place.addEventListener('change', ({ target }) => {
    if (byPointer && target instanceof HTMLSelectElement) onDone();
    byPointer = false;
  });
}
