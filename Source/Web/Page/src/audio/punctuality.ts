// SPDX-License-Identifier: GPL-3.0-or-later
declare const performance: { now(): number } | undefined;

/** How long the worklet computes, and how much sound it has missed.

    A browser calls the worklet in bursts, ahead of the loudspeaker by what it buffers. Sound that was rendered is held
    against the time that has passed: the smallest lag of each second stays the same while all of it is heard, and grows for
    good by what was missed. Clocks of computer and sound card drift apart by up to 0.02 %, which is allowed for. */
export class PunctualityWatch {
  missedQuanta = 0;
  /** Processor time over real time in the last second. */
  load = NaN;

  private readonly hasFineClock = typeof performance !== 'undefined';
  private began = 0; // [ms]
  private busy = 0; // [ms] in this window
  private windowBegan = 0; // [ms]
  private smallestLag = Infinity; // [ms] in this window
  private lagBefore = NaN; // [ms] the windows before
  private isFirst = true;

  constructor(
    private readonly sampleRate: number,
    private readonly quantum: number,
  ) {}

  begin(): void {
    this.began = this.now();
    if (this.windowBegan === 0) this.windowBegan = this.began;
  }

  /** `frames`: rendered since the context began. */
  end(frames: number): void {
    const now = this.now();
    this.busy += now - this.began;
    this.smallestLag = Math.min(this.smallestLag, now - (1000 * frames) / this.sampleRate);
    if (now - this.windowBegan >= 1000) this.closeWindow(now);
  }

  private closeWindow(now: number): void {
    const drift = 0.0002 * (now - this.windowBegan), resolution = this.hasFineClock ? 0 : 1;
    const oneQuantum = (1000 * this.quantum) / this.sampleRate;
    const grown = this.smallestLag - this.lagBefore - drift - resolution;
    if (grown >= oneQuantum && !this.isFirst) this.missedQuanta += Math.floor(grown / oneQuantum);
    this.isFirst = Number.isNaN(this.lagBefore);
    this.load = this.busy / (now - this.windowBegan);
    this.lagBefore = this.smallestLag;
    this.smallestLag = Infinity;
    this.busy = 0;
    this.windowBegan = now;
  }

  private now(): number {
    return typeof performance !== 'undefined' ? performance.now() : Date.now();
  }
}
