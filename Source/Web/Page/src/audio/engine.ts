// SPDX-License-Identifier: GPL-3.0-or-later
import type {
  BodyMesh,
  Findings,
  Meters,
  ParameterInfo,
  Picture,
  PresetInfo,
  Sound,
  Touch,
} from './protocol';

/** Where the parts of the engine are, see loader.ts. */
export interface EngineFiles {
  readonly worklet: string | URL; // module for AudioWorklet.addModule
  readonly bytes: ArrayBuffer; // of the module that suits this browser
}

/** Static knowledge of the engine, without sound: an instance of the module on the page's own thread. */
export interface Catalogue {
  readonly version: string;
  readonly parameters: readonly ParameterInfo[];
  readonly presets: readonly PresetInfo[];
  parameter(id: string): ParameterInfo; // throws for an unknown id
  /** Position of a knob, 0 to 1, and its inverse. */
  position(info: ParameterInfo, value: number): number;
  value(info: ParameterInfo, position: number): number;
  /** "35 mm/s", "Ring" */
  text(info: ParameterInfo, value: number): string;
  /** Reads "35 mm/s"; throws an Error with a sentence. */
  parse(info: ParameterInfo, text: string): number;
  /** Presets whose name, category, tags, intent or notes contain every word; empty text: all. */
  search(text: string, category?: string): readonly PresetInfo[];
  readonly categories: readonly string[];
  /** Checks a preset or state from anywhere without playing it; throws an Error with a sentence if it is none. */
  check(json: string): Findings;
}

/** The instrument in an AudioWorklet. Everything that can fail throws an Error with one sentence for people. */
export interface EngineApi {
  readonly node: AudioWorkletNode; // connect it yourself; stereo
  readonly catalogue: Catalogue;
  readonly instructionSet: string; // "WASM relaxed SIMD", "WASM SIMD"
  readonly latency: number; // [samples] of the engine itself
  readonly meters: Meters; // the latest

  /** Starts a note; `id`: any positive integer below 2^24 that no held or sounding note has. */
  noteOn(id: number, key: number, velocity: number, touch?: Touch): void;
  noteOff(id: number, velocity?: number): void;
  touch(id: number, touch: Touch): void;
  /** A MIDI message as Web MIDI brings it: notes, MPE, controllers, SysEx of tunings. */
  midi(bytes: Uint8Array): void;
  panic(): void;

  /** The page's view of the knobs: current at once after set(). */
  get(id: string): number;
  set(id: string, value: number): void;
  setText(id: string, text: string): void;
  textOf(id: string): string;

  loadPreset(name: string): Promise<Sound>;
  loadJson(json: string): Promise<Sound & Findings>; // preset file or state
  toJson(): Promise<string>; // the whole sound
  setBody(json: string | null): Promise<void>; // body file for the body "Custom"
  setGesture(json: string | null): Promise<void>;
  setTuning(scl: string | null, kbm: string | null, a4?: number): Promise<void>;
  loadPerformance(json: string): Promise<{ seconds: number } & Findings>; // and plays it
  stopPerformance(): Promise<void>;

  wantPictures(on: boolean): void;
  mesh(bodyType: number): Promise<BodyMesh>; // of the menu body.type
  /** Hash of the engine's bits in this browser (for tests): default patch, 1 or 8 voices, as Tests/Reference/bits.txt. */
  hash(voices: number): Promise<string>;

  onPicture: ((picture: Picture) => void) | null;
  onMeters: ((meters: Meters) => void) | null;
  onSound: ((sound: Sound) => void) | null; // after loading, by whatever way
  onPerformanceEnded: (() => void) | null;
  onError: ((sentence: string) => void) | null; // the worklet has failed

  close(): void;
}

/** Starts the engine in a context. */
export declare class EngineNode implements EngineApi {
  static start(context: BaseAudioContext, files: EngineFiles): Promise<EngineNode>;
  readonly node: AudioWorkletNode;
  readonly catalogue: Catalogue;
  readonly instructionSet: string;
  readonly latency: number;
  readonly meters: Meters;
  noteOn(id: number, key: number, velocity: number, touch?: Touch): void;
  noteOff(id: number, velocity?: number): void;
  touch(id: number, touch: Touch): void;
  midi(bytes: Uint8Array): void;
  panic(): void;
  get(id: string): number;
  set(id: string, value: number): void;
  setText(id: string, text: string): void;
  textOf(id: string): string;
  loadPreset(name: string): Promise<Sound>;
  loadJson(json: string): Promise<Sound & Findings>;
  toJson(): Promise<string>;
  setBody(json: string | null): Promise<void>;
  setGesture(json: string | null): Promise<void>;
  setTuning(scl: string | null, kbm: string | null, a4?: number): Promise<void>;
  loadPerformance(json: string): Promise<{ seconds: number } & Findings>;
  stopPerformance(): Promise<void>;
  wantPictures(on: boolean): void;
  mesh(bodyType: number): Promise<BodyMesh>;
  hash(voices: number): Promise<string>;
  onPicture: ((picture: Picture) => void) | null;
  onMeters: ((meters: Meters) => void) | null;
  onSound: ((sound: Sound) => void) | null;
  onPerformanceEnded: (() => void) | null;
  onError: ((sentence: string) => void) | null;
  close(): void;
}
