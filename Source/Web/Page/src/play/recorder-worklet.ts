// SPDX-License-Identifier: GPL-3.0-or-later
/** Sends what it hears to the page, interleaved, in pieces of 4096 frames. */
const recorderName = 'kolophon-recorder';
const piece = 4096; // [frames]
export {};

declare const registerProcessor: ((name: string, processor: unknown) => void) | undefined;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

if (typeof registerProcessor === 'function') {
  class RecorderProcessor extends AudioWorkletProcessor {
    private buffer = new Float32Array(2 * piece);
    private frames = 0;
    private hasEnded = false;

    constructor() {
      super();
      this.port.onmessage = () => {
        this.hasEnded = true;
        this.send();
      };
    }

    private send(): void {
      const full = this.buffer.slice(0, 2 * this.frames);
      this.frames = 0;
      this.port.postMessage(full, [full.buffer]);
    }

    process(inputs: Float32Array[][]): boolean {
      const left = inputs[0]?.[0],
        right = inputs[0]?.[1] ?? left;
      const count = left?.length ?? 0;
      for (let i = 0; i < count; ++i) {
        this.buffer[2 * this.frames] = left?.[i] ?? 0;
        this.buffer[2 * this.frames + 1] = right?.[i] ?? 0;
        this.frames += 1;
        if (this.frames === piece) this.send();
      }
      return !this.hasEnded;
    }
  }
  registerProcessor(recorderName, RecorderProcessor);
}
