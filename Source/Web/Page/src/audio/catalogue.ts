// SPDX-License-Identifier: GPL-3.0-or-later
import { bitsOf } from './bits';
import type { PictureLayout } from './pictures';
import type { BodyInfo, BodyMesh, Findings, LawInfo, PanelInfo, ParameterInfo, PictureInfo, PresetInfo, RegimeInfo, Sound } from './protocol';
import { EngineModule } from './wasm';

interface Tables {
  readonly version: string;
  readonly instructionSet: string;
  readonly parameters: readonly ParameterInfo[];
  readonly presets: readonly PresetInfo[];
  readonly laws: readonly LawInfo[];
  readonly bodies: readonly BodyInfo[];
  readonly regimes: readonly RegimeInfo[];
  readonly panels: readonly PanelInfo[];
  readonly pictures: readonly PictureInfo[];
  readonly meters: readonly string[];
  readonly picture: PictureLayout;
}

/** Starts an instance of the engine on the page's own thread, which knows everything and never sounds. */
export async function loadCatalogue(bytes: ArrayBuffer): Promise<Catalogue> {
  return new Catalogue(await EngineModule.later(bytes));
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Largest texts [bytes] that are read: more would keep the page waiting for seconds. */
const largest = { sound: 1 << 20, performance: 2 << 20, song: 2 << 20 };
function bounded<T extends string | Uint8Array>(text: T, most: number): T {
  if (text.length > most) throw new Error(`This file has ${(text.length / 1e6).toFixed(1)} MB; at most ${(most / 1e6).toFixed(1)} MB are read.`);
  return text;
}

/** What the engine knows without a sound: its tables, knobs as texts, drawings of bodies; and the sound that is loaded, so
    that a damaged file is refused before it comes near the audio thread. Whatever fails throws an Error with a sentence. */
export class Catalogue {
  readonly version: string;
  readonly instructionSet: string; // "WASM relaxed SIMD", "WASM"
  readonly parameters: readonly ParameterInfo[];
  readonly presets: readonly PresetInfo[];
  readonly laws: readonly LawInfo[];
  readonly bodies: readonly BodyInfo[];
  readonly regimes: readonly RegimeInfo[];
  readonly panels: readonly PanelInfo[];
  readonly pictures: readonly PictureInfo[];
  readonly categories: readonly string[];
  readonly meters: readonly string[]; // names of the numbers of web_meters()
  readonly picture: PictureLayout;
  private readonly byId: ReadonlyMap<string, ParameterInfo>;
  private readonly synth: number; // address of a kolophon_synth
  private readonly meshes = new Map<number, BodyMesh>();

  constructor(private readonly engine: EngineModule) {
    const tables = JSON.parse(decoder.decode(engine.textAt(engine.call('web_catalogue')))) as Tables;
    ({
      version: this.version,
      instructionSet: this.instructionSet,
      parameters: this.parameters,
      presets: this.presets,
      laws: this.laws,
      bodies: this.bodies,
      regimes: this.regimes,
      panels: this.panels,
      pictures: this.pictures,
      meters: this.meters,
      picture: this.picture,
    } = tables);
    this.categories = [...new Set(this.presets.map((preset) => preset.category))];
    this.byId = new Map(this.parameters.map((info) => [info.id, info]));
    this.synth = engine.call('kolophon_create', 48000);
    if (this.synth === 0) this.fail(0);
  }

  parameter(id: string): ParameterInfo {
    const found = this.byId.get(id);
    if (!found) throw new Error(`"${id}" is not a parameter.`);
    return found;
  }

  /** Position of a knob, 0 to 1, and its inverse. */
  position(info: ParameterInfo, value: number): number {
    return this.engine.call('kolophon_parameter_position', info.index, value);
  }
  value(info: ParameterInfo, position: number): number {
    return this.engine.call('kolophon_parameter_value', info.index, position);
  }

  /** "35 mm/s", "Ring" */
  text(info: ParameterInfo, value: number): string {
    const capacity = 256;
    return this.withMemory(capacity, (place) => {
      this.check_(this.engine.call('kolophon_parameter_text', info.index, value, place, capacity), 0);
      return decoder.decode(this.engine.textAt(place));
    });
  }

  /** Reads "35 mm/s". */
  parse(info: ParameterInfo, text: string): number {
    return this.withMemory(8, (place) => {
      const status = this.withText(text, (words) => this.engine.call('web_parse', this.synth, info.index, words, place));
      // People know the knob by its name.
      if (status !== 0) throw new Error(this.textOf('kolophon_error', this.synth).replace(info.id, info.name));
      return this.engine.doubles[place / 8] ?? NaN;
    });
  }

  /** Presets whose name, category, tags, intent or notes contain every word, those first whose name is closest; empty text: all. */
  search(text: string, category?: string): readonly PresetInfo[] {
    const words = text.toLowerCase().split(/\s+/).filter((word) => word.length > 0), wanted = words.join(' ');
    /** 0: it is the name. Then: its beginning, a part of it, all words in any order; then by how many words are in it. */
    const rank = ({ name, category: its, tags }: PresetInfo): number => {
      const own = name.toLowerCase(), inside = words.filter((word) => own.includes(word)).length;
      if (own === wanted) return 0;
      if (own.startsWith(wanted)) return 1;
      if (own.includes(wanted)) return 2;
      const near = [its, ...tags].join(' ').toLowerCase();
      return 3 + 2 * (words.length - inside) + (words.some((word) => near.includes(word)) ? 0 : 1);
    };
    const found = this.presets.filter((preset) => {
      const all = [preset.name, preset.category, preset.intent, preset.notes, ...preset.tags].join(' ').toLowerCase();
      return (!category || preset.category === category) && words.every((word) => all.includes(word));
    });
    return words.length > 0 ? found.sort((a, b) => rank(a) - rank(b)) : found;
  }

  /** Loads a preset file or state here, without playing it. */
  load(json: string): Sound & Findings {
    this.check_(this.withText(bounded(json, largest.sound), (text) => this.engine.call('kolophon_load_json', this.synth, text)));
    return this.loaded();
  }
  loadPreset(name: string): Sound & Findings {
    this.check_(this.withText(name, (text) => this.engine.call('kolophon_load_preset', this.synth, text)));
    return this.loaded();
  }
  setBody(json: string | null): Sound & Findings {
    this.check_(this.withText(json === null ? null : bounded(json, largest.sound), (text) => this.engine.call('kolophon_set_body', this.synth, text)));
    return this.loaded();
  }
  setGesture(json: string | null): void {
    this.check_(this.withText(json === null ? null : bounded(json, largest.sound), (text) => this.engine.call('kolophon_set_gesture', this.synth, text)));
  }
  setTuning(scl: string | null, kbm: string | null): void {
    this.check_(this.withText(scl, (first) =>
      this.withText(kbm, (second) => this.engine.call('web_tune', this.synth, first, second))));
  }
  /** Reads a performance; its sound is loaded here. */
  loadPerformance(json: string): Sound & Findings & { seconds: number } {
    this.check_(this.withText(bounded(json, largest.performance), (text) => this.engine.call('kolophon_load_performance', this.synth, text)));
    const seconds = this.engine.call('kolophon_performance_left', this.synth);
    const sound = this.loaded();
    this.engine.call('kolophon_reset', this.synth);
    return { ...sound, seconds };
  }

  /** Reads a MIDI file, and forgets it. */
  checkSong(bytes: Uint8Array): void {
    this.check_(this.engine.withText(bounded(bytes, largest.song), (place) => this.engine.call('web_load_song', this.synth, place, bytes.length)));
    this.engine.call('kolophon_reset', this.synth);
  }

  /** The loaded sound with these values of all parameters, as the plug-in stores it. */
  state(values: Float64Array): string {
    return this.withValues(values, (place) => {
      const text = this.engine.call('web_state', this.synth, place);
      if (text === 0) this.fail(this.synth);
      return decoder.decode(this.engine.textAt(text));
    });
  }

  /** Checks a preset or state from anywhere, and forgets it. */
  check(json: string): Findings {
    const other = this.engine.call('kolophon_create', 48000);
    try {
      this.check_(this.withText(bounded(json, largest.sound), (text) => this.engine.call('kolophon_load_json', other, text)), other);
      return { findings: this.textOf('kolophon_findings', other) };
    } finally {
      this.engine.call('kolophon_destroy', other);
    }
  }

  /** Drawing of a body of the menu body.type; of the body "Custom", that of the loaded sound. */
  mesh(bodyType: number): BodyMesh {
    const known = this.meshes.get(bodyType);
    if (known) return known;
    const raw = JSON.parse(decoder.decode(this.engine.textAt(this.engine.call('web_mesh', this.synth, bodyType)))) as {
      [name in keyof BodyMesh]: unknown;
    } & { isString: boolean; touch: BodyMesh['touch']; reach: number };
    const floats = (list: unknown): Float32Array => Float32Array.from(list as number[]);
    const mesh: BodyMesh = {
      isString: raw.isString,
      touch: raw.touch,
      reach: raw.reach,
      rest: floats(raw.rest),
      direction: floats(raw.direction),
      lines: (raw.lines as { points: number[]; closed: boolean; weight: number }[]).map((line) => ({
        ...line,
        points: Int32Array.from(line.points),
      })),
      scenery: (raw.scenery as number[][]).map(floats),
      fields: (raw.fields as number[][]).map(floats),
      path: floats(raw.path),
      face: Int32Array.from(raw.face as number[]),
    };
    this.meshes.set(bodyType, mesh);
    return mesh;
  }

  /** Friction over normal force of steady sliding at these speeds [m/s], of contact A (0) or B (1). */
  steadyFriction(slot: 0 | 1, values: Float64Array, speeds: Float64Array): Float64Array {
    const { engine } = this, all = values.length, count = speeds.length;
    return this.withMemory(8 * (all + 2 * count), (place) => {
      engine.doubles.set(values, place / 8);
      engine.doubles.set(speeds, place / 8 + all);
      const at = place + 8 * all;
      engine.call('web_steady_friction', place, slot, at, at + 8 * count, count);
      return engine.numbersAt(at + 8 * count, count);
    });
  }

  /** How much each parameter matters for these values: 0 in use, 1 idle, 2 hidden. */
  rowUse(values: Float64Array): Uint8Array {
    return this.withValues(values, (place) => {
      const uses = this.engine.call('web_row_use', place);
      return this.engine.bytes.slice(uses, uses + values.length);
    });
  }

  /** Bits of the default sound in this browser, for tests: Tests/Reference/bits.txt lists them. */
  bits(voices: number): string {
    return bitsOf(this.engine, voices);
  }

  private loaded(): Sound & Findings {
    this.meshes.clear();
    return {
      values: this.engine.numbersAt(this.engine.call('web_values', this.synth), this.parameters.length),
      name: this.textOf('web_name', this.synth),
      findings: this.textOf('kolophon_findings', this.synth),
    };
  }
  private textOf(name: string, synth: number): string {
    return decoder.decode(this.engine.textAt(this.engine.call(name, synth)));
  }
  private withText<T>(text: string | null, use: (place: number) => T): T {
    return this.engine.withText(text === null ? null : encoder.encode(text), use);
  }
  private withValues<T>(values: Float64Array, use: (place: number) => T): T {
    return this.withMemory(8 * values.length, (place) => {
      this.engine.doubles.set(values, place / 8);
      return use(place);
    });
  }
  private withMemory<T>(size: number, use: (place: number) => T): T {
    const place = this.engine.allocate(size);
    try {
      return use(place);
    } finally {
      this.engine.call('free', place);
    }
  }
  private check_(status: number, synth = this.synth): void {
    if (status !== 0) this.fail(synth);
  }
  private fail(synth: number): never {
    throw new Error(this.textOf('kolophon_error', synth) || 'The engine cannot do that.');
  }
}
