// After a list was changed by pointer, the arrow keys are moves again and do not change the list further.
//
// A keyboard's user stays in the list.

/** @param {EventTarget} place with lists in it @param {() => void} onDone the pointer has chosen */
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
