// Starts the page of races: connects the states of the two games, the views, the rival's engine and the
// address.

import { siteNetworks } from '../engine/networks.js';
import { BUILT_IN } from '../engine/protocol.js';
import { readyEngine } from '../engine/ready.js';
import { startOf } from '../game/moves.js';
import { Replay } from '../game/replay.js';
import { raceLink, readRace } from './link.js';
import { rivalOf } from '../game/rivals.js';
import { randomSeed } from '../game/seed.js';
import { DEFAULT_SIZE } from '../game/size.js';
import { listenToPlayer } from '../game/player.js';
import { chooseJudge } from './parting-search.js';
import { startRival } from './rival.js';
import initialize, { Game } from '../pkg-game/afterstate.js';
import { choose, createRace, start } from './state.js';
import { createState } from '../game/state.js';
import { readNetwork } from '../ai/choice.js';
import { Records } from '../game/record.js';
import { storedSettings } from '../shared/settings.js';
import { Store } from '../shared/store.js';
import { loadLanguage } from '../shared/language.js';
import { t } from '../shared/text.js';
import { effect } from '../vendor/signals-core.js';
import { showAnnouncements } from '../shared/announcer.js';
import { followSystem, showAppearance } from '../shared/appearance.js';
import { element, removeStuckNotice, showNotStarted } from '../shared/page.js';
import { showHighlights } from './highlights-view.js';
import { showRace } from './view.js';
import { TableView } from '../game/table-view.js';
import { showNotices } from '../shared/toasts.js';
import { keepRace } from './keep.js';

/** @import { Challenge } from './state.js' */

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

/** An engine with one worker, once its network is loaded. @type {import('./parting-search.js').MakeEngine} */
async function makeEngine(id, { onShare, signal }) {
  const networks = id === BUILT_IN ? [] : await siteNetworks();
  const network = networks.find((network) => network.id === id) ?? null;
  const client = await readyEngine({ network, networks, onShare, signal });
  if (id === BUILT_IN || client.network) return client;
  client.end();
  throw new Error(t('its network could not be loaded'));
}

/**
 * The challenger's game, if it is one.
 * @param {Challenge | 'none'} challenge
 * @returns {Promise<Replay | 'none'>}
 */
async function replayOf(challenge) {
  if (challenge === 'none' || challenge.game === 'none') return 'none';
  try {
    const replay = await Replay.of(Game, challenge.game);
    return replay.moves === challenge.moves && replay.score(replay.moves) === challenge.score
      ? replay
      : 'none';
  } catch {
    return 'none'; // a damaged link still has its seed
  }
}

async function main() {
  await Promise.all([
    initialize({ module_or_path: fetch(new URL('../pkg-game/afterstate_bg.wasm', import.meta.url)) }),
    loadLanguage(storedSettings(new Store()).language),
  ]);
  const [player, rival] = /** @type {const} */ ([makeTable(), makeTable()]);
  const asked = readRace(location.search, location.hash);
  const race = createRace(player, rival, asked.challenge);
  choose(race, { rival: rivalOf(asked.rival) });

  showAppearance(player);
  followSystem(rival);
  showNotices(player, element('toasts'));
  showAnnouncements(player, element('announcer'));
  new TableView(player);
  let { seed } = asked;
  const begin = () => start(race, seed === 'random' ? randomSeed() : seed);
  const linkOf = () => {
    const { rival: opponent } = race.course.value;
    const { score, moves } = player.game.value;
    const path = raceLink({ rival: opponent.id, game: player.session.game.replay(), score, moves });
    return new URL(path, new URL('./', location.href)).href;
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
  document.documentElement.dataset.page = 'ready';
  removeStuckNotice();
  // Whoever is in the middle of this very race has seen what it is about.
  const { value: begun } = race.unfinished;
  if (begun.kind === 'saved' && startOf(begun.race.mine).endsWith(`;seed=${asked.seed}`)) return;
  const replay = await replayOf(asked.challenge);
  if (replay !== 'none') showHighlights(race, replay);
}

main().catch((error) => {
  void showNotStarted();
  throw error;
});
