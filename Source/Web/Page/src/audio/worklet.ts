// SPDX-License-Identifier: GPL-3.0-or-later
import { processorName } from './protocol';
import type { Act, Answer, Ask, FromEngine, ProcessorOptions, ToEngine } from './protocol';
import { PunctualityWatch } from './punctuality';
import { WaitingActs } from './waiting';
import { EngineModule } from './wasm';

declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const quantum = 128; // [samples]
const queueFull = 4; // KOLOPHON_QUEUE_FULL
const suspended = 300; // [ms] without a block: what has come and gone meanwhile is not played
const picturesPerSecond = 60, metersPerSecond = 30;

/** The instrument on the audio thread. It renders out of memory that was allocated before: only what a page asks for and
    waits for (a sound, a body) allocates. */
class KolophonProcessor extends AudioWorkletProcessor {
  private readonly engine: EngineModule;
  private readonly synth: number; // address of a kolophon_synth
  private readonly output: number; // address of two blocks of floats
  private readonly pictureBytes: number;
  private readonly meterCount: number;
  private readonly spare: ArrayBuffer[] = []; // for pictures: those that the page has given back
  private readonly watch = new PunctualityWatch(sampleRate, quantum);
  private readonly waiting = new WaitingActs(); // until the next quantum, which may be long in coming
  private rendered = Date.now(); // [ms] the latest block
  private heard = 0; // number of the latest knob that the page has set
  private quanta = 0;
  private nextPicture = 0; // [quanta]
  private nextMeters = 0;
  private watched = false;
  private performing = false;
  private ended = false;

  constructor(options: { processorOptions: ProcessorOptions }) {
    super();
    const engine = EngineModule.now(options.processorOptions.bytes);
    this.engine = engine;
    this.synth = engine.call('kolophon_create', sampleRate);
    if (this.synth === 0) throw new Error('The engine cannot be created at this sample rate.');
    // The browser compiles what loading a sound calls: now, and not while one is heard.
    engine.call('kolophon_load_json', this.synth, engine.call('kolophon_state', this.synth));
    this.output = engine.allocate(2 * 4 * quantum);
    this.pictureBytes = engine.call('web_picture_bytes');
    this.meterCount = options.processorOptions.meters;
    this.spare.push(new ArrayBuffer(this.pictureBytes), new ArrayBuffer(this.pictureBytes), new ArrayBuffer(this.pictureBytes));
    this.port.onmessage = ({ data }: MessageEvent<ToEngine>) => this.guarded(() => this.hear(data));
    this.tell({ type: 'ready', latency: engine.call('kolophon_latency', this.synth) });
  }

