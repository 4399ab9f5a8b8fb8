// The entries of the menu More. A new feature adds one entry here.

/** @import { Page, DialogName } from './dialogs.js' */
/** @import { Name } from '../storage/settings.js' */

/**
 * `icon`: an SVG path in a box of 24 by 24. One of: `dialog`: opens it; `href`: opens another page; `setting`: switches it;
 * `act`: calls it, if `possible`. `shown`: whether it is in the menu now.
 * @typedef {{
 *   label: string, icon: string, dialog?: DialogName, href?: string, setting?: Name,
 *   act?: (page: Page) => void, possible?: (page: Page) => boolean, shown?: (page: Page) => boolean
 * }} Entry
 */

/** @param {Page} page */
const startMirror = (page) => {
  page.mirror().catch((error) => page.notLoaded(error, () => startMirror(page)));
};

/** @type {Entry[]} in the order of the menu, two in a line */
export const ENTRIES = [
  { label: 'Update', icon: 'M12 3v12M7 10l5 5 5-5M5 21h14', act: ({ update }) => update()?.(), shown: ({ update }) => update() !== null },
  { label: 'Redo', icon: 'M20 9H9a5 5 0 0 0 0 10h3M15 4l5 5-5 5', act: ({ redo }) => redo(), possible: ({ session }) => session.canRedo },
  { label: 'Board size', icon: 'M4 4h16v16H4zM4 12h16M12 4v16', dialog: 'size' },
  { label: 'Edit board', icon: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4', dialog: 'editor' },
  { label: 'Replay and review', icon: 'M7 4v16l13-8z', dialog: 'replay' },
  { label: 'Coach', icon: 'm3 9 9-4 9 4-9 4zM7 11v5q5 4 10 0v-5M21 9v6', setting: 'coach' },
  { label: 'Copy a game from elsewhere', icon: 'M4 7h13l-3-3M20 17H7l3 3M4 7v4M20 17v-4', act: startMirror },
  { label: 'Settings', icon: 'M4 7h8M18 7h2M4 17h2M12 17h8M15 4v6M9 14v6', dialog: 'settings' },
  { label: 'How strong is the AI?', icon: 'M4 20V10h4v10M10 20V4h4v16M16 20v-7h4v7M2 20h20', dialog: 'strength' },
  { label: 'How it works', icon: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.1M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0', href: 'about.html' },
  { label: 'Lab', icon: 'M9 3h6M10 3v6L5 19q-1 2 1 2h12q2 0 1-2L14 9V3M8 15h8', href: 'lab.html' },
  { label: 'Put 2048 on your page', icon: 'm8 7-5 5 5 5M16 7l5 5-5 5', href: 'embed-builder.html' },
];
