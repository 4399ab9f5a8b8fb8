// The AI on the game's page: connects the advisor with the panel, which shows the evaluation, the AI and its network.

import { Advisor } from '../advisor/advisor.js';
import { startPilot } from '../ask/pilot.js';
import { AUTOMATIC, BUILT_IN } from '../engine/models.js';
import { FASTEST, speedInWords } from '../game/speed.js';
import { notify, say } from '../state/notices.js';
import { AiChoice } from '../storage/ai-choice.js';
import { t, translatable } from '../text/text.js';
import { effect, untracked } from '../vendor/signals-core.js';
import { AnalysisView } from '../view/analysis.js';
import { writeText } from '../view/element.js';
import { NetworksView, networkInWords, sizeInWords, valuesInWords } from '../view/networks.js';
import { element, input } from '../view/page.js';
import { threadsInWords } from '../view/phrases.js';
import { WakeLock } from './wake-lock.js';

/** @import { Networks, NetworkStatus } from '../advisor/networks.js' */
/** @import { Report, Status } from '../engine/types.js' */
/** @import { Coach } from '../game/coach.js' */
/** @import { Change } from '../game/session.js' */
/** @import { GamePage } from './game-page.js' */

/** The engine starts at this time after the page is idle, unless it was used before (ms). */
const WARM_UP_AFTER_MS = 1500;

export class AiPanel {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.analysis = new AnalysisView();
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
      state,
    } = page;
    this.state = state;
    this.choice = new AiChoice(store);
    /** Null if the URL has switched the AI off. @type {Advisor | null} */
    this.advisor = engine
      ? new Advisor({
          tier,
          threads,
          network: this.choice.network ?? AUTOMATIC,
          onStatus: (status) => this.statusChanged(status),
          onStarting: (starting) => {
            if (starting && !this.analysis.hasReport) this.analysis.showLine('Starting the AI…');
          },
          onNetwork: (status) => this.networkChanged(status),
          onNetworks: (networks) => this.showNetworks(networks),
          onTrouble: (text) => notify(state, text),
          // A network that is no longer there is replaced silently by the default.
          onRefused: () => {},
        })
      : null;
    this.wakeLock = new WakeLock();
    if (this.advisor) this.listen(this.advisor);
    this.follow();
    this.showUnit();
    this.listenToSpeed();
    this.showInvitation();
    void this.switchCoach(state.settings.value.coach);
  }

  /** Follows what the AI does and says. */
  follow() {
    const { analysis, state } = this;
    startPilot(state, this.advisor ?? 'off');
    effect(() => void this.wakeLock.hold(state.mode.value === 'autoplay'));
    effect(() => {
      if (state.mode.value === 'off') untracked(() => this.coach?.look());
    });
    effect(() => {
      const evaluation = state.evaluation.value;
      untracked(() =>
        evaluation.kind === 'known' ? this.reported(evaluation.report) : this.analysis.clear(),
      );
    });
    effect(() => {
      const { text } = state.trouble.value;
      if (text === '') return;
      analysis.showLine(text);
      untracked(() => notify(state, text));
    });
  }

  /** Invites the player to press Hint, or gives the reason why there are no hints. */
  showInvitation() {
    const {
      advisor,
      analysis,
      page: { daily },
    } = this;
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
      this.state.speed.value = Number(speed.value);
      const words = speedInWords(this.state.speed.value);
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
    if (status.kind === 'failed' || (status.kind === 'ready' && status.model)) say(this.state, words);
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
    this.coach?.changed(change);
  }

  /** Whether the AI can give a hint. */
  get canPlay() {
    return this.advisor !== null && (!this.page.session.game.isOver || this.state.mode.value === 'autoplay');
  }

  /** @param {Status} status */
  statusChanged({ state, tier, threads }) {
    const running = state === 'ready' || state === 'thinking';
    document.documentElement.dataset.engine = running ? `${tier} ${threads}` : state;
    this.showUnit();
    const { analysis } = this;
    const mode = this.state.mode.value;
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

  /** @param {Report} report */
  reported(report) {
    writeText(element('values-unit'), valuesInWords(report.by ?? null, report.values));
    this.analysis.show(report);
  }

  /** Ends every worker; the next question starts them again. */
  end() {
    this.advisor?.end();
  }
}
