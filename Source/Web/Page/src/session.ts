// SPDX-License-Identifier: GPL-3.0-or-later
import type { Catalogue } from './audio/catalogue';
import type { EngineApi } from './audio/engine';
import type { Findings, Meters, ParameterInfo, Picture, Sound, Touch } from './audio/protocol';
import { announce, clamp, sentence } from './dom';

type Event = 'knob' | 'sound' | 'started' | 'picture' | 'meters' | 'performance';

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
  private readonly changed = new Set<string>(); // knobs that were turned before the engine ran
  private waiting: { preset: string } | { json: string } | null = null; // a sound that was chosen before
  private lastNote = 0;
  private turned = 0; // [ms] when a knob was turned last

  constructor(
    readonly catalogue: Catalogue,
    private readonly startEngine: (context: AudioContext) => Promise<EngineApi>,
  ) {
    this.values = Float64Array.from(catalogue.parameters, (info) => info.defaultValue);
  }

  on(event: 'knob', listener: (id: string) => void): void;
  on(event: 'sound' | 'started' | 'performance', listener: () => void): void;
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
    if (this.context && this.context.state !== 'running') void this.context.resume();
    this.starting ??= this.begin().catch((error: unknown) => {
      this.starting = null;
      announce(`The sound cannot start. ${sentence(error)}`, true);
      throw error;
    });
    return this.starting;
  }

  private async begin(): Promise<EngineApi> {
    const context = new AudioContext({ latencyHint: 'interactive' });
    this.context = context;
    void context.resume();
    let engine: EngineApi;
    try {
      engine = await this.startEngine(context);
    } catch (error) {
      this.context = null;
      await context.close();
      throw error;
    }
    engine.node.connect(context.destination);
    engine.onPicture = (picture) => this.tell('picture', picture);
    engine.onMeters = (meters) => this.tell('meters', meters);
    engine.onSound = (sound) => this.takeSound(sound);
    engine.onPerformanceEnded = () => {
      for (const info of this.catalogue.parameters) this.values[info.index] = engine.get(info.id);
      this.setPerforming(false);
      this.tell('sound');
    };
    engine.onError = (words) => announce(words, true);
    engine.wantPictures(!document.hidden);
    document.addEventListener('visibilitychange', () => engine.wantPictures(!document.hidden));
    const wanted = new Map([...this.changed].map((id) => [id, this.get(id)]));
    this.changed.clear();
    if (this.waiting && 'preset' in this.waiting) await engine.loadPreset(this.waiting.preset);
    else if (this.waiting) await engine.loadJson(this.waiting.json);
    for (const [id, value] of wanted) {
      engine.set(id, value);
      this.values[this.info(id).index] = engine.get(id);
    }
    this.turned = performance.now();
    this.engine = engine;
    this.tell('started');
    return engine;
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
    this.turned = performance.now();
    if (this.engine) this.engine.set(id, value);
    else this.changed.add(id);
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

  /** The whole sound, with the knobs as they stand: the engine takes them over at its next blocks. */
  async toJson(): Promise<string> {
    const engine = await this.start();
    const settles = this.turned + 150 - performance.now();
    if (settles > 0) await new Promise((resolve) => setTimeout(resolve, settles));
    return engine.toJson();
  }

  async loadPerformance(json: string): Promise<{ seconds: number } & Findings> {
    const engine = await this.start();
    const loaded = await engine.loadPerformance(json);
    this.setPerforming(true);
    return loaded;
  }

  async stopPerformance(): Promise<void> {
    await this.engine?.stopPerformance();
    this.setPerforming(false);
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

  noteOff(note: number): void {
    if (note > 0) this.engine?.noteOff(note);
  }

  touch(note: number, touch: Touch): void {
    if (note > 0) this.engine?.touch(note, touch);
  }
}
