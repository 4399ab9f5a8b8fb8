// What can be done with the network that learns, and the networks that an earlier version of the page kept.

import { make, makeButton, replaceRows, writeText } from '../shared/element.js';
import { onFile } from '../shared/file.js';
import { sizeInWords } from '../ai/networks-view.js';
import { button, element, input } from '../shared/page.js';
import { dates, t, translatable, whole } from '../shared/text.js';
import { count } from './words.js';

/** @import { NetworkInfo } from '../ai/learned-networks.js' */
/** @import { Shown } from './state.js' */

const NOTE = translatable(
  'Play with what it has learned, or download it to keep it. This page keeps one network.',
);
const LARGE = translatable(
  'This network is too large to be saved automatically. Download it before you leave.',
);
const day = dates({ dateStyle: 'medium', timeStyle: 'short' }).format;

export class NetworkView {
  /**
   * @param {{
   *   onPlay: () => void, onDownload: () => void, onOpen: (file: File) => void,
   *   onDownloadEarlier: (info: NetworkInfo) => void, onDelete: (info: NetworkInfo) => void
   * }} options
   */
  constructor(options) {
    this.options = options;
    /** @type {NetworkInfo[]} */
    this.shown = [];
    const [play, download] = (this.buttons = [button('play'), button('download')]);
    for (const [pressed, act] of /** @type {const} */ ([
      [play, options.onPlay],
      [download, options.onDownload],
    ]))
      pressed?.addEventListener('click', () => pressed.getAttribute('aria-disabled') !== 'true' && act());
    onFile(input('import'), options.onOpen);
  }

  /** @param {Shown} state */
  show({ run, phase, busy, earlier, saving }) {
    for (const one of this.buttons) {
      one.disabled = !run || run.games === 0 || phase === 'starting';
      // Disabled by its own press, it would lose the keyboard's focus.
      one.setAttribute('aria-disabled', String(busy !== ''));
    }
    writeText(element('network-note'), busy || (saving === 'player' ? LARGE : NOTE));
    if (earlier === this.shown) return;
    this.shown = earlier;
    const rows = earlier.map((info) => this.makeItem(info));
    replaceRows(element('networks'), rows, element('network-title'));
    element('earlier').hidden = rows.length === 0;
  }

  /** @param {NetworkInfo} info */
  makeItem(info) {
    const { onDownloadEarlier, onDelete } = this.options;
    const { name } = info;
    const about = t('Average {score} after {moves} moves, {size}, {date}', {
      score: whole(info.mean),
      moves: count(info.moves),
      size: sizeInWords(info.bytes),
      date: day(new Date(info.saved)),
    });
    return make(
      'li',
      { class: 'network-kept', 'data-id': info.id },
      make('div', { class: 'network-about' }, make('strong', {}, name), make('span', {}, about)),
      make(
        'div',
        { class: 'learn-buttons' },
        makeButton('Download', () => onDownloadEarlier(info), {
          'aria-label': t('Download {name}', { name }),
        }),
        makeButton('Delete', () => onDelete(info), { 'aria-label': t('Delete {name}', { name }) }),
      ),
    );
  }
}
