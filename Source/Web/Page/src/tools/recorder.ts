// SPDX-License-Identifier: GPL-3.0-or-later
import script from 'inline:../play/recorder-worklet';
import { scriptAddress } from '../audio/loader';
import type { Session } from '../session';
import { wavOf } from './wav';

const longest = 600; // [s]

/** Takes what sounds, sample by sample, and makes a WAV file of it. */
export class Recorder {
  onChange: (() => void) | null = null;
  private node: AudioWorkletNode | null = null;
  private chunks: Float32Array[] = [];
  private frames = 0;
  private isLoaded = false;

  constructor(private readonly session: Session) {}

  get isRecording(): boolean {
    return this.node !== null;
  }

  get seconds(): number {
    return this.frames / (this.session.context?.sampleRate ?? 48000);
  }

  async start(): Promise<void> {
    const engine = await this.session.start();
    const { context } = this.session;
    if (!context || this.node) return;
    if (!this.isLoaded) {
      await context.audioWorklet.addModule(scriptAddress(script, new URL(location.href)));
      this.isLoaded = true;
    }
    this.chunks = [];
    this.frames = 0;
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
    this.chunks.push(chunk);
    this.frames += chunk.length / 2;
    if (this.seconds >= longest) void this.stop();
    this.onChange?.();
  }

  /** Ends the recording; the WAV file, or null if nothing was recorded. */
  async stop(): Promise<Blob | null> {
    const { node } = this;
    if (!node) return null;
    this.node = null;
    const last = new Promise<void>((resolve) => {
      node.port.onmessage = (event: MessageEvent<Float32Array>) => {
        if (event.data.length > 0) this.chunks.push(event.data);
        resolve();
      };
      setTimeout(resolve, 500);
    });
    node.port.postMessage('end');
    await last;
    this.session.engine?.node.disconnect(node);
    this.onChange?.();
    const rate = this.session.context?.sampleRate ?? 48000;
    return this.chunks.length > 0 ? wavOf(this.chunks, rate) : null;
  }
}
