// SPDX-License-Identifier: GPL-3.0-or-later
/** What page, audio worklet and laboratory worker say to each other. All values are in the units of their names; a
    parameter's are in its own unit, as in presets. */

/* ---- What a page gets to know ---- */

export type Scale = 'linear' | 'logarithmic' | 'cubic' | 'integer' | 'menu' | 'toggle';

/** Description of a parameter: a row of the engine's own table. */
export interface ParameterInfo {
  readonly index: number;
  readonly id: string; // permanent: "hand.speed"
  readonly group: string; // "Hand"
  readonly name: string; // "Speed"
  readonly unit: string; // "m/s"; empty for a ratio
  readonly range: string; // "0.0005 to 3 m/s", or the choices of a menu
  readonly help: string; // one or two sentences
  readonly minimum: number;
  readonly maximum: number;
  readonly defaultValue: number;
  readonly scale: Scale;
  readonly choices: readonly string[]; // of a menu
}

/** A panel of the most important knobs: FrontPanels.h. */
export interface PanelInfo {
  readonly name: string; // "Hand"
  readonly ids: readonly string[]; // in the order of their importance
}

/** A picture of the sound: PictureKinds.h. */
export interface PictureInfo {
  readonly name: string; // "Raster"
  readonly help: string;
}

/** A built-in preset, as lists show it. */
export interface PresetInfo {
  readonly index: number;
  readonly name: string;
  readonly category: string; // "Strings"
  readonly intent: string; // one line
  readonly notes: string;
  readonly tags: readonly string[];
  readonly lowestKey: number; // recommended range
  readonly highestKey: number;
}

/** A friction law, in the order of the menu contact.law. */
export interface LawInfo {
  readonly id: string;
  readonly name: string;
  readonly family: string; // "Bristle", "Friction curve" or "State machine"
  readonly summary: string; // one sentence
  readonly listenFor: string;
  readonly passivity: string; // why it can't create energy, or when it can
  readonly uses: readonly string[]; // parameters, without "contact."
  readonly literalCanCreateEnergy: boolean;
}

/** A body, in the order of the menu body.type. */
export interface BodyInfo {
  readonly name: string;
  readonly summary: string; // one sentence
  readonly path: string; // course of hand.position on it
  readonly listenFor: string;
  readonly model: 'string' | 'table' | 'block';
  readonly closedPath: boolean; // a finger may circle
  readonly isFromFile: boolean;
}

/** Geometry of a body as the Stage draws it: a picture three wide and one high round (0, 0). */
export interface BodyMesh {
  readonly isString: boolean;
  readonly touch: 'bow' | 'finger' | 'pad';
  readonly reach: number; // drawn size of the largest displacement, as a fraction of the picture's height
  readonly rest: Float32Array; // x, y of each point at rest
  readonly direction: Float32Array; // x, y: unit vector of its motion
  readonly lines: readonly { readonly points: Int32Array; readonly closed: boolean; readonly weight: number }[];
  readonly scenery: readonly Float32Array[]; // x, y of the corners of each polygon that does not move
  readonly fields: readonly Float32Array[]; // by mode, then by point: shape
  readonly path: Float32Array; // x, y along the contact's path, at equal distances of position 0 to 0.5
  readonly face: Int32Array; // outline of the filled area; empty: lines only
}

export const enum Motion {
  lifted = 0,
  stick = 1,
  slip = 2,
}

/** Columns of the contact's moments since the picture before, about 48 000 per second in all. */
export interface Moments {
  readonly count: number;
  readonly bowVelocity: Float32Array; // [m/s]
  readonly relativeVelocity: Float32Array; // [m/s] bow minus surface
  readonly frictionForce: Float32Array; // [N] of the bow on the surface
  readonly normalForce: Float32Array; // [N]
  readonly elongation: Float32Array; // [m] of the bristle
  readonly motion: Uint8Array; // Motion
  readonly beginsPeriod: Uint8Array; // 1: first slip of a period
  readonly follows: Uint8Array; // 0: another stroke, or a gap before it
}

/** State of one string, for the dots on the Stage. */
export interface VoiceDot {
  readonly key: number;
  readonly sounds: boolean;
  readonly held: boolean;
  readonly position: number; // of the contact's path
  readonly force: number; // [N]
  readonly speed: number; // [m/s]
}

/** At most 60 per second, of the note that was started last. Arrays are views of a buffer that goes back to the engine:
    they are valid until the listener returns; copy what you keep. */
