// The AI on the game's page: connects the advisor with the panel, which shows the evaluation, the AI and its network.

import { Advisor } from '../advisor/advisor.js';
import { ENGINE } from '../advisor/boards.js';
import { AUTOMATIC, BUILT_IN } from '../engine/models.js';
import { FASTEST, speedInWords } from '../game/speed.js';
import { Pilot } from '../game/pilot.js';
import { slideOn } from '../game/slide.js';
import { AiChoice } from '../storage/ai-choice.js';
import { t, translatable } from '../text/text.js';
import { AnalysisView } from '../view/analysis.js';
import { writeText } from '../view/element.js';
import { NetworksView, networkInWords, sizeInWords, valuesInWords } from '../view/networks.js';
import { button, element, input } from '../view/page.js';
import { directionInWords, threadsInWords } from '../view/phrases.js';
import { PART } from './game-page.js';
import { WakeLock } from './wake-lock.js';

/** @import { Networks, NetworkStatus } from '../advisor/networks.js' */
/** @import { Report, Status } from '../engine/types.js' */
/** @import { Coach } from '../game/coach.js' */
/** @import { Mode } from '../game/pilot.js' */
/** @import { Change } from '../game/session.js' */
/** @import { GamePage } from './game-page.js' */
/** @import { OddsPanel } from './odds.js' */
/** @import { StrategyMenu } from './strategy-menu.js' */

/** The engine starts at this time after the page is idle, unless it was used before (ms). */
const WARM_UP_AFTER_MS = 1500;

