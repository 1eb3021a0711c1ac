// SPDX-License-Identifier: GPL-3.0-or-later
import type { Session } from '../session';

/** Intervals at which further fingers on the Stage play above the first, in semitones. */
export const fingerings = {
  fifths: [0, 7, 14, 21, 28],
  major: [0, 4, 7, 12, 16, 19, 24],
  minor: [0, 3, 7, 12, 15, 19, 24],
  octaves: [0, 12, 24, -12, 36],
} as const;
export type Fingering = keyof typeof fingerings;

interface Held {
  readonly key: number;
  note: number; // 0: it chooses what a finger on the Stage plays
}

/** Keys of the computer, of the screen and their notes. While a finger is on the Stage, keys choose its pitch, as the
    left hand does on a string; otherwise they play by themselves. */
export class Player {
  key = 69; // that the Stage plays
  velocity = 0.7;
  fingering: Fingering = 'fifths';
  fingersAreDown: () => boolean = () => false;
  onKeysForFingers: (() => void) | null = null;
  onKeys: (() => void) | null = null; // something to draw

  private readonly held = new Map<string, Held>(); // by their source: "KeyA", "pointer 3"

  constructor(private readonly session: Session) {
    session.on('started', () => {
      for (const held of this.held.values()) if (held.note === 0 && !this.fingersAreDown()) this.sound(held);
    });
    session.on('silence', () => this.releaseAll());
  }

  private sound(held: Held, velocity = this.velocity): void {
    held.note = this.session.noteOn(held.key, velocity);
  }

  down(source: string, key: number, velocity = this.velocity): void {
    if (key < 0 || key > 127 || this.held.get(source)?.key === key) return;
    const before = this.held.get(source);
    const held: Held = { key, note: 0 };
    this.held.delete(source);
    this.held.set(source, held);
    this.key = key;
    if (this.fingersAreDown()) {
      void this.session.start().catch(() => undefined);
      this.onKeysForFingers?.();
    } else this.sound(held, velocity);
    if (before) this.session.noteOff(before.note); // after the new one: a slur
    this.onKeys?.();
  }

  up(source: string): void {
    const held = this.held.get(source);
    if (!held) return;
    this.held.delete(source);
    this.session.noteOff(held.note);
    if (this.fingersAreDown() && this.held.size > 0) this.onKeysForFingers?.();
    this.onKeys?.();
  }

  /** Harder or softer while a key is held: 0 to 1. */
  press(source: string, pressure: number): void {
    const held = this.held.get(source);
    if (held) this.session.touch(held.note, { pressure });
  }

  /** Brings the note of the Stage into the range of a sound, by octaves if that is possible. */
  stayWithin(low: number, high: number): void {
    while (this.key > high && this.key - 12 >= low) this.key -= 12;
    while (this.key < low && this.key + 12 <= high) this.key += 12;
    if (this.key < low || this.key > high) this.key = Math.round((low + high) / 2);
  }

  releaseAll(): void {
    for (const source of [...this.held.keys()]) this.up(source);
  }

  isHeld(key: number): boolean {
    for (const held of this.held.values()) if (held.key === key) return true;
    return false;
  }

  /** What the finger that came down as the `index`-th plays: keys that are held, then intervals above the last. */
  keyOfFinger(index: number): number {
    const keys = [...this.held.values()]
      .filter((held) => held.note === 0)
      .map((held) => held.key)
      .sort((a, b) => a - b);
    const held = keys[index];
    if (held !== undefined) return held;
    const intervals = fingerings[this.fingering];
    const from = keys.at(-1) ?? this.key,
      step = index - Math.max(0, keys.length - 1);
    return Math.min(120, from + (intervals[step % intervals.length] ?? 0));
  }
}
