// SPDX-License-Identifier: GPL-3.0-or-later
// The engine for browsers in Node: the page's own scripts round the same modules, and an audio graph that is none.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { packages, page, root } from './PageKit.mjs';

const [{ build }] = packages('esbuild');
const audio = join(page, 'src/audio');
export const text = (...path) => readFileSync(join(root, ...path), 'utf8');

async function bundle(options) {
  const made = await build({ bundle: true, write: false, target: 'es2022', logLevel: 'error', ...options });
  return made.outputFiles[0].text;
}

const parts = ['bits', 'catalogue', 'engine', 'lab-worker', 'probe', 'punctuality', 'waiting', 'wasm'];
const stdin = { contents: parts.map((part) => `export * from './${part}';`).join('\n'), resolveDir: audio, loader: 'ts' };
const scratch = mkdtempSync(join(tmpdir(), 'kolophon-'));
const bundled = join(scratch, 'engine.mjs');
writeFileSync(bundled, await bundle({ stdin, format: 'esm' }));
/** Everything that the page's scripts round the engine export. */
export const scripts = await import(pathToFileURL(bundled));
rmSync(scratch, { recursive: true });

// Node.js 20 knows relaxed SIMD, and wants to be asked for it.
if (!scripts.hasFusedMultiplyAdd()) setFlagsFromString('--experimental-wasm-relaxed-simd');

const workletScript = await bundle({ entryPoints: [join(audio, 'worklet.ts')], format: 'iife' });
const folder = process.argv[2];
export const modules = {
  simd: readFileSync(join(folder, 'kolophon.simd.wasm')),
  relaxed: readFileSync(join(folder, 'kolophon.relaxed.wasm')),
  lab: readFileSync(join(folder, 'kolophon.lab.wasm')),
};
/** The module that a browser would take here, as a page has it. */
export const chosen = scripts.hasFusedMultiplyAdd() ? modules.relaxed : modules.simd;
export const bytesOf = (module) => module.buffer.slice(module.byteOffset, module.byteOffset + module.byteLength);

// A test that fails leaves its engine open, whose ports would keep Node.js waiting for ever.
const openPorts = new Set();
after(() => openPorts.forEach((port) => port.close()));

/** An engine in an audio graph that the test turns by hand: `play (seconds)` calls the worklet and lets messages through,
    and returns the sound. */
export async function startEngine({ sampleRate = 48000 } = {}) {
  const names = ['AudioWorkletProcessor', 'registerProcessor', 'sampleRate', 'currentFrame', 'AudioWorkletNode'];
  const before = names.map((name) => globalThis[name]);
  let Processor, processor;
  const channels = [];
  Object.assign(globalThis, {
    sampleRate,
    currentFrame: 0,
    AudioWorkletProcessor: class {
      port = channels.at(-1).port2;
    },
    registerProcessor: (_, Its) => (Processor = Its),
    AudioWorkletNode: class {
      constructor(_, __, options) {
        channels.push(new MessageChannel());
        [channels.at(-1).port1, channels.at(-1).port2].forEach((port) => openPorts.add(port));
        this.port = channels.at(-1).port1;
        processor = new Processor(structuredClone(options));
      }
      disconnect() {}
    },
  });
  new Function(workletScript)();
  const context = { audioWorklet: { addModule: async () => {} } };
  const bytes = bytesOf(chosen);
  const engine = await scripts.EngineNode.start(context, { worklet: '', bytes }, await scripts.loadCatalogue(bytes));
  const letThrough = () => new Promise((resolve) => setTimeout(resolve));
  let frames = 0;
  const play = async (seconds) => {
    const count = Math.round((seconds * sampleRate) / 128), left = new Float32Array(128 * count), right = new Float32Array(128 * count);
    await letThrough();
    for (let n = 0; n < count; ++n) {
      const block = [left.subarray(128 * n, 128 * (n + 1)), right.subarray(128 * n, 128 * (n + 1))];
      globalThis.currentFrame = frames;
      processor.process([], [block], {});
      frames += 128;
      if (n % 8 === 7) await letThrough();
    }
    await letThrough();
    return { left, right };
  };
  const close = async () => {
    engine.close();
    for (const { port1, port2 } of channels) [port1, port2].forEach((port) => port.close());
    names.forEach((name, i) => (globalThis[name] = before[i]));
  };
  return { engine, play, close, letThrough, processor: () => processor };
}

/** Fundamental frequency [Hz] of a tone near an expected one: the phase's advance from window to window. */
export function pitchOf(samples, sampleRate, near) {
  const length = 8192, hop = 1024;
  const phase = (from) => {
    let real = 0, imaginary = 0;
    for (let n = 0; n < length; ++n) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length), angle = (2 * Math.PI * near * (from + n)) / sampleRate;
      real += window * samples[from + n] * Math.cos(angle);
      imaginary -= window * samples[from + n] * Math.sin(angle);
    }
    return Math.atan2(imaginary, real);
  };
  let turned = 0, count = 0;
  for (let from = 0; from + hop + length <= samples.length; from += hop, ++count) {
    const difference = phase(from + hop) - phase(from);
    turned += difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI));
  }
  return near + (turned / count / (2 * Math.PI)) * (sampleRate / hop);
}

export const rms = (samples) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

/** Seeded choices (mulberry32). */
export class Dice {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  below(count) {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) % count;
  }
}

/** A text as a bad disk, a bad editor or a bad friend leaves it, like Tests/Support/Damage.h. */
export function hurt(whole, dice) {
  const letters = '{0123456789eE+-.,:[]}"\\ntu\u00ff\u0001 ';
  let bytes = whole;
  if (dice.below(2) === 0) {
    for (let wounds = 1 + dice.below(6); wounds > 0; --wounds) {
      const from = dice.below(bytes.length), found = bytes.slice(from).search(/[0-9]/), at = from + found;
      if (found >= 0) bytes = bytes.slice(0, at) + '0123456789-.e'[dice.below(13)] + bytes.slice(at + 1);
    }
    return bytes;
  }
  for (let wounds = 1 + dice.below(4); wounds > 0; --wounds) {
    const at = dice.below(bytes.length), kind = dice.below(4);
    if (kind === 0) bytes = bytes.slice(0, at) + letters[dice.below(letters.length)] + bytes.slice(at + 1);
    else if (kind === 1) bytes = bytes.slice(0, at) + bytes.slice(at + 1 + dice.below(20));
    else if (kind === 2) {
      const from = dice.below(bytes.length);
      bytes = bytes.slice(0, at) + bytes.slice(from, from + dice.below(60)) + bytes.slice(at);
    } else bytes = bytes.slice(0, Math.max(1, at));
    if (bytes.length === 0) bytes = '{';
  }
  return bytes;
}
