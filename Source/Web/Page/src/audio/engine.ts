// SPDX-License-Identifier: GPL-3.0-or-later
import type { Catalogue } from './catalogue';
import type { EngineFiles } from './loader';
import { PictureReader, meterReader } from './pictures';
import { processorName } from './protocol';
import type { Act, Answer, Ask, Findings, FromEngine, Meters, ParameterInfo, Picture, ProcessorOptions, Sound, ToEngine, Touch } from './protocol';

export type { Catalogue } from './catalogue';
export type { EngineFiles } from './loader';
export type EngineApi = Pick<EngineNode, keyof EngineNode>;

/** ::kolophon_expression */
const expressions = { bend: 0, pan: 2, brightness: 3, pressure: 4, vibrato: 5, loudness: 6 } as const;
/** What a touch replaces for one note, and the parameter that it stands for. */
const replaced = { speed: 'hand.speed', force: 'hand.pressure', newtons: 'hand.force', position: 'hand.position', drift: 'human.drift' } as const;
type Replaced = keyof typeof replaced;

interface Held {
  readonly channel: number;
  readonly key: number;
  readonly touch: Touch; // all that was touched so far
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The instrument in an AudioWorklet. Calls of one task of the page happen at the same sample, in their order. Whatever can
    fail throws an Error with one sentence for people, and then has changed nothing. */
export class EngineNode {
  readonly node: AudioWorkletNode; // connect it yourself; stereo
  latency = 0; // [samples] of the engine itself
  meters: Meters;

  onPicture: ((picture: Picture) => void) | null = null;
  onMeters: ((meters: Meters) => void) | null = null;
  onSound: ((sound: Sound) => void) | null = null; // after a sound was loaded, by whatever way
  onPerformanceEnded: (() => void) | null = null;
  onError: ((sentence: string) => void) | null = null; // the worklet has failed

  private values: Float64Array; // of the knobs, as the page has set them
  private readonly sets = new Map<number, { number: number; value: number }>(); // by knob: the latest
  private lastSet = 0;
  private readonly held = new Map<number, Held>();
  private readonly requests = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  private lastRequest = 0;
  private acts: Act[] = [];
  private readonly pictures: PictureReader;
  private readonly readMeters: ReturnType<typeof meterReader>;
  private ready: { resolve: () => void; reject: (error: Error) => void } | null = null;

  private constructor(
    context: BaseAudioContext,
    bytes: ArrayBuffer,
    readonly catalogue: Catalogue,
  ) {
    this.values = Float64Array.from(catalogue.parameters, (info) => info.defaultValue);
    this.pictures = new PictureReader(catalogue.picture, (bodyType) => catalogue.mesh(bodyType));
    this.readMeters = meterReader(catalogue.meters);
    this.meters = this.readMeters(new Float64Array(catalogue.meters.length), { time: 0, load: NaN, missedQuanta: 0, memoryBytes: 0 });
    const processorOptions: ProcessorOptions = { bytes, meters: catalogue.meters.length };
    this.node = new AudioWorkletNode(context, processorName, {
      numberOfInputs: 0,
      numberOfOutputs: 1,
      outputChannelCount: [2],
      processorOptions,
    });
    this.node.port.onmessage = ({ data }: MessageEvent<FromEngine>) => this.hear(data);
    this.node.onprocessorerror = () => this.break('The sound has stopped: the audio thread has failed.');
  }

  /** Starts the engine in a context, silent, with the default sound. */
  static async start(context: BaseAudioContext, files: EngineFiles, catalogue: Catalogue): Promise<EngineNode> {
    await context.audioWorklet.addModule(files.worklet);
    const engine = new EngineNode(context, files.bytes, catalogue);
    await new Promise<void>((resolve, reject) => (engine.ready = { resolve, reject }));
    return engine;
  }

  get instructionSet(): string {
    return this.catalogue.instructionSet;
  }

  /* ---- Notes ---- */