export interface Picture {
  readonly time: number; // [s] of sound since start
  readonly hasShape: boolean; // false: nothing has sounded since the picture before
  readonly bodyType: number; // place in the menu body.type, for Catalogue.mesh()
  readonly secondBody: number; // the same of the body that rubs; -1: none
  readonly key: number;
  readonly period: number; // [s]
  readonly phase: number; // 0 to 1 of the period that began with a slip: the strobe's
  readonly momentInterval: number; // [s]
  readonly position: number; // of the contact, as a fraction of its path
  readonly contactDisplacement: number; // [m] of the surface where it is rubbed
  readonly secondDisplacement: number; // [m] of the second body there
  readonly lift: number; // [m] between the body and what a spring presses on it; 0: it touches
  readonly handExtension: number; // [m]
  readonly blockPosition: number; // [m]
  readonly blockGap: number; // [m]
  readonly bodyEnergy: number; // [J]
  readonly bristleEnergy: number; // [J]
  readonly handEnergy: number; // [J] in arm or hair
  readonly gesture: number; // position within the drawn gesture, 0 to 1; -1: not in use
  readonly voice: number;
  readonly slot: 0 | 1; // contact A or B
  readonly displacement: Float32Array; // [m] of each point of the mesh
  readonly partialEnergies: Float32Array; // [J] mode by mode
  readonly moments: Moments;
  readonly momentsOfB: Moments; // while compare.on is on
  readonly voices: readonly VoiceDot[];
}

/** About 30 per second. */
export interface Meters {
  readonly time: number; // [s] of sound since start
  readonly peakLeft: number; // largest |sample| since the last one
  readonly peakRight: number;
  readonly guardGain: number; // below 1 while the guard of the ears reduces peaks
  readonly voices: number;
  readonly load: number; // processor time over real time; NaN where the worklet has no clock
  readonly missedQuanta: number; // since start: blocks of 128 samples that came too late
  readonly memoryBytes: number; // of the module: stays as it is
  readonly ledger: Ledger | null; // null while quality.ledger is off and there are no pictures
}

/** The energy account since the engine was reset. */
export interface Ledger {
  readonly stored: number; // [J] now
  readonly workIn: number; // [J] by the bows
  readonly frictionLoss: number; // [J] turned into heat at the contacts
  readonly bodyLoss: number; // [J] lost inside the bodies
  readonly relativeResidual: number; // of the worst step
  readonly generatorSteps: number; // steps with a negative loss: 0 for a passive law
  readonly energyCreated: number; // [J] in those steps
}

/** How one note is touched; what is left out stays as it is. Speed, force, place and drift replace those of the knobs for
    this note alone; the others are added to the controllers. */
export interface Touch {
  speed?: number; // [m/s] as hand.speed
  force?: number; // [%] as hand.pressure: while hand.force_mode is Relative
  newtons?: number; // [N] as hand.force: while it is Absolute
  position?: number; // fraction of the contact's path, as hand.position
  drift?: number; // [%] as human.drift
  pressure?: number; // 0 to 1, like the pressure of a key
  bend?: number; // [semitones]
  brightness?: number; // 0 to 1, like controller 74; 0.5: unchanged
  vibrato?: number; // 0 to 1, like the modulation wheel
  loudness?: number; // 0 to 1, like controller 11; 1: unchanged
  pan?: number; // 0 left to 1 right
}

/** A text that was read: what of it could not be used, in one line; empty: all could. */
export interface Findings {
  readonly findings: string;
}

/** All knobs, after a sound was loaded. */
export interface Sound {
  readonly values: Float64Array; // by ParameterInfo.index
  readonly name: string;
}

/* ---- Page to worklet: texts are bytes of UTF-8 ---- */

/** One call of libkolophon at the beginning of the next block that has room for it. */
export type Act =
  | readonly ['begin', note: number, channel: number, key: number, velocity: number]
  | readonly ['release', note: number, channel: number, key: number, velocity: number]
  | readonly ['express', note: number, expression: number, value: number]
  | readonly ['modulate', note: number, parameter: number, travel: number]
  | readonly ['automate', parameter: number, value: number, number: number] // 1, 2, 3 … in the order of the page
  | readonly ['midi', bytes: Uint8Array]
  | readonly ['panic'];

/** What takes milliseconds, and is answered. */
export type Ask =
  | { readonly kind: 'json'; readonly json: Uint8Array }
  | { readonly kind: 'preset'; readonly name: Uint8Array }
  | { readonly kind: 'body' | 'gesture' | 'performance'; readonly json: Uint8Array | null }
  | { readonly kind: 'song'; readonly bytes: Uint8Array }
  | { readonly kind: 'tuning'; readonly scl: Uint8Array | null; readonly kbm: Uint8Array | null };

export type ToEngine =
  | { readonly type: 'acts'; readonly acts: readonly Act[] }
  | { readonly type: 'pictures'; readonly on: boolean }
  | { readonly type: 'recycle'; readonly buffer: ArrayBuffer }
  | { readonly type: 'ask'; readonly request: number; readonly ask: Ask }
  | { readonly type: 'end' };

/* ---- Worklet to page ---- */

export interface Answer {
  readonly text: Uint8Array; // what was left out
  readonly name: Uint8Array; // of the sound
  readonly values: Float64Array; // of all parameters
  readonly heard: number; // number of the latest 'automate' before that
  readonly seconds: number; // of a performance
}

