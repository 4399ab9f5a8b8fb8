// The service worker as the page sees it: registered, told what to keep, and replaced only when the person says so.
//
// Where service workers are not allowed, nothing happens.

/** How often a page that stays open asks for a new version when it is looked at again (ms). */
const ASK_EVERY_MS = 3_600_000;

/**
 * The parts of the browser that are used here.
 * @typedef {{ postMessage(message: unknown): void, state: string, addEventListener(type: 'statechange', listener: () => void): void }} WorkerLike
 * @typedef {{
 *   active: WorkerLike | null, waiting: WorkerLike | null, installing: WorkerLike | null, update(): Promise<unknown>,
 *   addEventListener(type: 'updatefound', listener: () => void): void
 * }} RegistrationLike
 * @typedef {{
 *   controller: unknown, ready: Promise<RegistrationLike>, register(address: any, options: object): Promise<RegistrationLike | undefined>,
 *   addEventListener(type: 'controllerchange', listener: () => void): void
 * }} ContainerLike
 */

export class Updates {
  /**
   * @param {{
   *   container: ContainerLike, address: unknown, onVersion: (takeOver: () => void) => void, onReplaced: () => void,
   *   reload: () => void, now?: () => number
   * }} options `onVersion`: a new version waits, and `takeOver` changes to it, which ends in `reload`; `onReplaced`: another
   *   tab has changed to one
   */
  constructor(options) {
    this.options = options;
    /** @type {RegistrationLike | null} */
    this.registration = null;
    this.accepted = false;
    this.now = options.now ?? (() => Date.now());
    this.askedAt = this.now();
  }

  /** Never rejected: without a service worker the page lacks nothing but the network's place. */
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
      // Not allowed here, or the network is away.
    }
  }

  /** @param {RegistrationLike} registration */
  watch(registration) {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => this.offer(registration));
  }

  /** @param {RegistrationLike} registration */
  offer(registration) {
    const { waiting, active } = registration;
    // The first version waits for nobody.
    if (!waiting || !active) return;
    this.options.onVersion(() => {
      this.accepted = true;
      waiting.addEventListener('statechange', () => {
        if (waiting.state === 'activated') this.options.reload();
      });
      waiting.postMessage({ type: 'take-over' });
    });
  }

  /** This browser has used the package with threads: it is to be there without a network too. */
  async keepParallel() {
    if (!this.registration) return;
    const { active } = await this.options.container.ready;
    active?.postMessage({ type: 'keep', part: 'parallel' });
  }

  /** The page is looked at again. */
  lookedAt() {
    if (!this.registration || this.now() - this.askedAt < ASK_EVERY_MS) return;
    this.askedAt = this.now();
    this.registration.update().catch(() => {}); // the network is away
  }
}