  /** Starts a note; `id`: a positive integer below 2^24 that no held or sounding note has. */
  noteOn(id: number, key: number, velocity: number, touch: Touch = {}, channel = 0): void {
    const held = { channel, key, touch: { ...touch } };
    this.held.set(id, held);
    this.express(id, touch);
    this.act(['begin', id, channel, key, velocity]);
  }

  noteOff(id: number, velocity = 0.5): void {
    const held = this.held.get(id);
    if (!held) return;
    this.held.delete(id);
    this.act(['release', id, held.channel, held.key, velocity]);
  }

  touch(id: number, touch: Touch): void {
    const held = this.held.get(id);
    if (held) Object.assign(held.touch, touch);
    this.express(id, touch);
  }

  /** A MIDI message as Web MIDI brings it: notes, MPE, controllers, system exclusive messages of tunings. */
  midi(bytes: Uint8Array): void {
    this.act(['midi', bytes]);
  }

  panic(): void {
    this.held.clear();
    this.act(['panic']);
  }

  /* ---- Knobs: the page's view of them, current at once after set() ---- */

  get(id: string): number {
    return this.values[this.catalogue.parameter(id).index] ?? NaN;
  }

  set(id: string, value: number): void {
    const info = this.catalogue.parameter(id);
    const inside = Math.min(Math.max(value, info.minimum), info.maximum);
    const valid = ['integer', 'menu', 'toggle'].includes(info.scale) ? Math.round(inside) : inside;
    if (Number.isNaN(valid)) return;
    this.values[info.index] = valid;
    this.sets.set(info.index, { number: ++this.lastSet, value: valid });
    this.act(['automate', info.index, valid, this.lastSet]);
    for (const [of, parameter] of Object.entries(replaced) as [Replaced, string][])
      if (parameter === id)
        for (const [note, { touch }] of this.held) if (touch[of] !== undefined) this.replace(note, info, touch[of]);
  }

  setText(id: string, text: string): void {
    this.set(id, this.catalogue.parse(this.catalogue.parameter(id), text));
  }

  textOf(id: string): string {
    return this.catalogue.text(this.catalogue.parameter(id), this.get(id));
  }

  /* ---- Sounds: read by the catalogue first, which refuses what is damaged ---- */

  async loadPreset(name: string): Promise<Sound> {
    this.catalogue.loadPreset(name);
    return this.soundOf(await this.ask({ kind: 'preset', name: encoder.encode(name) }));
  }

  /** A preset file or a state. */
  async loadJson(json: string): Promise<Sound & Findings> {
    this.catalogue.load(json);
    return this.soundOf(await this.ask({ kind: 'json', json: encoder.encode(json) }));
  }

  /** The whole sound, as the plug-in stores it: asked of the catalogue, since the audio thread has no time for it. */
  toJson(): string {
    return this.catalogue.state(this.values);
  }

  /** Text of a body file for the body "Custom"; null: its own modes. */
  async setBody(json: string | null): Promise<void> {
    this.catalogue.setBody(json);
    this.soundOf(await this.ask({ kind: 'body', json: json === null ? null : encoder.encode(json) }));
  }

  async setGesture(json: string | null): Promise<void> {
    this.catalogue.setGesture(json);
    await this.ask({ kind: 'gesture', json: json === null ? null : encoder.encode(json) });
  }

  /** Texts of a Scala scale and a keyboard mapping; null: the sound keeps its own. */
  async setTuning(scl: string | null, kbm: string | null): Promise<void> {
    this.catalogue.setTuning(scl, kbm);
    const bytes = (text: string | null): Uint8Array | null => (text === null ? null : encoder.encode(text));
    await this.ask({ kind: 'tuning', scl: bytes(scl), kbm: bytes(kbm) });
  }

  /** Plays a recorded performance from its beginning. */
  async loadPerformance(json: string): Promise<{ seconds: number } & Findings> {
    this.catalogue.loadPerformance(json);
    return this.perform({ kind: 'performance', json: encoder.encode(json) });
  }

  /** Plays a MIDI file with the sound that is loaded. */
  async loadSong(bytes: Uint8Array): Promise<{ seconds: number } & Findings> {
    this.catalogue.checkSong(bytes);
    return this.perform({ kind: 'song', bytes });
  }

