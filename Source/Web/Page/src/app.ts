// SPDX-License-Identifier: GPL-3.0-or-later
import type { Catalogue } from './audio/catalogue';
import type { EngineApi } from './audio/engine';
import type { Laboratory } from './audio/laboratory';
import type { Picture } from './audio/protocol';
import { announce, iconButton, icons, make, mark, memory, sentence } from './dom';
import { MenuSheet } from './menu';
import { History } from './pictures/history';
import { EnergyFlow, LedgerPicture } from './pictures/ledger';
import { LoopPicture } from './pictures/loop';
import { MapPicture } from './pictures/map';
import { RasterPicture } from './pictures/raster';
import { Keyboard } from './play/keyboard';
import { Midi } from './play/midi';
import { Player } from './play/player';
import { Session } from './session';
import { SoundBar } from './sound/compare';
import { Panel } from './sound/panel';
import { PresetBrowser } from './sound/presets';
import { Stage } from './stage/stage';
import { applyTheme, setStill } from './theme';
import { Cards } from './tools/cards';
import { saveAs } from './tools/files';
import { LabSheet } from './tools/lab';
import { fragmentOf, jsonOf } from './tools/link';
import { Recorder } from './tools/recorder';

/** What the page is made with: the catalogue, and ways to start what is larger. */
export interface Parts {
  readonly catalogue: Catalogue;
  readonly startEngine: (context: AudioContext) => Promise<EngineApi>;
  readonly startLaboratory: () => Promise<Laboratory>;
}

interface Pane {
  readonly name: string;
  readonly element: HTMLElement;
  readonly caption: HTMLElement;
  /** Draws: a few times per second, with the latest picture if it is a new one. */
  readonly advance: (now: number, picture: Picture | null) => void;
  readonly words: () => string;
  readonly clear: () => void;
}

const framesPerPane = 4;

/** The page: builds its parts, and turns them once per frame of the display. */
export class App {
  readonly session: Session;
  private readonly player: Player;
  private readonly stage: Stage;
  private readonly histories = [new History(), new History()] as const;
  private readonly flow = new EnergyFlow();
  private picture: Picture | null = null;
  private pictures = 0; // that have come so far
  private readonly seen: number[] = []; // by pane: pictures at its last turn
  private tick = 0;
  private readonly panel: Panel;
  private readonly soundBar: SoundBar;
  private readonly presets: PresetBrowser;
  private readonly cards: Cards;
  private readonly recorder: Recorder;
  private readonly keyboard: Keyboard;
  private readonly menu: MenuSheet;
  private readonly lab: LabSheet;
  private readonly panes: Pane[] = [];
  private readonly presetButton = make('button', {
    type: 'button',
    class: 'preset-button',
    'aria-haspopup': 'dialog',
    title: 'Choose a preset',
  });
  private readonly recordButton: HTMLButtonElement;
  private readonly performanceBar: HTMLElement;
  private readonly helpLine = make('p', { class: 'help-line', 'aria-hidden': 'true' }, '');
  private readonly meter = make('span', { class: 'meter', 'aria-hidden': 'true' }, make('i', {}), make('i', {}));
  private laboratory: Promise<Laboratory> | null = null;

  constructor(private readonly parts: Parts) {
    const session = new Session(parts.catalogue, parts.startEngine);
    this.session = session;
    this.player = new Player(session);
    this.stage = new Stage(session, this.player, this.histories[0], () => this.picture);
    this.panel = new Panel(session);
    this.soundBar = new SoundBar(session);
    this.presets = new PresetBrowser(session);
    this.cards = new Cards(session);
    this.recorder = new Recorder(session);
    this.keyboard = new Keyboard(this.player);
    const midi = new Midi(session, this.player);
    this.lab = new LabSheet(() => this.startLaboratory());
    this.menu = new MenuSheet(session, this.player, this.stage, midi, {
      openLab: () => void this.lab.open(),
      openCards: () => this.cards.toggle(),
      openPresets: () => this.presets.open(),
      share: () => void this.share(),
    });
    this.recordButton = iconButton('Record', icons.record(), () => void this.record(), {
      class: 'icon-button record',
    });
    this.performanceBar = make(
      'div',
      { class: 'performance', hidden: true },
      make('span', {}, 'Playing a performance'),
      make('button', { type: 'button', onclick: () => void session.stopPerformance() }, 'Stop'),
    );
    this.build();
    this.listen();
    setStill(memory.get('still') === 'yes');
    applyTheme();
    requestAnimationFrame((now) => this.frame(now));
    void this.openLink();
  }

  private startLaboratory(): Promise<Laboratory> {
    this.laboratory ??= this.parts.startLaboratory().catch((error: unknown) => {
      this.laboratory = null;
      throw error;
    });
    return this.laboratory;
  }

  // ---- Building ----

