// SPDX-License-Identifier: GPL-3.0-or-later
import type { BodyMesh, Health, Meters, Moments, Picture, VoiceDot } from './protocol';

/** Sizes of a picture in the engine's memory, from its catalogue: PictureLayout in Source/Web/Engine/Web.h. */
export interface PictureLayout {
  readonly heads: readonly string[]; // names of the numbers at the beginning
  readonly perVoice: number;
  readonly voices: number;
  readonly modes: number;
  readonly moments: number;
  readonly bytes: number;
}

/** The numbers at a picture's beginning that the page uses. */
const heads = [
  'time', 'hasShape', 'bodyType', 'secondBody', 'key', 'period', 'phase', 'momentInterval', 'position', 'contactDisplacement',
  'secondDisplacement', 'lift', 'handExtension', 'blockPosition', 'blockGap', 'bodyEnergy', 'bristleEnergy', 'handEnergy',
  'gesture', 'voice', 'slot', 'fundamental', 'mass', 'modes', 'momentsOfA', 'momentsOfB',
] as const;

/** Reads numbers of the engine by the names that its catalogue gives them. */
function readerOf<Name extends string>(names: readonly Name[], all: readonly string[]): (numbers: Float64Array) => Record<Name, number> {
  const places = names.map((name) => all.indexOf(name));
  const missing = names.find((_, i) => places[i] === -1);
  if (missing) throw new Error(`This engine is of another version: it does not tell "${missing}".`);
  return (numbers) => Object.fromEntries(names.map((name, i) => [name, numbers[places[i] ?? 0] ?? 0])) as Record<Name, number>;
}

/** Reads pictures out of buffers. What it returns are views: valid until the buffer goes back. */
export class PictureReader {
  private displacement = new Float32Array(0);
  private readonly energies: Float32Array;
  private readonly readHeads: ReturnType<typeof readerOf<(typeof heads)[number]>>;

  constructor(
    private readonly layout: PictureLayout,
    private readonly meshOf: (bodyType: number) => BodyMesh,
  ) {
    this.readHeads = readerOf(heads, layout.heads);
    this.energies = new Float32Array(layout.modes);
  }

  read(buffer: ArrayBuffer): Picture {
    const { heads: all, perVoice, voices, modes, moments } = this.layout;
    const head = this.readHeads(new Float64Array(buffer, 0, all.length));
    let place = all.length * 8;
    const floats = (count: number): Float32Array => {
      const view = new Float32Array(buffer, place, count);
      place += 4 * count;
      return view;
    };
    const dots = floats(voices * perVoice);
    const [x1, x2, frequency] = [floats(modes), floats(modes), floats(modes)];
    const columns = (count: number): Moments => {
      const five = Array.from({ length: 5 }, () => floats(moments).subarray(0, count));
      const three = Array.from({ length: 3 }, (_, i) => new Uint8Array(buffer, place + i * moments, count));
      place += 3 * moments;
      const [bowVelocity, relativeVelocity, frictionForce, normalForce, elongation] = five as [
        Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
      const [motion, beginsPeriod, follows] = three as [Uint8Array, Uint8Array, Uint8Array];
      return { count, bowVelocity, relativeVelocity, frictionForce, normalForce, elongation, motion, beginsPeriod, follows };
    };
    const ofA = columns(head.momentsOfA), ofB = columns(head.momentsOfB);
    for (let m = 0; m < head.modes; ++m) this.energies[m] = 0.5 * ((x1[m] ?? 0) ** 2 + (x2[m] ?? 0) ** 2);
    return {
      ...head,
      hasShape: head.hasShape > 0,
      slot: head.slot > 0 ? 1 : 0,
      displacement: this.displace(head.bodyType, head.modes, head.mass, x1, frequency),
      partialEnergies: this.energies.subarray(0, head.modes),
      moments: ofA,
      momentsOfB: ofB,
      voices: Array.from({ length: voices }, (_, v) => dotOf(dots.subarray(v * perVoice, (v + 1) * perVoice))),
    };
  }

  /** Displacement [m] of every point of the mesh: the sum of the modes, each q / sqrt (mass) times its shape. */
  private displace(bodyType: number, modes: number, mass: number, x1: Float32Array, frequency: Float32Array): Float32Array {
    const { fields, rest } = this.meshOf(bodyType);
    if (this.displacement.length !== rest.length / 2) this.displacement = new Float32Array(rest.length / 2);
    const z = this.displacement.fill(0);
    if (!(mass > 0)) return z;
    for (let m = 0; m < Math.min(modes, fields.length); ++m) {
      const w = frequency[m] ?? 0, field = fields[m];
      const q = w > 0 ? (x1[m] ?? 0) / w / Math.sqrt(mass) : 0;
      if (!field || Math.abs(q) < 1e-12) continue;
      for (let i = 0; i < z.length; ++i) z[i]! += q * field[i]!;
    }
    return z;
  }
}

function dotOf([key = 0, sounds = 0, held = 0, position = 0, force = 0, speed = 0]: Float32Array): VoiceDot {
  return { key, sounds: sounds > 0, held: held > 0, position, force, speed };
}

/** The numbers of web_meters() that the page uses. */
const meters = [
  'peakLeft', 'peakRight', 'guardGain', 'voices', 'ledgerOn', 'stored', 'workIn', 'frictionLoss', 'bodyLoss', 'relativeResidual',
  'generatorSteps', 'energyCreated',
] as const;

/** Reads meters by the names that the catalogue gives them. */
export function meterReader(names: readonly string[]): (numbers: Float64Array, health: Health) => Meters {
  const read = readerOf(meters, names);
  return (numbers, health) => {
    const { peakLeft, peakRight, guardGain, voices, ledgerOn, ...ledger } = read(numbers);
    return { ...health, peakLeft, peakRight, guardGain, voices, ledger: ledgerOn > 0 ? ledger : null };
  };
}