export class AiPanel {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.analysis = new AnalysisView(page.table.view.arrow, (direction) => this.preview(direction));
    this.networks = new NetworksView((id) => {
      this.choice.network = id;
      this.advisor?.networks.choose(id);
    });
    /** Null while it is switched off. @type {Coach | null} */
    this.coach = null;
    /** Whether it is wanted; loading it takes a while. */
    this.coached = false;
    const {
      urlOptions: { engine, tier, threads },
      store,
      toasts,
    } = page;
    this.choice = new AiChoice(store);
    /** Null if the URL has switched the AI off. @type {Advisor | null} */
    this.advisor = engine
      ? new Advisor({
          tier,
          threads,
          network: this.choice.network ?? AUTOMATIC,
          strategy: this.choice.strategy || ENGINE,
          onStatus: (status) => this.statusChanged(status),
          onStarting: (starting) => {
            if (starting && !this.analysis.hasReport) this.analysis.showLine('Starting the AI…');
          },
          onNetwork: (status) => this.networkChanged(status),
          onNetworks: (networks) => this.showNetworks(networks),
          onTrouble: (text) => void toasts.show(text),
          // A missing network is replaced silently by the default; a problem of a strategy is shown.
          onRefused: (refused) => {
            if (refused.about === 'strategy')
              toasts.show(t('{message}. Using the default AI.', { message: refused.message }));
          },
        })
      : null;
    /** @type {StrategyMenu | null} */
    this.menu = null;
    /** @type {OddsPanel | null} */
    this.odds = null;
    this.wakeLock = new WakeLock();
    this.pilot = new Pilot({
      client: this.advisor,
      session: page.session,
      speed: () => page.speed,
      onMode: (mode) => this.modeChanged(mode),
      onReport: (report, mode) => this.reported(report, mode),
      onTrouble: (text) => {
        this.analysis.showLine(text);
        toasts.show(text);
      },
    });
    page.table.pilot = this.pilot;
    if (this.advisor) this.listen(this.advisor);
    this.modeChanged('off');
    this.showUnit();
    this.listenToSpeed();
    this.showInvitation();
    void this.switchCoach(page.settings.values.coach);
  }

  /** Invites the player to press Hint, or gives the reason why there are no hints. */
  showInvitation() {
    const {
      advisor,
      analysis,
      page: { daily },
    } = this;
    // In place of the menu, which is not loaded.
    if (!advisor)
      element('strategy-place').textContent = t('The AI is turned off (engine=off in the address).');
    analysis.summary.invite(
      !advisor
        ? 'The AI is turned off (engine=off in the address).'
        : daily?.counted
          ? 'No AI during your daily try'
          : null,
    );
    analysis.showLine(analysis.summary.invitation);
  }

  listenToSpeed() {
    const speed = input('speed');
    const show = () => {
      const words = speedInWords(this.page.speed);
      element('speed-words').textContent = words;
      speed.setAttribute('aria-valuetext', words);
    };
    speed.max = String(FASTEST);
    speed.addEventListener('input', show);
    show();
  }

  /** @param {Advisor} advisor */
  listen(advisor) {
    this.showNetworks(advisor.networks);
    void advisor.networks.list();
    this.offerStrategies(advisor);
    button('odds').addEventListener('click', () => void this.pressOdds());
    if (this.page.daily?.counted) return;
    const warm = () => setTimeout(() => void advisor.warmUp(this.page.session), WARM_UP_AFTER_MS);
    globalThis.requestIdleCallback?.(warm) ?? warm();
  }

  // ---- networks ----

  /** @param {Networks} networks */
  showNetworks({ models, choice }) {
    this.networks.setChoices(
      [
        { id: AUTOMATIC, words: t('Automatic') },
        { id: BUILT_IN, words: t('Built-in (no download)') },
        ...models.map(({ id, name, bytes }) => ({ id, words: `${name} (${sizeInWords(bytes)})` })),
      ],
      choice,
    );
  }

  /** @param {NetworkStatus} status */
  networkChanged(status) {
    const words = networkInWords(status);
    this.networks.show(words, 'share' in status ? status.share : null);
    if (status.kind === 'failed' || (status.kind === 'ready' && status.model))
      this.page.table.view.announcer.say(words);
    this.showUnit();
    if (status.kind === 'ready') this.coach?.refresh();
  }

  /** Shows the unit of the AI's values. Values that are already shown keep their unit. */
  showUnit() {
    const model = this.advisor?.client.model ?? null;
    document.documentElement.dataset.network = model?.id ?? BUILT_IN;
    if (!this.analysis.showsValues)
      writeText(
        element('values-unit'),
        valuesInWords(model ? { name: model.name, unit: 'points', kind: 'engine' } : null),
      );
  }

  // ---- strategies ----

  /** Loads the menu when it is first opened, or at once if a strategy was chosen in an earlier visit. @param {Advisor} advisor */
  offerStrategies(advisor) {
    const details = /** @type {HTMLDetailsElement} */ (element('strategies'));
    details.addEventListener('toggle', () => {
      if (details.open) void this.loadMenu(advisor, details);
    });
    // It may have been opened before this script was loaded.
    if (details.open || advisor.strategy !== ENGINE) void this.loadMenu(advisor, details);
  }

  /** @param {Advisor} advisor @param {HTMLDetailsElement} details */
  async loadMenu(advisor, details) {
    const { page } = this;
    const loaded = await page.load(
      translatable('The list of AIs'),
      async () => {
        const { StrategyMenu } = await import('./strategy-menu.js');
        return this.menu ?? StrategyMenu.load(this, advisor);
      },
      () => {
        details.open = true;
      },
    );
    if (loaded) this.menu = loaded;
    else details.open = false;
  }

  /** @param {string | null} name @param {string} strategy its text form; both empty for the default AI */
  strategyChosen(name, strategy) {
    this.choice.strategy = strategy;
    this.pilot.stop();
    this.analysis.clear();
    this.showUnit();
    this.coach?.refresh();
    this.analysis.showLine(
      name ? t('Using {name}. Press Hint to see its move.', { name }) : 'Using the default AI.',
    );
  }

  async pressOdds() {
    const loaded = await this.page.load(
      PART,
      () => import('./odds.js'),
      () => void this.pressOdds(),
    );
    if (!loaded) return;
    this.odds ??= new loaded.OddsPanel(this.page);
    this.odds.press();
  }

  // ---- coach ----

  /** @param {boolean} setting */
  async switchCoach(setting) {
    const wanted = setting && this.advisor !== null && !this.page.daily?.counted;
    if (wanted === this.coached) return;
    this.coached = wanted;
    this.coach?.end();
    this.coach = null;
    if (!wanted) return;
    const loaded = await this.page.load(
      translatable('The coach'),
      () => import('./coach.js').then(({ startCoach }) => startCoach(this.page, this)),
      () => void this.switchCoach(setting),
    );
    if (!loaded) this.coached = false;
    // It may have been switched off meanwhile.
    else if (this.coached && !this.coach) this.coach = loaded;
    else loaded.end();
  }

  // ---- activity of the AI ----

  /** @param {Change} change that has just been made */
  changed(change) {
    if (change.kind === 'step' && change.by === 'engine') this.analysis.arrow.point(null);
    else this.analysis.clear();
    this.coach?.changed(change);
  }

  /** Shows for a moment where the tiles would slide. @param {number} direction */
  preview(direction) {
    const {
      Game,
      session,
      table: { view },
    } = this.page;
    view.endPreview();
    const ranks = session.ranks();
    const slide = slideOn(Game, { ranks, rows: session.rows, cols: session.cols }, direction);
    if (slide) view.preview(slide, ranks);
  }

  /** Enables the buttons that make sense on the current board. */
  showButtons() {
    const { session } = this.page;
    this.menu?.fit();
    this.odds?.boardChanged();
    // The quick games of the odds play only 4x4.
    const fits = session.rows === 4 && session.cols === 4 && !session.game.isOver;
    button('odds').disabled =
      !this.odds?.odds?.isRunning && !(this.advisor && fits && !this.page.daily?.counted);
  }

  /** Whether the AI can give a hint. */
  get canPlay() {
    return this.advisor !== null && (!this.page.session.game.isOver || this.pilot.mode === 'autoplay');
  }

  /** @param {Status} status */
  statusChanged({ state, tier, threads }) {
    const running = state === 'ready' || state === 'thinking';
    document.documentElement.dataset.engine = running ? `${tier} ${threads}` : state;
    if (!this.pilot) return;
    this.showUnit();
    const {
      analysis,
      pilot: { mode },
    } = this;
    if (state === 'unavailable')
      analysis.showLine('The AI is not available in this browser. You can still play.');
    else if (state === 'starting' && mode !== 'off') analysis.showLine('Starting the AI…');
    else if (state === 'ready' && mode === 'off' && !analysis.hasReport)
      analysis.showLine(
        t('Ready with {threads}. Press Hint to see the AI’s move.', {
          threads: threadsInWords(tier, threads),
        }),
        false,
      );
  }

  /** @param {Report} report @param {Mode} mode */
  reported(report, mode) {
    writeText(element('values-unit'), valuesInWords(report.by ?? null, report.values));
    this.analysis.show(report);
    if (mode !== 'hint') return;
    this.analysis.arrow.point(report.best);
    if (report.best !== null)
      this.page.table.view.announcer.say(t('Hint: {move}', { move: directionInWords(report.best) }));
  }

  /** @param {Mode} mode */
  modeChanged(mode) {
    writeText(button('autoplay'), mode === 'autoplay' ? 'Stop' : 'Autoplay');
    void this.wakeLock.hold(mode === 'autoplay');
    this.page.table.modeChanged(mode);
    if (mode === 'off') this.coach?.look();
  }

  /** Ends every worker; the next question starts them again. */
  end() {
    this.advisor?.end();
    this.odds?.odds?.stop();
  }
}
