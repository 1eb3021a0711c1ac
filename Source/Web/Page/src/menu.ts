// SPDX-License-Identifier: GPL-3.0-or-later
import type { Findings } from './audio/protocol';
import { announce, make, memory, sentence, sheet } from './dom';
import { Midi } from './play/midi';
import { fingerings, type Fingering, type Player } from './play/player';
import type { Session } from './session';
import type { Stage } from './stage/stage';
import { chooseTheme, motionIsReduced, setStill, themeChoice, type ThemeChoice } from './theme';
import { readFile, saveAs } from './tools/files';

interface Actions {
  readonly openLab: () => void;
  readonly openCards: () => void;
  readonly openPresets: () => void;
  readonly share: () => void;
}

/** Everything that is not played: files, MIDI, looks, help. */
export class MenuSheet {
  private readonly dialog: HTMLDialogElement;
  private readonly file = make('input', {
    type: 'file',
    accept: '.json,.performance,.mid,.midi,.rmi,.scl,.kbm',
    hidden: true,
    'aria-label': 'File to open',
  });

  constructor(
    private readonly session: Session,
    private readonly player: Player,
    stage: Stage,
    midi: Midi,
    actions: Actions,
  ) {
    const { dialog, body } = sheet('Menu', 'menu');
    this.dialog = dialog;
    const button = (text: string, help: string, act: () => void): HTMLElement =>
      make(
        'button',
        {
          type: 'button',
          class: 'menu-item',
          onclick: () => {
            dialog.close();
            act();
          },
        },
        make('strong', {}, text),
        make('span', {}, help),
      );
    this.file.addEventListener('change', () => {
      const chosen = this.file.files?.[0];
      this.file.value = '';
      if (chosen) void this.openFile(chosen);
    });
    body.append(
      make(
        'div',
        { class: 'menu-items' },
        button('Presets', 'A list with search', actions.openPresets),
        button('Teaching cards', 'Eight experiments: a sound, a question', actions.openCards),
        button('Laboratory', 'Three experiments from papers, judged', actions.openLab),
        button('Open a file …', 'Preset, performance, MIDI file, body, gesture, Scala tuning', () => this.file.click()),
        button('Save this sound', 'A preset for the plug-in and the command line', () => this.save()),
        button('Share a link', 'The sound in the address; no server sees it', actions.share),
      ),
      this.settings(stage, midi),
      help(),
      this.file,
    );
  }

  open(): void {
    this.dialog.showModal();
  }

  private settings(stage: Stage, midi: Midi): HTMLElement {
    const choice = <T extends string>(
      name: string,
      options: Record<T, string>,
      now: T,
      take: (value: T) => void,
    ): HTMLElement => {
      const id = `setting-${name.replace(/\W+/g, '-').toLowerCase()}`;
      const select = make(
        'select',
        { id },
        ...Object.entries<string>(options).map(([value, text]) =>
          make('option', { value, selected: value === now }, text),
        ),
      );
      select.addEventListener('change', () => take(select.value as T));
      return make('div', { class: 'setting' }, make('label', { for: id }, name), select);
    };
    stage.hand.followsDrag = memory.get('bow') !== 'steady';
    const midiButton = make('button', { type: 'button' }, 'Connect');
    const midiState = make(
      'span',
      { class: 'midi-state' },
      Midi.isSupported ? 'Keyboards and MPE controllers' : 'This browser has no Web MIDI',
    );
    midiButton.disabled = !Midi.isSupported;
    midi.onChange = () =>
      (midiState.textContent = midi.names.length > 0 ? midi.names.join(', ') : 'No MIDI input found');
    midiButton.addEventListener('click', () => {
      void this.session.start().catch(() => undefined);
      midi.connect().catch((error: unknown) => announce(sentence(error), true));
    });
    return make(
      'div',
      { class: 'settings' },
      make('h3', {}, 'Settings'),
      make('div', { class: 'setting' }, make('span', {}, 'MIDI'), midiState, midiButton),
      choice(
        'Bow on the Stage',
        { drag: 'follows the drag', steady: 'moves by itself' },
        memory.get('bow') === 'steady' ? 'steady' : 'drag',
        (value) => {
          memory.set('bow', value);
          stage.hand.followsDrag = value === 'drag';
        },
      ),
      choice(
        'More fingers play',
        {
          fifths: 'fifths above',
          major: 'a major chord',
          minor: 'a minor chord',
          octaves: 'octaves',
        } satisfies Record<Fingering, string>,
        this.fingering(),
        (value) => {
          memory.set('fingering', value);
          this.player.fingering = value;
        },
      ),
      choice(
        'Colours',
        { auto: 'as the system', dark: 'dark', light: 'light' } satisfies Record<ThemeChoice, string>,
        themeChoice(),
        chooseTheme,
      ),
      choice('Motion', { yes: 'all', no: 'reduced' }, motionIsReduced() ? 'no' : 'yes', (value) =>
        setStill(value === 'no'),
      ),
    );
  }