  private build(): void {
    this.presetButton.addEventListener('click', () => this.presets.open());
    this.recorder.onChange = () => this.showRecording();
    this.recorder.onFull = () => {
      announce('The recording has reached its ten minutes and is saved.');
      void this.saveRecording();
    };
    const header = make(
      'header',
      { class: 'bar' },
      make('h1', {}, mark(), make('span', {}, 'Kolophon')),
      make(
        'div',
        { class: 'preset-bar', role: 'group', 'aria-label': 'Preset' },
        iconButton('Previous preset', icons.previous(), () => void this.presets.step(-1)),
        this.presetButton,
        iconButton('Next preset', icons.next(), () => void this.presets.step(1)),
      ),
      this.meter,
      make(
        'div',
        { class: 'tools', role: 'group', 'aria-label': 'Tools' },
        iconButton('Teaching cards', icons.card(), () => this.cards.toggle(), { class: 'icon-button wide-only' }),
        iconButton('Laboratory', icons.flask(), () => void this.lab.open(), { class: 'icon-button wide-only' }),
        this.recordButton,
        iconButton('Share this sound as a link', icons.share(), () => void this.share()),
        iconButton('Menu', icons.menu(), () => this.menu.open()),
      ),
    );
    const stage = make('section', { class: 'stage', 'aria-label': 'Stage' }, this.stage.element, this.performanceBar);
    const pictures = this.buildPanes();
    const panel = make(
      'aside',
      { class: 'panel', id: 'view-sound', 'aria-label': 'Sound' },
      this.soundBar.element,
      this.panel.element,
    );
    const main = make('main', {}, this.cards.element, stage, this.buildViews(), pictures, panel);
    document.body.append(header, main, make('footer', {}, this.helpLine, this.keyboard.element));
    this.cards.onShow = (knobs, picture) => {
      this.panel.highlight(knobs);
      for (const pane of this.panes) pane.element.classList.toggle('highlighted', pane.name === picture);
    };
    this.showName();
  }

