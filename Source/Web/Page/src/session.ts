// SPDX-License-Identifier: GPL-3.0-or-later
import type { Catalogue } from './audio/catalogue';
import type { EngineApi } from './audio/engine';
import type { Findings, Meters, ParameterInfo, Picture, Sound, Touch } from './audio/protocol';
import { WaitingActs } from './audio/waiting';
import { announce, clamp, sentence } from './dom';

type Event = 'knob' | 'sound' | 'started' | 'picture' | 'meters' | 'performance' | 'silence';
const patience = 4000; // [ms] for the browser to start its output

/** What the page knows of the instrument: knobs and sound before the engine runs, and the engine once a touch has
    allowed it. Parts of the page listen to it, not to each other. */
export class Session {
  readonly values: Float64Array; // by ParameterInfo.index
  name = 'First Light';
  engine: EngineApi | null = null;
  context: AudioContext | null = null;
  isPerforming = false;

  private readonly listeners = new Map<Event, Set<(about: never) => void>>();
  private starting: Promise<EngineApi> | null = null;
  private readonly changed = new Map<string, number>(); // knobs that were turned before the engine ran
  private waiting: { preset: string } | { json: string } | null = null; // a sound that was chosen before
  private lastNote = 0;
  private readonly early = new WaitingActs(); // MIDI messages before the engine ran
  private listening = 0; // timer: is there an output?

  constructor(
    readonly catalogue: Catalogue,
    private readonly startEngine: (context: AudioContext) => Promise<EngineApi>,
  ) {
    this.values = Float64Array.from(catalogue.parameters, (info) => info.defaultValue);
    document.addEventListener('visibilitychange', () => {
      this.engine?.wantPictures(!document.hidden);
      if (!document.hidden) this.resume();
    });
  }

