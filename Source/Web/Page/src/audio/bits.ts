// SPDX-License-Identifier: GPL-3.0-or-later
import type { EngineModule } from './wasm';

/** FNV-1a, 64 bits, in halves: of the bytes of numbers, the lowest first. */
class Fnv {
  private low = 0x84222325;
  private high = 0xcbf29ce4;

  add(bytes: Uint8Array): void {
    let { low, high } = this;
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      // times 2^40 + 0x1b3
      const first = (low & 0xffff) * 0x1b3, second = (low >>> 16) * 0x1b3 + (first >>> 16);
      high = (Math.imul(high, 0x1b3) + (second >>> 16) + (low << 8)) >>> 0;
      low = ((second << 16) | (first & 0xffff)) >>> 0;
    }
    this.low = low;
    this.high = high;
  }

  get text(): string {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0');
  }
}

/** Bits of the default sound, as kolophon_bits prints them (Tests/Bits.cpp): A3, or a chord of eight, four seconds at 48 kHz. */
export function bitsOf(engine: EngineModule, voices: number): string {
  const synth = engine.call('kolophon_create', 48000);
  for (let voice = 0; voice < voices; ++voice) engine.call('kolophon_note_on', synth, 0, 0, 57 + 2 * voice, 0.63);
  const hash = soundHash(engine, synth, 4 * 48000, 480);
  engine.call('kolophon_destroy', synth);
  return hash;
}

/** Hash of a synth's next samples, as `kolophon render` prints it; `count` is a multiple of `block`. */
export function soundHash(engine: EngineModule, synth: number, count: number, block: number): string {
  const hash = new Fnv(), place = engine.allocate(2 * 8 * block);
  const frames = new Uint8Array(2 * 8 * block), both = new Float64Array(frames.buffer);
  for (let done = 0; done < count; done += block) {
    engine.call('kolophon_render', synth, place, place + 8 * block, block);
    const { doubles } = engine;
    for (let i = 0; i < block; ++i) {
      both[2 * i] = doubles[place / 8 + i] ?? NaN;
      both[2 * i + 1] = doubles[place / 8 + block + i] ?? NaN;
    }
    hash.add(frames);
  }
  engine.call('free', place);
  return hash.text;
}