  /** On narrow screens, one of two below the Stage. */
  private buildViews(): HTMLElement {
    const views = ['sound', 'pictures'] as const;
    const buttons = views.map((view) =>
      make(
        'button',
        { type: 'button', class: 'view', onclick: () => show(view) },
        view === 'sound' ? 'Sound' : 'Pictures',
      ),
    );
    const show = (view: (typeof views)[number]): void => {
      document.body.dataset.view = view;
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(views[i] === view)));
    };
    show('sound');
    return make('div', { class: 'views', role: 'group', 'aria-label': 'Below the Stage' }, ...buttons);
  }

  private buildPanes(): HTMLElement {
    const { session } = this;
    const pane = (
      name: string,
      create: (parent: HTMLElement) => Pick<Pane, 'advance' | 'words' | 'clear'>,
      more?: () => HTMLElement,
    ): HTMLElement => {
      const help = session.catalogue.pictures.find((info) => info.name === name)?.help ?? '';
      const caption = make('span', { class: 'pane-caption' }),
        area = make('div', { class: 'pane-area' });
      const element = make(
        'section',
        { class: 'pane', 'aria-label': `${name}. ${help}` },
        make('h2', {}, name, caption),
        area,
      );
      element.dataset.help = help;
      this.panes.push({ name, element, caption, ...create(area) });
      if (more) element.append(more());
      return element;
    };
    let map: MapPicture;
    return make(
      'div',
      { class: 'pictures', id: 'view-pictures', role: 'region', tabindex: 0, 'aria-label': 'Pictures' },
      pane(
        'Friction',
        (parent) => {
          const picture = new LoopPicture(parent, session, this.histories, this.flow);
          return { advance: (_now, latest) => picture.advance(latest), words: () => picture.caption, clear: () => picture.clear() };
        },
      ),
      pane(
        'Raster',
        (parent) => {
          const picture = new RasterPicture(parent, this.histories[0]);
          return { advance: (_now, latest) => picture.advance(latest), words: () => picture.caption, clear: () => picture.clear() };
        },
      ),
      pane('Energy', (parent) => {
        const picture = new LedgerPicture(parent, this.flow);
        return { advance: (_now, latest) => latest && picture.advance(), words: () => picture.caption, clear: () => picture.clear() };
      }),
      pane(
        'Map',
        (parent) => {
          map = new MapPicture(parent, session, this.player, () => this.startLaboratory());
          return { advance: (now, latest) => map.advance(now, latest), words: () => map.caption, clear: () => map.clear() };
        },
        () => map.legend(),
      ),
    );
  }

  // ---- Events ----

  private listen(): void {
    const { session } = this;
    session.on('picture', (picture) => {
      if (this.picture && picture.time < this.picture.time) this.forget();
      this.histories[0].take(picture.moments);
      this.histories[1].take(picture.momentsOfB);
      this.stage.follow(picture);
      this.picture = { ...picture };
      this.pictures += 1;
    });
    session.on('sound', () => this.showName());
    session.on('sound', () => this.forget());
    session.on('sound', () => this.nameMacros());
    session.on('performance', () => (this.performanceBar.hidden = !session.isPerforming));
    session.on('meters', (meters) => {
      this.flow.take(meters);
      [meters.peakLeft, meters.peakRight].forEach((peak, i) => {
        const part = Math.max(0, 1 + (20 * Math.log10(Math.max(peak, 1e-6))) / 60);
        (this.meter.children[i] as HTMLElement).style.setProperty('--part', part.toFixed(3));
      });
    });
    document.addEventListener('pointerover', (event) => this.help(event.target));
    document.addEventListener('focusin', (event) => this.help(event.target));
    window.addEventListener('hashchange', () => void this.openLink());
    window.addEventListener('keydown', (event) => this.keyDown(event));
    for (const touch of ['pointerdown', 'keydown'] as const) window.addEventListener(touch, () => session.resume(), true);
    window.addEventListener('beforeunload', (event) => this.recorder.isRecording && event.preventDefault());
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.menu.openFile(file);
    });
  }

  /** Another sound: nothing that is drawn is of the one before. */
  private forget(): void {
    for (const history of this.histories) history.clear();
    this.flow.clear();
    for (const pane of this.panes) pane.clear();
    this.picture = null;
  }

  private help(target: EventTarget | null): void {
    const explained = target instanceof Element ? target.closest<HTMLElement>('[data-help]') : null;
    if (explained?.dataset.help) this.helpLine.textContent = explained.dataset.help;
  }

  private keyDown(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      target.matches('input:not([type=range]), select') ||
      document.querySelector('dialog[open]')
    )
      return;
    if (event.key === 'b' || event.key === 'B') this.soundBar.swap();
    if (event.key === 'Escape') this.session.panic();
    if (event.key === '?') this.stage.describe();
  }

  private showName(): void {
    const preset = this.session.catalogue.presets.find(({ name }) => name === this.session.name);
    this.presetButton.replaceChildren(
      make('span', { class: 'preset-name' }, this.session.name),
      make('small', {}, preset?.category ?? 'Sound'),
      icons.down(),
    );
    if (preset) this.player.stayWithin(preset.lowestKey, preset.highestKey);
    if (preset) this.keyboard.showRange(preset.lowestKey, preset.highestKey);
    if (preset?.notes) this.helpLine.textContent = preset.notes;
  }

  private nameMacros(): void {
    try {
      const sound = JSON.parse(this.session.toJson()) as {
        macros?: { name?: string }[];
        preset?: { macros?: { name?: string }[] };
      };
      const macros = sound.macros ?? sound.preset?.macros ?? [];
      this.panel.nameMacros(macros.map((macro) => macro.name ?? ''));
    } catch {
      this.panel.nameMacros([]);
    }
  }

  // ---- Links and recordings ----

  private async openLink(): Promise<void> {
    try {
      const json = await jsonOf(location.hash);
      if (json === null) return;
      const { findings } = await this.session.loadJson(json);
      announce(findings || `${this.session.name} is loaded from the link.`);
    } catch (error) {
      announce(sentence(error), true);
    }
  }

  private async share(): Promise<void> {
    try {
      const address = new URL(location.href);
      address.hash = await fragmentOf(this.session.toJson());
      history.replaceState(null, '', address.hash);
      try {
        if (matchMedia('(pointer: coarse)').matches && navigator.share)
          return await navigator.share({ title: `Kolophon: ${this.session.name}`, url: address.href });
        await navigator.clipboard.writeText(address.href);
        announce('The link to this sound is copied.');
      } catch {
        announce('The address of this page is now the link to this sound.');
      }
    } catch (error) {
      announce(sentence(error), true);
    }
  }

  private async record(): Promise<void> {
    try {
      if (this.recorder.isRecording) await this.saveRecording();
      else await this.recorder.start();
    } catch (error) {
      announce(sentence(error), true);
    }
  }

  private async saveRecording(): Promise<void> {
    const wav = await this.recorder.stop();
    if (wav) saveAs(wav, this.session.name, 'wav');
    else announce('Nothing has been recorded.', true);
  }

  private showRecording(): void {
    const is = this.recorder.isRecording;
    const name = is ? `Stop recording, ${Math.floor(this.recorder.seconds)} s` : 'Record';
    if (this.recordButton.title === name) return;
    this.recordButton.title = name;
    this.recordButton.setAttribute('aria-label', is ? 'Stop recording' : 'Record');
    this.recordButton.setAttribute('aria-pressed', String(is));
    this.recordButton.replaceChildren(
      is ? icons.stop() : icons.record(),
      is ? make('small', {}, `${Math.floor(this.recorder.seconds)} s`) : '',
    );
  }

  // ---- Frames ----

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    this.tick += 1;
    this.stage.advance(now);
    this.panel.advance(now, this.stage.sounds ? this.picture : null);
    this.panes.forEach((pane, i) => {
      if (this.tick % framesPerPane !== i % framesPerPane || pane.element.offsetParent === null) return;
      pane.advance(now, this.seen[i] === this.pictures ? null : this.picture);
      this.seen[i] = this.pictures;
      const words = pane.words();
      if (this.tick % (4 * framesPerPane) === i && pane.caption.textContent !== words)
        pane.caption.textContent = words;
    });
  }
}