  private async perform(ask: Ask): Promise<{ seconds: number } & Findings> {
    this.held.clear();
    const answer = await this.ask(ask);
    return { seconds: answer.seconds, findings: this.soundOf(answer).findings };
  }

  async stopPerformance(): Promise<void> {
    this.held.clear();
    await this.ask({ kind: 'performance', json: null });
  }

  /* ---- Pictures ---- */

  wantPictures(on: boolean): void {
    this.say({ type: 'pictures', on });
  }

  close(): void {
    this.say({ type: 'end' });
    this.node.disconnect();
    this.node.port.close();
    this.reject(new Error('The engine has been closed.'));
  }

  private express(id: number, touch: Touch): void {
    for (const [name, value] of Object.entries(touch) as [keyof Touch, number | undefined][]) {
      if (value === undefined || !Number.isFinite(value)) continue;
      if (name in replaced) this.replace(id, this.catalogue.parameter(replaced[name as Replaced]), value);
      else this.act(['express', id, expressions[name as keyof typeof expressions], value]);
    }
  }

  /** Moves a knob for one note from where it stands to a value. */
  private replace(id: number, info: ParameterInfo, value: number): void {
    const inside = Math.min(Math.max(value, info.minimum), info.maximum);
    const from = this.catalogue.position(info, this.values[info.index] ?? info.defaultValue);
    const travel = this.catalogue.position(info, inside) - from;
    this.act(['modulate', id, info.index, Math.min(Math.max(travel, -1), 1)]);
  }

  private soundOf(answer: Answer): Sound & Findings {
    this.values = this.current(answer);
    const sound = { values: this.values, name: decoder.decode(answer.name), findings: decoder.decode(answer.text) };
    this.onSound?.(sound);
    return sound;
  }

  /** Values that the worklet has told, with the knobs that were set while they were on their way. */
  private current({ values, heard }: { readonly values: Float64Array; readonly heard: number }): Float64Array {
    const now = Float64Array.from(values);
    for (const [index, { number, value }] of this.sets)
      if (number > heard) now[index] = value;
      else this.sets.delete(index);
    return now;
  }

  private act(act: Act): void {
    if (this.acts.push(act) === 1) queueMicrotask(() => this.flush());
  }
  private flush(): void {
    if (this.acts.length === 0) return;
    const { acts } = this;
    this.acts = [];
    this.node.port.postMessage({ type: 'acts', acts } satisfies ToEngine);
  }
  private say(what: ToEngine): void {
    this.flush();
    this.node.port.postMessage(what);
  }

  private ask(ask: Ask): Promise<Answer> {
    const request = ++this.lastRequest;
    return new Promise((resolve, reject) => {
      this.requests.set(request, { resolve, reject });
      this.say({ type: 'ask', request, ask });
    });
  }

  private hear(said: FromEngine): void {
    switch (said.type) {
      case 'ready':
        this.latency = said.latency;
        this.ready?.resolve();
        break;
      case 'failed':
        this.break(said.error);
        break;
      case 'answer':
        this.requests.get(said.request)?.resolve(said.answer);
        this.requests.delete(said.request);
        break;
      case 'refusal':
        this.requests.get(said.request)?.reject(new Error(decoder.decode(said.error)));
        this.requests.delete(said.request);
        break;
      case 'picture':
        this.onPicture?.(this.pictures.read(said.buffer));
        this.node.port.postMessage({ type: 'recycle', buffer: said.buffer } satisfies ToEngine, [said.buffer]);
        break;
      case 'meters':
        this.meters = this.readMeters(said.numbers, said.health);
        this.onMeters?.(this.meters);
        break;
      case 'performanceEnded':
        this.values = this.current(said);
        this.onPerformanceEnded?.();
        break;
    }
  }

  private break(sentence: string): void {
    this.reject(new Error(sentence));
    this.onError?.(sentence);
  }
  private reject(error: Error): void {
    this.ready?.reject(error);
    for (const { reject } of this.requests.values()) reject(error);
    this.requests.clear();
  }
}
