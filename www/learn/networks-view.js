// Shows the networks that are kept in this browser, each with what can be done with it.

import { make, makeButton, replaceRows, writeText } from '../shared/element.js';
import { onSubmit } from '../shared/form.js';
import { sizeInWords } from '../ai/networks-view.js';
import { button, element, input } from '../shared/page.js';
import { dates, t, translatable, whole } from '../shared/text.js';
import { UNNAMED } from '../ai/learned-networks.js';
import { count, nextName } from './words.js';

/** @import { NetworkInfo } from '../ai/learned-networks.js' */
/** @import { Shown } from './state.js' */

const NOTE = translatable('Save what it has learned to play with it, or to continue later.');
const LARGE = translatable('This network is too large to be saved automatically. Save it before you leave.');
const day = dates({ dateStyle: 'medium', timeStyle: 'short' }).format;

export class NetworksView {
  /**
   * @param {{
   *   onSave: (name: string) => void, onPlay: (info: NetworkInfo) => void, onContinue: (info: NetworkInfo) =>
   *   void, onDownload: (info: NetworkInfo) => void,
   *   onDelete: (info: NetworkInfo) => void, onOpen: (file: File) => void
   * }} options
   */
  constructor(options) {
    this.options = options;
    /** @type {NetworkInfo[] | null} */
    this.shown = null;
    onSubmit(element('save-form'), () => {
      if (button('save').getAttribute('aria-disabled') === 'true') return;
      options.onSave(input('name').value.trim() || input('name').placeholder);
    });
    const chosen = input('import');
    chosen.addEventListener('change', () => {
      const [file] = chosen.files ?? [];
      if (file) options.onOpen(file);
      chosen.value = ''; // the same file can be chosen again
    });
  }

  /** @param {Shown} state */
  show({ run, phase, busy, networks, saving }) {
    button('save').disabled = !run || run.games === 0 || phase === 'starting';
    // Disabled by its own press, it would lose the keyboard's focus.
    button('save').setAttribute('aria-disabled', String(busy !== ''));
    writeText(element('networks-note'), busy || (saving === 'player' ? LARGE : NOTE));
    if (networks === this.shown) return;
    this.shown = networks;
    const named = (networks ?? []).filter(({ id }) => id !== UNNAMED);
    input('name').placeholder = nextName(networks);
    const rows = named.map((info) => this.makeItem(info));
    replaceRows(element('networks'), rows, element('networks-title'));
  }

  /** @param {NetworkInfo} info */
  makeItem(info) {
    const { onPlay, onContinue, onDownload, onDelete } = this.options;
    const { name } = info;
    // A run that the page saved by itself has no file yet.
    const isPlayable = info.bytes > 0;
    const numbers = { score: whole(info.mean), moves: count(info.moves), date: day(new Date(info.saved)) };
    const about = isPlayable
      ? t('Average {score} after {moves} moves, {size}, {date}', {
          ...numbers,
          size: sizeInWords(info.bytes),
        })
      : t('Average {score} after {moves} moves, {date}', numbers);
    const play = makeButton('Play with it', () => onPlay(info), {
      class: 'strong',
      'aria-label': t('Play with {name}', { name }),
    });
    const goOn = makeButton('Continue', () => onContinue(info), {
      'aria-label': t('Continue {name}', { name }),
    });
    const download = makeButton('Download', () => onDownload(info), {
      'aria-label': t('Download {name}', { name }),
    });
    const remove = makeButton('Delete', () => onDelete(info), {
      'aria-label': t('Delete {name}', { name }),
    });
    const buttons = isPlayable ? [play, goOn, download, remove] : [goOn, remove];
    return make(
      'li',
      { class: 'network-kept', 'data-id': info.id },
      make('div', { class: 'network-about' }, make('strong', {}, name), make('span', {}, about)),
      make('div', { class: 'learn-buttons' }, ...buttons),
    );
  }
}