export type FromEngine =
  | { readonly type: 'ready'; readonly latency: number }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'answer'; readonly request: number; readonly answer: Answer }
  | { readonly type: 'refusal'; readonly request: number; readonly error: Uint8Array }
  | { readonly type: 'picture'; readonly buffer: ArrayBuffer }
  | { readonly type: 'meters'; readonly numbers: Float64Array; readonly health: Health }
  | { readonly type: 'performanceEnded'; readonly values: Float64Array; readonly heard: number };

/** Of the worklet itself. */
export interface Health {
  readonly time: number; // [s] of sound since start
  readonly load: number; // processor time over real time; NaN without a clock
  readonly missedQuanta: number;
  readonly memoryBytes: number;
}

/** What the worklet is born with. */
export interface ProcessorOptions {
  readonly bytes: ArrayBuffer; // of the module: compiled there
  readonly meters: number; // how many numbers web_meters() has
}
export const processorName = 'kolophon';

/* ---- Laboratory ---- */

export interface ExperimentInfo {
  readonly id: string; // "presliding"
  readonly title: string;
  readonly source: string; // literature
  readonly notes: readonly string[];
}

/** A run of an experiment: its record, column by column. */
export interface RunTable {
  readonly name: string; // "LuGre, passive"; empty when there is only one
  readonly columns: readonly { readonly name: string; readonly unit: string; readonly meaning: string }[];
  readonly values: readonly Float64Array[]; // one for each column
}

/** A number that an experiment measures, judged. */
export interface JudgedNumber {
  readonly run: string; // "LuGre, passive"; empty: in the name, or there is only one
  readonly name: string; // "period"
  readonly unit: string;
  readonly values: readonly number[]; // none: the run has no such number
  readonly expected: readonly number[]; // empty: only bounds are known
  readonly allowed: string; // "5.001 to 5.051", "at most 0.05", "not judged: …"; empty: for information
  readonly source: string;
  readonly passed: boolean | null; // null: it is not judged
}

/** A picture that the experiment asks for. */
export interface PlotPanel {
  readonly title: string;
  readonly x: string; // name of a column
  readonly y: readonly string[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly of: readonly string[]; // names of runs; empty: all
  readonly from: number; // [s]
  readonly to: number; // [s]; 0: to the end
  readonly xScale: number;
  readonly yScale: number;
}

export interface LabResult {
  readonly id: string;
  readonly title: string;
  readonly remarks: readonly string[]; // "… does not affect …: the law has no real-time form"
  readonly runs: readonly RunTable[];
  readonly numbers: readonly JudgedNumber[];
  readonly plots: readonly { readonly caption: string; readonly panels: readonly PlotPanel[] }[];
  readonly seconds: number; // that it took
}

/** A regime of motion on a map, in the order of their numbers: RegimeSigns.h. */
export interface RegimeInfo {
  readonly colour: string; // "#0072b2"
  readonly ofString: RegimeName;
  readonly ofOthers: RegimeName; // on bodies without a travelling corner
}
export interface RegimeName {
  readonly letter: string; // empty: none
  readonly name: string; // "several slips"
}

/** Places of Position across and of Pressure, or Force, up, on their travels, 0 to 1. */
export interface HandPlace {
  readonly across: number;
  readonly up: number;
}

export interface PlayMap {
  readonly columns: number;
  readonly rows: number; // the lowest first
  readonly positions: Float64Array; // columns: that are played there
  readonly forces: Float64Array; // [N] column by column
  readonly regimes: Uint8Array; // row by row: place among Catalogue.regimes; 255: not played yet
  readonly smallest: Float64Array; // theory's limits of Helmholtz motion by column, as places up; empty for other bodies
  readonly largest: Float64Array;
}

/** The place of a tile's middle. */
export const placeOfTile = (column: number, row: number, columns: number, rows: number): HandPlace => ({
  across: (column + 0.5) / columns,
  up: (row + 0.5) / rows,
});

export type ToLaboratory =
  | { readonly type: 'start'; readonly laboratory: ArrayBuffer; readonly engine: ArrayBuffer }
  | { readonly type: 'run'; readonly request: number; readonly id: string }
  | { readonly type: 'map'; readonly request: number; readonly json: string; readonly key: number; readonly columns: number; readonly rows: number };

export type FromLaboratory =
  | { readonly type: 'ready'; readonly experiments: readonly ExperimentInfo[] }
  | { readonly type: 'progress'; readonly request: number; readonly fraction: number }
  | { readonly type: 'map'; readonly request: number; readonly map: PlayMap; readonly done: boolean }
  | { readonly type: 'result'; readonly request: number; readonly result: LabResult }
  | { readonly type: 'error'; readonly request: number; readonly error: string }; // request 0: it cannot start
