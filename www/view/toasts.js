// Short notices at the foot of the window, with at most one thing to do about each.
//
// Leaves out the reasons. A notice that can be acted on stays longer, and as long as it has the focus or the pointer.

/** How long a notice stays, in milliseconds. */
const STAYS_MS = { plain: 6000, action: 10_000 };
/** More at once would cover the page. */
const MOST = 2;

export class Toasts {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.place.setAttribute('role', 'status');
  }

  /**
   * @param {string} text
   * @param {{ label: string, act: () => void }} [action]
   * @returns {() => void} takes the notice away
   */
  show(text, action) {
    for (const same of this.place.querySelectorAll('.toast')) {
      if (same.firstElementChild?.textContent === text) same.remove();
    }
    while (this.place.children.length >= MOST) this.place.firstElementChild?.remove();
    const { ownerDocument: document } = this.place;
    const toast = document.createElement('div');
    toast.className = 'toast';
    const words = document.createElement('span');
    words.textContent = text;
    toast.append(words);
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const remove = () => {
      clearTimeout(timer);
      toast.remove();
    };
    if (action) toast.append(makeButton(document, action.label, () => { remove(); action.act(); }));
    toast.append(makeButton(document, 'Close', remove));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(remove, action ? STAYS_MS.action : STAYS_MS.plain);
    };
    const stay = () => clearTimeout(timer);
    toast.addEventListener('pointerenter', stay);
    toast.addEventListener('pointerleave', wait);
    toast.addEventListener('focusin', stay);
    toast.addEventListener('focusout', wait);
    this.place.append(toast);
    wait();
    return remove;
  }
}

/** @param {Document} document @param {string} label @param {() => void} act */
function makeButton(document, label, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}