  on(event: 'knob', listener: (id: string) => void): void;
  on(event: 'sound' | 'started' | 'performance' | 'silence', listener: () => void): void;
  on(event: 'picture', listener: (picture: Picture) => void): void;
  on(event: 'meters', listener: (meters: Meters) => void): void;
  on(event: Event, listener: (about: never) => void): void {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event)?.add(listener);
  }

  private tell(event: Event, about?: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) (listener as (about: unknown) => void)(about);
  }

  /** Starts the sound; call it from an event of the user, or the browser refuses. Later calls resume. */
  start(): Promise<EngineApi> {
    this.resume();
    this.starting ??= this.begin().catch((error: unknown) => {
      this.starting = null;
      announce(`The sound cannot start. ${sentence(error)}`, true);
      throw error;
    });
    this.listenForOutput();
    return this.starting;
  }

  /** Goes on after the browser has suspended the sound: behind another app, during a call. */
  resume(): void {
    if (this.context && this.context.state !== 'running') void this.context.resume().catch(() => undefined);
  }

  /** Whoever presses a key shall not wait for a sound that cannot come. */
  private listenForOutput(): void {
    const { context } = this;
    if (!context || this.listening !== 0) return;
    const time = context.currentTime;
    this.listening = window.setTimeout(() => {
      this.listening = 0;
      if (this.context !== context || context.currentTime > time || document.hidden) return;
      announce('No sound: the browser has not started its output. Press once more; if that does not help, look whether a sound device is connected.', true);
    }, patience);
  }

  private async begin(): Promise<EngineApi> {
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.context = context;
    this.resume();
    try {
      const engine = await this.startEngine(context);
      engine.onError = (words) => this.lose(engine, words);
      engine.node.connect(context.destination);
      await this.giveWhatWaits(engine);
      this.take(engine);
      return engine;
    } catch (error) {
      this.await({ json: this.toJson() }); // what is shown is played when it starts after all
      this.context = null;
      await context.close();
      throw error;
    }
  }

  /** Sounds that were chosen, and knobs that were turned, before the engine ran, and while it loaded them. */
  private async giveWhatWaits(engine: EngineApi): Promise<void> {
    while (this.waiting) {
      const { waiting } = this;
      this.waiting = null;
      if ('preset' in waiting) await engine.loadPreset(waiting.preset);
      else await engine.loadJson(waiting.json);
    }
    for (const [id, value] of this.changed) {
      engine.set(id, value);
      this.values[this.info(id).index] = engine.get(id);
    }
    this.changed.clear();
  }

  /** From here on the engine is played. */
  private take(engine: EngineApi): void {
    engine.onPicture = (picture) => this.tell('picture', picture);
    engine.onMeters = (meters) => this.tell('meters', meters);
    engine.onSound = (sound) => this.takeSound(sound);
    engine.onPerformanceEnded = () => {
      for (const info of this.catalogue.parameters) this.values[info.index] = engine.get(info.id);
      this.setPerforming(false);
      this.tell('sound');
    };
    engine.wantPictures(!document.hidden);
    this.engine = engine;
    this.early.shorten();
    this.early.give((act) => (act[0] === 'midi' && engine.midi(act[1]), true));
    this.tell('started');
  }

  /** The engine has failed: the next touch starts another, with the same sound. */
  private lose(engine: EngineApi, words: string): void {
    announce(words, true);
    if (this.engine !== engine) return;
    this.await({ json: this.toJson() });
    this.engine = this.starting = null;
    void this.context?.close();
    this.context = null;
    this.setPerforming(false);
    this.tell('silence');
  }

  private takeSound(sound: Sound): void {
    this.values.set(sound.values.subarray(0, this.values.length));
    this.name = sound.name || 'Untitled';
    this.tell('sound');
  }

  // ---- Knobs ----

  info(id: string): ParameterInfo {
    return this.catalogue.parameter(id);
  }

  get(id: string): number {
    return this.values[this.info(id).index] ?? 0;
  }

  set(id: string, value: number): void {
    const { index, minimum, maximum } = this.info(id);
    this.values[index] = clamp(value, minimum, maximum);
    if (this.engine) this.engine.set(id, value);
    else this.changed.set(id, value);
    this.tell('knob', id);
  }

  textOf(id: string): string {
    return this.catalogue.text(this.info(id), this.get(id));
  }

  // ---- Sounds ----

  async loadPreset(name: string): Promise<void> {
    if (this.engine) return void (await this.engine.loadPreset(name));
    this.takeSound(this.catalogue.loadPreset(name));
    this.await({ preset: name });
  }

  /** Loads a preset or a state; before the first touch it is shown, and sounds later. */
  async loadJson(json: string): Promise<Findings> {
    if (this.engine) return this.engine.loadJson(json);
    const loaded = this.catalogue.load(json);
    this.takeSound(loaded);
    this.await({ json });
    return loaded;
  }

  private await(sound: { preset: string } | { json: string }): void {
    this.waiting = sound;
    this.changed.clear();
  }

  /** The whole sound, with the knobs as they stand. */
  toJson(): string {
    return this.catalogue.state(this.values);
  }

  /** Plays a recorded performance, or the bytes of a MIDI file. */
  async perform(what: string | Uint8Array): Promise<{ seconds: number } & Findings> {
    const engine = await this.start();
    const loaded = await (typeof what === 'string' ? engine.loadPerformance(what) : engine.loadSong(what));
    this.tell('silence'); // what sounded before has ended
    this.setPerforming(true);
    return loaded;
  }

  async stopPerformance(): Promise<void> {
    await this.engine?.stopPerformance();
    this.setPerforming(false);
  }

  /** Ends all that sounds, at once. */
  panic(): void {
    this.engine?.panic();
    if (this.isPerforming) void this.stopPerformance();
    this.tell('silence');
  }

  private setPerforming(is: boolean): void {
    this.isPerforming = is;
    this.tell('performance');
  }

  // ---- Notes ----

  /** Starts a note at once if the engine runs; returns its number, 0 while it does not. */
  noteOn(key: number, velocity: number, touch?: Touch): number {
    if (!this.engine) {
      void this.start().catch(() => undefined);
      return 0;
    }
    void this.start(); // resumes
    this.lastNote = (this.lastNote % 0xfffff) + 1;
    this.engine.noteOn(this.lastNote, key, velocity, touch);
    return this.lastNote;
  }

  /** A MIDI message; before the engine runs, it waits. */
  midi(bytes: Uint8Array): void {
    void this.start().catch(() => undefined);
    if (this.engine) this.engine.midi(bytes);
    else this.early.push(['midi', bytes]);
  }

  noteOff(note: number): void {
    if (note > 0) this.engine?.noteOff(note);
  }

  touch(note: number, touch: Touch): void {
    if (note > 0) this.engine?.touch(note, touch);
  }
}