  process(_: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean {
    if (this.ended) return false;
    this.guarded(() => this.render(outputs[0] ?? []));
    return !this.ended;
  }

  private render(output: readonly Float32Array[]): void {
    const { engine, synth } = this, left = output[0], right = output[1] ?? left;
    this.watch.begin();
    const now = Date.now();
    if (now - this.rendered > suspended) this.waiting.shorten();
    this.rendered = now;
    this.waiting.give((act) => this.act(act) !== queueFull);
    const count = left?.length ?? quantum, pieces = Math.ceil(count / quantum);
    for (let piece = 0; piece < pieces; ++piece) {
      const from = piece * quantum, samples = Math.min(quantum, count - from), place = this.output / 4;
      engine.call('kolophon_render_float', synth, this.output, this.output + 4 * quantum, samples);
      left?.set(engine.floats.subarray(place, place + samples), from);
      if (right !== left) right?.set(engine.floats.subarray(place + quantum, place + quantum + samples), from);
    }
    this.quanta += pieces;
    this.show();
    this.watch.end(currentFrame + count);
  }

  /** Tells the page what there is to see. */
  private show(): void {
    const quantaPerSecond = sampleRate / quantum;
    if (this.watched && this.quanta >= this.nextPicture) {
      const buffer = this.spare.pop();
      if (buffer) {
        const place = this.engine.call('web_picture', this.synth);
        new Uint8Array(buffer).set(this.engine.bytes.subarray(place, place + this.pictureBytes));
        this.tell({ type: 'picture', buffer }, [buffer]);
      }
      this.nextPicture = this.quanta + Math.ceil(quantaPerSecond / picturesPerSecond);
    }
    if (this.quanta >= this.nextMeters) {
      this.nextMeters = this.quanta + quantaPerSecond / metersPerSecond;
      const numbers = this.engine.numbersAt(this.engine.call('web_meters', this.synth), this.meterCount);
      const { load, missedQuanta } = this.watch;
      const time = (this.quanta * quantum) / sampleRate, memoryBytes = this.engine.memory.buffer.byteLength;
      this.tell({ type: 'meters', numbers, health: { time, load, missedQuanta, memoryBytes } });
      if (this.performing && this.engine.call('kolophon_performance_left', this.synth) <= 0) {
        this.performing = false;
        this.tell({ type: 'performanceEnded', values: this.values(), heard: this.heard });
      }
    }
  }

  private hear(said: ToEngine): void {
    switch (said.type) {
      case 'acts':
        for (const act of said.acts) {
          if (act[0] === 'automate') this.heard = act[3];
          this.waiting.push(act);
        }
        break;
      case 'pictures':
        this.watched = said.on;
        this.engine.call('web_watch', this.synth, said.on ? 1 : 0);
        break;
      case 'recycle':
        if (said.buffer.byteLength === this.pictureBytes && this.spare.length < 3) this.spare.push(said.buffer);
        break;
      case 'ask':
        this.answer(said.request, said.ask);
        break;
      case 'end':
        this.ended = true;
        break;
    }
  }

  /** Gives an act to the engine, and returns its status. */
  private act(act: Act): number {
    const { engine, synth } = this;
    switch (act[0]) {
      case 'begin':
        return engine.call('kolophon_begin_note', synth, 0, act[1], act[2], act[3], act[4]);
      case 'release':
        return engine.call('kolophon_release_note', synth, 0, act[1], act[2], act[3], act[4]);
      case 'express':
        return engine.call('kolophon_express_note', synth, 0, act[1], act[2], act[3]);
      case 'modulate':
        return engine.call('kolophon_modulate', synth, 0, act[1], act[2], act[3]);
      case 'automate':
        return engine.call('kolophon_automate', synth, 0, act[1], act[2]);
      case 'midi':
        return engine.withText(act[1], (place) => engine.call('kolophon_midi', synth, 0, place, act[1].length));
      case 'panic':
        return engine.call('kolophon_panic', synth, 0);
    }
  }

  private answer(request: number, ask: Ask): void {
    const { engine, synth } = this;
    const text = (bytes: Uint8Array | null, call: string): number =>
      engine.withText(bytes, (place) => engine.call(call, synth, place));
    let status = 0;
    switch (ask.kind) {
      case 'json':
        status = text(ask.json, 'kolophon_load_json');
        if (status === 0) this.waiting.forgetKnobs();
        break;
      case 'preset':
        status = text(ask.name, 'kolophon_load_preset');
        if (status === 0) this.waiting.forgetKnobs();
        break;
      case 'body':
        status = text(ask.json, 'kolophon_set_body');
        break;
      case 'gesture':
        status = text(ask.json, 'kolophon_set_gesture');
        break;
      case 'tuning':
        status = engine.withText(ask.scl, (scl) =>
          engine.withText(ask.kbm, (kbm) => engine.call('web_tune', synth, scl, kbm)));
        break;
      case 'performance':
        status = text(ask.json, 'kolophon_load_performance');
        this.performing = status === 0 && ask.json !== null;
        if (status === 0) this.waiting.clear();
        break;
      case 'song':
        status = engine.withText(ask.bytes, (place) => engine.call('web_load_song', synth, place, ask.bytes.length));
        this.performing = status === 0;
        if (status === 0) this.waiting.clear();
        break;
    }
    if (status !== 0) {
      this.tell({ type: 'refusal', request, error: engine.textAt(engine.call('kolophon_error', synth)) });
      return;
    }
    const answer: Answer = {
      text: engine.textAt(engine.call('kolophon_findings', synth)),
      name: engine.textAt(engine.call('web_name', synth)),
      values: this.values(),
      heard: this.heard,
      seconds: engine.call('kolophon_performance_left', synth),
    };
    this.tell({ type: 'answer', request, answer });
  }

  private values(): Float64Array {
    return this.engine.numbersAt(this.engine.call('web_values', this.synth), this.engine.call('kolophon_parameter_count'));
  }

  /** A trap ends the engine, and the page is told; silence, and no exception in the audio thread. */
  private guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.ended = true;
      this.tell({ type: 'failed', error: String(error) });
    }
  }

  private tell(what: FromEngine, transfer: Transferable[] = []): void {
    this.port.postMessage(what, transfer);
  }
}

registerProcessor(processorName, KolophonProcessor);
