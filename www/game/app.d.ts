// What a feature and the page have to do with each other. The folder of a feature has a module `mount.js` of
// the type `Feature`, which ../features.js names in one line. ../page/app.js makes the `App`.

import type { Ai } from '../ai/ask.js';
import type { Dialog } from '../shared/dialog.js';
import type { Name } from '../shared/settings.js';
import type { Store } from '../shared/store.js';
import type { Action } from './acts.js';
import type { readLink } from './link.js';
import type { Records } from './record.js';
import type { GameClass } from './session.js';
import type { State } from './state.js';
import type { DialogName, OpenDialog, Start } from './types.js';

/** The module `mount.js` of a feature. */
export interface Feature {
  /** Adds the feature to the page, once, when the first board is drawn. */
  mount(app: App): void;
  /**
   * The board of the feature, if the address asks for one with an option of its own, such as `?daily`. The
   * first feature that has one decides what the page begins with.
   */
  board?: BoardOf;
}

export type BoardOf = (from: { Game: GameClass; store: Store }) => OwnBoard | null | Promise<OwnBoard | null>;

/** A board that is not the player's own game: where it is saved, and what it begins with. */
export interface OwnBoard {
  records: Records;
  start: Partial<Pick<Start, 'rows' | 'cols' | 'seed' | 'daily' | 'leaves' | 'challenge'>>;
}

/** What a feature may add to the page, and what it may ask of it. */
export interface App {
  readonly state: State;
  /** Whether the page has a feature. A button that leads to another one asks first. */
  has(feature: string): boolean;
  /** Adds a row to the menu. */
  addToMenu(group: MenuGroup, row: MenuRow): void;
  readonly menu: Readonly<Record<MenuGroup, MenuRow[]>>;
  /** Adds a dialog, which `openDialog` (../shared/dialogs.js) opens by its name. */
  addDialog(name: DialogName, dialog: LateDialog): void;
  /** Adds an on-off setting to the Settings dialog. ../shared/settings.js has its values and its default. */
  addSwitch(setting: Switch): void;
  readonly switches: readonly Switch[];
  /** Called with each link that the page opens. The first feature that does not return `false` has opened it. */
  onLink(open: LinkOpener, order?: { first: boolean }): void;
  /**
   * Called with the AI, when its code is there; never if the address has turned it off. `start` may load what it
   * needs: if that fails, it is called again when the player wants it.
   */
  onAi(start: (ai: Ai) => void | Promise<void>): void;
  /** The AI, once its code is there; `off`: the address has turned it off. */
  readonly ai: Ai | 'off' | 'loading';
  /** Loads a part of the feature once, when it is first wanted. */
  lazily(wanted: () => boolean, part: LatePart): void;
}

export type MenuGroup = 'now' | 'play' | 'improve' | 'tools' | 'about';

/** A row of the menu. It has one of `opens`, `href`, `setting`, `act` and `action`. */
export interface MenuRow {
  label: string;
  /** Said on hovering. */
  title?: string;
  /** An SVG path in a box of 24 by 24. */
  picture: string;
  /** Where it stands in its group: rows are in the order of these numbers, those without one last. */
  place?: number;
  /** The dialog that it opens. */
  opens?: OpenDialog;
  /** The page that it leads to. */
  href?: string;
  /** The setting that it switches. */
  setting?: Name;
  act?(state: State): void;
  action?: Action;
  /** Whether it is in the menu now. */
  shown?(state: State): boolean;
  /** A class for the style. */
  name?: string;
}

/** A dialog that is loaded when it is first opened. */
export interface LateDialog {
  load(): Promise<{ default: new (app: App) => { dialog: Dialog; open(): void | Promise<void> } }>;
  /** Its style sheet. */
  style?: URL;
}

export interface Switch {
  name: Name;
  label: string;
  off: unknown;
  on: unknown;
  /** The setting that it stands before; without one it is the last. */
  before?: Name;
}

/** `declined`: the link is for others; `stays`: it is opened, and stays in the address for a reload. */
export type LinkOpener = (link: NonNullable<ReturnType<typeof readLink>>) => 'declined' | 'opened' | 'stays';

export interface LatePart {
  /** Loads the part and shows it. */
  load(): Promise<unknown>;
  /** What the notice says if it cannot be loaded. */
  trouble?: string;
  /** What its button does; without it, it loads the part again. */
  again?(): unknown;
  /** Called if it could not be loaded. */
  failed?(): unknown;
}
