// The dialog "How strong is the AI?": the share of recorded games that reached each tile, by AI and thinking time.

import { interval } from '../game/odds.js';
import { MATCHES, TILES } from '../game/strength.js';
import { percent, t } from '../text/text.js';
import { barTable } from '../view/chart.js';
import { Dialog } from '../view/dialog.js';
import { make } from '../view/element.js';

export default class StrengthDialog extends Dialog {
  constructor() {
    super({ id: 'strength', title: 'How strong is the AI?' });
    const select = make(
      'select',
      {},
      ...MATCHES.map(({ name, ms }, index) =>
        make('option', { value: index }, t('{name}, {ms} ms per move', { name: t(name), ms })),
      ),
    );
    const results = make('div', { role: 'status' });
    const show = () => {
      const match = MATCHES[Number(select.value)];
      if (!match) return;
      const { games, mean, reached } = match;
      results.replaceChildren(
        make('p', {}, t('{games} games, {mean} points on average.', { games, mean })),
        barTable(
          'Games that reached each tile (95% confidence interval in parentheses)',
          TILES.map((tile, index) => {
            const found = reached[index] ?? 0;
            const { least, most } = interval(found, games);
            return {
              label: String(tile),
              share: found / games,
              words: t('{share} ({least} to {most})', {
                share: percent(found / games),
                least: percent(least),
                most: percent(most),
              }),
            };
          }),
        ),
      );
    };
    select.addEventListener('change', show);
    show();
    this.body.append(
      make('label', { class: 'field' }, 'AI and thinking time', select),
      results,
      make(
        'p',
        { class: 'small' },
        'Recorded on one processor core of a server. Autoplay at its default speed thinks for about 150 ms per move; your device may be faster or slower.',
      ),
    );
  }
}
