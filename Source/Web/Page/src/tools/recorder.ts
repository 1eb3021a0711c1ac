// SPDX-License-Identifier: GPL-3.0-or-later
import script from 'inline:../play/recorder-worklet';
import { scriptAddress } from '../audio/loader';
import type { Session } from '../session';
import { wavOf } from './wav';

const longest = 600; // [s]

/** Takes what sounds, sample by sample, and makes a WAV file of it. */
export class Recorder {
  onChange: (() => void) | null = null;
  onFull: (() => void) | null = null; // the longest recording is there: stop() gives it
  private node: AudioWorkletNode | null = null;
  private starting: Promise<void> | null = null;
  private chunks: Float32Array[] = [];
  private frames = 0;
  private rate = 48000; // [1/s]
  private readonly loaded = new WeakSet<BaseAudioContext>();

  constructor(private readonly session: Session) {}

  get isRecording(): boolean {
    return this.node !== null;
  }

  get seconds(): number {
    return this.frames / this.rate;
  }

  start(): Promise<void> {
    this.starting ??= this.begin().finally(() => (this.starting = null));
    return this.starting;
  }

  private async begin(): Promise<void> {
    const engine = await this.session.start();
    const { context } = this.session;
    if (!context || this.node) return;
    if (!this.loaded.has(context)) {
      await context.audioWorklet.addModule(scriptAddress(script, new URL(location.href)));
      this.loaded.add(context);
    }
    this.chunks = [];
    this.frames = 0;
    this.rate = context.sampleRate;
    const node = new AudioWorkletNode(context, 'kolophon-recorder', {
      numberOfInputs: 1,
      numberOfOutputs: 0,
      channelCount: 2,
      channelCountMode: 'explicit',
    });
    node.port.onmessage = (event: MessageEvent<Float32Array>) => this.take(event.data);
    engine.node.connect(node);
    this.node = node;
    this.onChange?.();
  }

  private take(chunk: Float32Array): void {
    if (this.seconds >= longest) return;
    this.chunks.push(chunk);
    this.frames += chunk.length / 2;
    if (this.seconds >= longest) this.onFull?.();
    this.onChange?.();
  }

  /** Ends the recording; the WAV file, or null if nothing was recorded. */
  async stop(): Promise<Blob | null> {
    const { node, chunks } = this;
    if (!node) return null;
    this.node = null;
    const last = new Promise<void>((resolve) => {
      node.port.onmessage = (event: MessageEvent<Float32Array>) => {
        if (event.data.length > 0) chunks.push(event.data);
        resolve();
      };
      setTimeout(resolve, 500);
    });
    node.port.postMessage('end');
    await last;
    node.port.onmessage = null;
    try {
      this.session.engine?.node.disconnect(node);
    } catch {
      // It was connected to an engine that has failed since.
    }
    this.onChange?.();
    return chunks.length > 0 ? wavOf(chunks, this.rate) : null;
  }
}
