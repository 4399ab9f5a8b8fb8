// The daily board: a page of its own (?daily), with a dialog for its result.

/** @import { App, BoardOf } from '../game/app.js' */

/** What its page has, if this is the page. @type {typeof import('./board.js') | undefined} */
let page;

/** @type {BoardOf} */
export async function board(from) {
  // Messengers may take the end of a sentence for a part of the link.
  if (!/[?&]daily\b/.test(location.search)) return null;
  page = await import('./board.js');
  return page.openDaily(from);
}

/** @param {App} app */
export function mount(app) {
  app.addDialog('daily', {
    load: () => import('./dialog.js'),
    style: new URL('../daily/daily.css', import.meta.url),
  });
  app.addToMenu('play', {
    place: 2,
    label: 'Leave the daily board',
    picture: 'M10 4H4v16h6M9 12h11M16 8l4 4-4 4',
    href: './',
    shown: ({ daily }) => daily.value.kind === 'daily',
  });
  page?.showDailyBoard(app.state);
}
