// Lists that a hand chooses from: the arrow keys are to be moves again after that, and not to choose further.
//
// A keyboard's user stays in the list.

/** @param {EventTarget} place with lists in it @param {() => void} onDone a hand has chosen */
export function listenToPointer(place, onDone) {
  let byHand = false;
  place.addEventListener('pointerdown', () => {
    byHand = true;
  });
  place.addEventListener('keydown', () => {
    byHand = false;
  });
  place.addEventListener('change', ({ target }) => {
    if (byHand && target instanceof HTMLSelectElement) onDone();
    byHand = false;
  });
}
