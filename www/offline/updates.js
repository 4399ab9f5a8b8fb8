// The page's side of the service worker: registers it, and replaces it only when the player accepts a new
// version.
//
// If service workers are not allowed, nothing happens.

/** An open page checks for a new version when it becomes visible, but at most once an hour. */
const CHECK_EVERY_MS = 3_600_000;

export class Updates {
  /**
   * @param {{
   *   container: ServiceWorkerContainer, address: string | URL, onVersion: (takeOver: () => void) => void,
   *   onReplaced: () => void, reload: () => void, now?: () => number
   * }} options `onVersion`: a new version waits; `takeOver` switches to it and then calls `reload`.
   *   `onReplaced`: another tab has switched to a new version
   */
  constructor(options) {
    this.options = options;
    /** @type {ServiceWorkerRegistration | null} */
    this.registration = null;
    this.accepted = false;
    this.now = options.now ?? (() => Date.now());
    this.checkedAt = this.now();
  }

  /** Registers the service worker. Never rejects, because the page works without one. */
  async start() {
    const { container, address } = this.options;
    try {
      const registration = await container.register(address, { updateViaCache: 'none' });
      if (!registration) return;
      this.registration = registration;
      let controlled = container.controller !== null;
      container.addEventListener('controllerchange', () => {
        if (controlled && !this.accepted) this.options.onReplaced();
        controlled = true;
      });
      registration.addEventListener('updatefound', () => this.watch(registration));
      this.watch(registration);
      this.offer(registration);
    } catch {
      // Not allowed here, or offline.
    }
  }

  /** @param {ServiceWorkerRegistration} registration */
  watch(registration) {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => this.offer(registration));
  }

  /** @param {ServiceWorkerRegistration} registration */
  offer(registration) {
    const { waiting, active } = registration;
    // The first version takes over at once.
    if (!waiting || !active) return;
    this.options.onVersion(() => {
      this.accepted = true;
      const reload = () => {
        if (waiting.state === 'activated') this.options.reload();
      };
      waiting.addEventListener('statechange', reload);
      waiting.postMessage({ type: 'take-over' });
      // If the old version controlled no page, the new one is active already.
      reload();
    });
  }

  /** Caches the package with threads for offline use, after this browser has used it. */
  async keepParallel() {
    if (!this.registration) return;
    const { active } = await this.options.container.ready;
    active?.postMessage({ type: 'keep', part: 'parallel' });
  }

  /** The page has become visible. */
  shown() {
    if (!this.registration || this.now() - this.checkedAt < CHECK_EVERY_MS) return;
    this.checkedAt = this.now();
    this.registration.update().catch(() => {}); // offline
  }
}
