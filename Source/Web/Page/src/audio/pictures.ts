// SPDX-License-Identifier: GPL-3.0-or-later
import type { BodyMesh, Ledger, Health, Meters, Moments, Picture, VoiceDot } from './protocol';

/** Sizes of a picture in the engine's memory, from its catalogue: PictureLayout in Source/Web/Engine/Web.h. */
export interface PictureLayout {
  readonly heads: number;
  readonly perVoice: number;
  readonly voices: number;
  readonly modes: number;
  readonly moments: number;
  readonly bytes: number;
}

/** The numbers at a picture's beginning, in the order of describe() in Source/Web/Engine/Pictures.cpp. */
const heads = [
  'time', 'hasShape', 'bodyType', 'key', 'period', 'phase', 'momentInterval', 'position', 'contactDisplacement',
  'handExtension', 'blockPosition', 'blockGap', 'bodyEnergy', 'bristleEnergy', 'handEnergy', 'gesture',
  'voice', 'slot', 'fundamental', 'mass', 'modes', 'momentsOfA', 'momentsOfB',
] as const;

/** Reads pictures out of buffers. What it returns are views: valid until the buffer goes back. */
export class PictureReader {
  private displacement = new Float32Array(0);
  private readonly energies: Float32Array;

  constructor(
    private readonly layout: PictureLayout,
    private readonly meshOf: (bodyType: number) => BodyMesh,
  ) {
    if (layout.heads !== heads.length) throw new Error('The pictures of this engine are of another version.');
    this.energies = new Float32Array(layout.modes);
  }

  read(buffer: ArrayBuffer): Picture {
    const { perVoice, voices, modes, moments } = this.layout;
    const numbers = new Float64Array(buffer, 0, heads.length);
    const head = Object.fromEntries(heads.map((name, i) => [name, numbers[i]])) as Record<(typeof heads)[number], number>;
    let place = heads.length * 8;
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

/** Reads meters in the order of web_meters() in Source/Web/Engine/Pictures.cpp. */
export function metersOf(numbers: Float64Array, health: Health): Meters {
  const [peakLeft = 0, peakRight = 0, guardGain = 1, voices = 0, ledgerOn = 0, stored = 0, workIn = 0, frictionLoss = 0,
    bodyLoss = 0, relativeResidual = 0, generatorSteps = 0, energyCreated = 0] = numbers;
  const ledger: Ledger = { stored, workIn, frictionLoss, bodyLoss, relativeResidual, generatorSteps, energyCreated };
  return { ...health, peakLeft, peakRight, guardGain, voices, ledger: ledgerOn > 0 ? ledger : null };
}
