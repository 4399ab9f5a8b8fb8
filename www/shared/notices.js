// What the player is told: short notices on the page, and sentences for screen readers.

import { translatable } from './text.js';
import { signal } from '../vendor/signals-core.js';

/** @import { Signal } from '../vendor/signals-core.js' */
/**
 * A short notice with at most one action. `about`: what it is about, so that it can be taken away when that
 * has changed; what is unsaved stays until then, or until it is closed.
 * @typedef {{ id: number, text: string, action?: { label: string, act: () => void }, about?: 'language'
 *   | 'undo' | 'unsaved' | 'update' }} Notice
 */

/**
 * A newer version of the page that can take over.
 * @typedef {{ kind: 'none' } | { kind: 'ready', act: () => void }} Update
 */

/** @typedef {ReturnType<typeof makeTold>} Told */

/** Shown while nothing can be saved. */
export const UNSAVED = translatable(
  'This game can’t be saved, because your browser’s storage is full or blocked. Your latest moves will be lost when you close the page.',
);

/** Shown when a part of the page cannot be loaded. */
export const PART = translatable('Couldn’t open this. Check your connection.');
/** Shown when the AI's code or its package cannot be loaded. */
export const NO_AI = translatable(
  'The AI couldn’t be loaded. Check your connection and your content blocker, and try again.',
);
export const RELOAD = { label: 'Reload', act: () => location.reload() };

/** The most notices at once; more would cover the page. The oldest goes, but not what is unsaved. */
const MAX_NOTICES = 2;

let last = 0;

/** What the player is told; the Lab has this part of the state alone. */
export const makeTold = () => ({
  /** The notices on the page, oldest first. @type {Signal<Notice[]>} */
  notices: signal([]),
  /**
   * The last sentence for screen readers; a new object with every sentence.
   * @type {Signal<{ text: string }>}
   */
  announcement: signal({ text: '' }),
});

/**
 * Shows a notice. It replaces one with the same text.
 * @param {Told} state @param {string} text English, or translated already
 * @param {Notice['action']} [action] @param {Notice['about']} [about]
 */
export function notify({ notices }, text, action, about) {
  const others = notices.value.filter((notice) => notice.text !== text);
  const all = [...others, { id: ++last, text, action, about }];
  const extra = all.length > MAX_NOTICES && all.find((notice) => notice.about !== 'unsaved');
  notices.value = all.filter((notice) => notice !== extra);
}

/** @param {Told} state @param {number} id */
export function dismiss({ notices }, id) {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Takes away the notices about something. @param {Told} state @param {Notice['about']} about */
export function forget({ notices }, about) {
  if (notices.value.some((notice) => notice.about === about))
    notices.value = notices.value.filter((notice) => notice.about !== about);
}

/** Tells screen readers. @param {Told} state @param {string} text English, or translated already */
export function say({ announcement }, text) {
  announcement.value = { text };
}
