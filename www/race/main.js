// Starts the page of races: connects the states of the two games, the views, the rival's engine and the
// address.

import { siteNetworks } from '../engine/networks.js';
import { BUILT_IN } from '../shared/choices.js';
import { readyEngine } from '../engine/ready.js';
import { startOf } from '../game/moves.js';
import { readRace, readShared } from './link.js';
import { gameLink } from '../game/link.js';
import { rivalOf } from '../game/rivals.js';
import { randomSeed } from '../game/seed.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { listenToPlayer } from '../game/input.js';
import { chooseJudge } from './parting.js';
import { startRival } from './rival.js';
import initialize, { Game } from '../pkg-game/afterstate.js';
import { choose, createRace, start } from './state.js';
import { createState } from '../game/state.js';
import { readNetwork } from '../ai/choice.js';
import { Records } from '../game/record.js';
import { storedSettings } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { loadLanguage } from '../shared/language.js';
import { effect } from '../vendor/signals-core.js';
import { showAnnouncements } from '../shared/announcer.js';
import { notify } from '../shared/notices.js';
import { followSystem, showAppearance } from '../shared/appearance.js';
import { element, removeStuckNotice, startPage } from '../shared/page.js';
import { showRace } from './view.js';
import { TableView } from '../game/table-view.js';
import { showNotices } from '../shared/toasts.js';
import { keepRace } from './keep.js';
import { addressOf } from '../shared/share.js';

/** The game of one board. It is not saved by itself: ./keep.js saves the race. */
function makeTable() {
  const store = new Store(() => null);
  return createState({
    Game,
    store,
    records: new Records(store),
    ...DEFAULT_SIZE,
    seed: null,
    settings: storedSettings(new Store()),
    racing: true,
  });
}

/** An engine with one worker, once its network is loaded. @type {import('./parting.js').MakeEngine} */
async function makeEngine(id, { onShare, signal }) {
  const networks = id === BUILT_IN ? [] : await siteNetworks();
  const network = id === BUILT_IN ? null : networks.find((one) => one.id === id);
  return readyEngine({ network, networks, onShare, signal });
}

/**
 * Where an older link to a race leads that has its game: it opens as every shared game does.
 * @param {ReturnType<typeof readRace>} asked
 * @returns {string | null} null: it is damaged, or has the tiles alone
 */
function invitationOf({ rival, challenge }) {
  if (challenge === 'none' || challenge.game === 'none') return null;
  try {
    const game = Game.fromText(challenge.game);
    const isWhole = game.moves === challenge.moves && game.score === challenge.score;
    game.free();
    return isWhole ? gameLink(challenge.game, 'own', rivalOf(rival).id) : null;
  } catch {
    return null; // a damaged link still has its seed
  }
}

async function main() {
  await Promise.all([
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage(storedSettings(new Store()).language),
  ]);
  const [player, rival] = /** @type {const} */ ([makeTable(), makeTable()]);
  const shared = readShared(Game, location.hash);
  const asked = shared ?? readRace(location.search, location.hash);
  const race = createRace(player, rival, asked.challenge);
  choose(race, rivalOf(asked.rival));

  showAppearance(player);
  followSystem(rival);
  showNotices(player, element('toasts'));
  showAnnouncements(player, element('announcer'));
  new TableView(player);
  let { seed } = asked;
  const begin = () => start(race, seed === 'random' ? randomSeed() : seed);
  const linkOf = () => {
    const link = gameLink(player.session.game.replay(), 'own', race.opponent.value.id);
    return link === null ? '' : addressOf(link);
  };
  keepRace(race, new Store());
  showRace(race, { begin, linkOf });
  listenToPlayer(player, element('play'), element('page'));
  startRival(race, {
    makeEngine,
    judgeOf: () =>
      chooseJudge({
        choice: readNetwork(new Store()),
        surroundings: /** @type {import('../engine/types.js').Surroundings} */ (navigator),
      }),
  });
  effect(() => {
    const { kind } = race.phase.value;
    document.documentElement.dataset.race = kind;
    // The tiles of a link are for one race; those of a challenge are for every try to beat it.
    if (kind === 'running' && asked.challenge === 'none' && player.game.peek().seed === seed) seed = 'random';
  });
  // Whoever is in the middle of this very race goes on with it.
  const { value: begun } = race.unfinished;
  const resumes = begun.kind === 'saved' && startOf(begun.race.mine).endsWith(`;seed=${asked.seed}`);
  const invitation = shared || resumes ? null : invitationOf(asked);
  if (invitation !== null) return location.replace(addressOf(invitation));
  document.documentElement.dataset.page = 'ready';
  removeStuckNotice();
  if (asked.refused) notify(player, 'The tiles of this link couldn’t be read. This game has others.');
  // Who comes from the invitation has pressed Play. Another race that is not over is not replaced unasked.
  if (shared && begun.kind === 'none') begin();
}

startPage(main);