  private fingering(): Fingering {
    const kept = memory.get('fingering') ?? 'fifths';
    const fingering = kept in fingerings ? (kept as Fingering) : 'fifths';
    this.player.fingering = fingering;
    return fingering;
  }

  private save(): void {
    try {
      saveAs(new Blob([this.session.toJson()], { type: 'application/json' }), this.session.name, 'json');
    } catch (error) {
      announce(sentence(error), true);
    }
  }

  private sayPlaying(file: File, { seconds, findings }: { seconds: number } & Findings): void {
    announce(`Playing ${file.name}, ${Math.round(seconds)} s.${findings ? ` ${findings}` : ''}`);
  }

  /** Opens a file of any kind that the page knows; what it is, its first bytes say. */
  async openFile(file: File): Promise<void> {
    try {
      const read = await readFile(file),
        engine = await this.session.start();
      if ('song' in read) return this.sayPlaying(file, await this.session.perform(read.song));
      const { text } = read;
      const tuning = /\.(scl|kbm)$/i.exec(file.name)?.[1]?.toLowerCase();
      if (tuning) {
        await engine.setTuning(tuning === 'scl' ? text : null, tuning === 'kbm' ? text : null);
        return announce(`Tuned by ${file.name}.`);
      }
      const kind = kindOf(text);
      if (kind === 'kolophon-performance') return this.sayPlaying(file, await this.session.perform(text));
      if (kind === 'kolophon-gesture') {
        await engine.setGesture(text);
        this.session.set('hand.drive', this.session.info('hand.drive').choices.indexOf('Gesture'));
        return announce(`The hand follows the gesture ${file.name}.`);
      }
      if (kind === 'kolophon-body') {
        await engine.setBody(text);
        this.session.set('body.type', this.session.info('body.type').choices.indexOf('Custom'));
        return announce(`The body is ${file.name}.`);
      }
      const { findings } = await this.session.loadJson(text);
      announce(findings || `${this.session.name} is loaded.`);
    } catch (error) {
      announce(`${file.name}: ${sentence(error)}`, true);
    }
  }
}

function kindOf(text: string): string {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null) return '';
    if ('format' in json && typeof json.format === 'string') return json.format;
    return (
      Object.keys(json)
        .find((key) => /^kolophon_\w+$/.test(key))
        ?.replace('_', '-') ?? ''
    );
  } catch {
    return ''; // the engine says what is wrong
  }
}

function help(): HTMLElement {
  const row = (key: string, text: string): HTMLElement =>
    make('div', {}, make('dt', {}, ...key.split(' ').map((each) => make('kbd', {}, each))), make('dd', {}, text));
  return make(
    'div',
    { class: 'help' },
    make('h3', {}, 'Keys of the computer'),
    make(
      'dl',
      {},
      row('A … L', 'play a piano; while a finger or the mouse bows, they choose its pitch'),
      row('Z X', 'an octave lower, higher'),
      row('Space', 'bows and stops, when the Stage has the focus; arrows move the bow'),
      row('B', 'hears the other of two laws'),
      row('Esc', 'silences everything'),
      row('?', 'tells what sounds'),
    ),
    make(
      'p',
      { class: 'about' },
      'Kolophon is free software (GPL 3 or later). Nothing that you play leaves this page: it asks no server for anything but itself.',
    ),
  );
}
