// The Import dialog: opens a pasted game or a file in the replay, and puts a pasted board on the page.

import { readPasted } from '../game/link.js';
import { gameFrom } from '../game/position.js';
import { readForm, textOf } from '../game/replay-forms.js';
import { gameOf } from '../game/replay.js';
import { openDialog } from '../shared/dialogs.js';
import { beginGame } from '../game/acts.js';
import { Dialog } from '../shared/dialog.js';
import { buttonRow, make, makeButton } from '../shared/element.js';
import { fileInput, readFile } from '../shared/file.js';

/** @import { ForeignGame } from '../game/replay-forms.js' */
/** @import { State } from '../game/state.js' */

/** The maximum size of a file, in bytes. */
const LONGEST_FILE = 4_000_000;

export default class ImportDialog {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.dialog = new Dialog({ id: 'import', title: 'Import a game' });
    this.pasted = make('textarea', { rows: 4, spellcheck: 'false', autocomplete: 'off' });
    const file = fileInput(
      '.txt,.vrs,text/plain',
      (chosen) =>
        void this.dialog.attempt(async () => {
          if (chosen.size > LONGEST_FILE) throw new Error('That file is too large. A game has at most 4 MB.');
          await this.read(await readFile(chosen));
        }),
    );
    this.dialog.body.append(
      make(
        'label',
        { class: 'field' },
        'Paste a link, a saved game, a 2048verse replay or a move list',
        this.pasted,
      ),
      buttonRow(
        makeButton('Open', () => void this.dialog.attempt(() => this.read(this.pasted.value)), {
          class: 'strong',
        }),
      ),
      make('label', { class: 'field' }, 'Or choose a file', file),
    );
  }

  open() {
    this.pasted.value = '';
    this.dialog.open();
    this.pasted.focus();
  }

  /** Opens a text. @param {string} text @throws with a message for the player */
  async read(text) {
    const { state } = this;
    const { Game } = state;
    const shared = readPasted(text);
    if (shared?.kind === 'board') {
      const game = gameFrom(Game, shared.position, shared.score);
      this.dialog.close();
      return beginGame(state, game, 'New game from the shared board.');
    }
    if (shared?.kind === 'puzzle') {
      this.dialog.close();
      return openDialog(state, { name: 'puzzles', shown: { kind: 'board', ranks: shared.ranks } });
    }
    const game = shared?.text ?? (await textOf(Game, foreignGame(text)));
    gameOf(Game, game).free(); // an error should be shown here, beside the text
    openDialog(state, { name: 'replay', shown: { kind: 'shared', text: game } });
  }
}

/** @param {string} text @returns {ForeignGame} @throws with a message for the player */
function foreignGame(text) {
  const foreign = readForm(text);
  if (foreign) return foreign;
  throw new Error(
    'This isn’t a game. Paste a link to this page, a saved game (afterstate/1…), a 2048verse replay (4x4-1_…) or a move list (4x4 2@1,2 …).',
  );
}
