// SPDX-License-Identifier: GPL-3.0-or-later
import { placeOfTile, type ExperimentInfo, type FromLaboratory, type JudgedNumber, type LabResult, type PlayMap, type RunTable, type ToLaboratory } from './protocol';
import { EngineModule } from './wasm';

/** What lab_result() describes. */
interface Heads extends Omit<LabResult, 'id' | 'runs' | 'numbers' | 'seconds'> {
  readonly runs: readonly (Omit<RunTable, 'values'> & { readonly rows: number })[];
  readonly numbers: readonly Check[];
}
interface Check {
  readonly name: string;
  readonly unit: string;
  readonly obtained: number | null;
  readonly expected: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly judged: boolean;
  readonly passed: boolean;
  readonly notJudgedBecause: string | null;
  readonly source: string;
}

function judged(check: Check): JudgedNumber {
  const { name, unit, source, obtained, expected } = check;
  return {
    run: '',
    name,
    unit,
    values: obtained === null ? [] : [obtained],
    expected: expected === null ? [] : [expected],
    allowed: allowedBy(check),
    source,
    passed: check.judged ? check.passed : null,
  };
}

function allowedBy({ lowest, highest, notJudgedBecause }: Check): string {
  const text = (value: number): string => String(Number(value.toPrecision(5)));
  if (notJudgedBecause !== null) return `not judged: ${notJudgedBecause}`;
  if (lowest === null) return highest === null ? '' : `at most ${text(highest)}`;
  if (lowest === highest) return text(lowest);
  return highest === null ? `at least ${text(lowest)}` : `${text(lowest)} to ${text(highest)}`;
}

const encoder = new TextEncoder(), decoder = new TextDecoder();
const notPlayed = 255;

/** Experiments and maps, off the page's thread. */
export class LaboratoryWorker {
  private lab: EngineModule | null = null;
  private engine: EngineModule | null = null;
  private latest = 0; // request of the latest map: a later one ends it
  private turn: Promise<unknown> = Promise.resolve(); // of the experiment before: the module performs one at a time

  constructor(
    private readonly tell: (what: FromLaboratory) => void,
    /** Lets messages come in: the worker is deaf while it computes. */
    private readonly pause: () => Promise<void>,
  ) {}

  async hear(said: ToLaboratory): Promise<void> {
    const request = 'request' in said ? said.request : 0;
    try {
      if (said.type === 'start') this.start(said.laboratory, said.engine);
      else if (said.type === 'map') await this.playMap(said);
      else {
        const mine = this.turn.then(() => this.run(request, said.id));
        this.turn = mine.catch(() => undefined);
        this.tell({ type: 'result', request, result: await mine });
      }
    } catch (error) {
      this.tell({ type: 'error', request, error: error instanceof Error ? error.message : String(error) });
    }
  }

  private start(laboratory: ArrayBuffer, engine: ArrayBuffer): void {
    this.lab = EngineModule.now(laboratory);
    this.engine = EngineModule.now(engine);
    this.tell({ type: 'ready', experiments: JSON.parse(this.text('lab_experiments')) as ExperimentInfo[] });
  }

  private async run(request: number, id: string): Promise<LabResult> {
    const lab = this.module(this.lab), began = Date.now();
    const count = lab.withText(encoder.encode(id), (place) => lab.call('lab_begin', place));
    if (count === 0) throw new Error(this.text('lab_fault'));
    for (let run = 0; run < count; ++run) {
      if (lab.call('lab_run') === 0) throw new Error(this.text('lab_fault'));
      this.tell({ type: 'progress', request, fraction: (run + 1) / count });
      await this.pause();
    }
    const result = this.text('lab_result');
    if (result === '') throw new Error(this.text('lab_fault'));
    const heads = JSON.parse(result) as Heads;
    const runs = heads.runs.map(({ rows, ...head }, run) => ({
      ...head,
      values: head.columns.map((_, column) =>
        rows > 0 ? lab.numbersAt(lab.call('lab_column', run, column), rows) : new Float64Array(0)),
    }));
    return { ...heads, id, runs, numbers: heads.numbers.map(judged), seconds: (Date.now() - began) / 1000 };
  }

  /** Plays a map, coarse first: every tile is told as soon as ten more are there. */
  private async playMap({ request, json, key, columns, rows }: ToLaboratory & { type: 'map' }): Promise<void> {
    const engine = this.module(this.engine);
    this.latest = request;
    const synth = engine.call('kolophon_create', 48000);
    try {
      const status = engine.withText(encoder.encode(json), (place) => engine.call('kolophon_load_json', synth, place));
      if (status !== 0 || engine.call('web_map_begin', synth, key) !== 0)
        throw new Error(decoder.decode(engine.textAt(engine.call('kolophon_error', synth))));
      const map = this.emptyMap(engine, columns, rows);
      let played = 0;
      for (const tile of coarseFirst(columns, rows)) {
        const { across, up } = placeOfTile(tile % columns, Math.floor(tile / columns), columns, rows);
        map.regimes[tile] = engine.call('web_map_play', across, up);
        if (++played % 10 > 0) continue;
        this.tell({ type: 'map', request, map, done: false });
        await this.pause();
        if (this.latest !== request) throw new Error('Another map has been asked for.');
      }
      this.tell({ type: 'map', request, map, done: true });
    } finally {
      engine.call('kolophon_destroy', synth);
    }
  }

  /** What is played at the middles of the tiles, and the limits of theory there. */
  private emptyMap(engine: EngineModule, columns: number, rows: number): PlayMap {
    const positions = new Float64Array(columns), forces = new Float64Array(columns * rows);
    const smallest: number[] = [], largest: number[] = [];
    const place = engine.allocate(16);
    for (let column = 0; column < columns; ++column) {
      const { across } = placeOfTile(column, 0, columns, rows);
      positions[column] = engine.call('web_map_position', across);
      for (let row = 0; row < rows; ++row)
        forces[column * rows + row] = engine.call('web_map_force', across, placeOfTile(column, row, columns, rows).up);
      const isKnown = engine.call('web_map_limits', across, place) !== 0;
      const [least, most] = isKnown ? engine.numbersAt(place, 2) : [NaN, NaN];
      smallest.push(least ?? NaN);
      largest.push(most ?? NaN);
    }
    engine.call('free', place);
    const [lower, upper] = [smallest, largest].map((list) => Float64Array.from(list.every(Number.isNaN) ? [] : list));
    return { columns, rows, positions, forces, regimes: new Uint8Array(columns * rows).fill(notPlayed), smallest: lower!, largest: upper! };
  }

  private text(name: string): string {
    const lab = this.module(this.lab);
    return decoder.decode(lab.textAt(lab.call(name)));
  }
  private module(found: EngineModule | null): EngineModule {
    if (!found) throw new Error('The laboratory has not started.');
    return found;
  }
}

/** All tiles, every fourth of a row and column first, then every second, then the rest. */
function coarseFirst(columns: number, rows: number): number[] {
  const rank = (tile: number): number => {
    const column = tile % columns, row = Math.floor(tile / columns);
    return column % 4 === 0 && row % 4 === 0 ? 0 : column % 2 === 0 && row % 2 === 0 ? 1 : 2;
  };
  return Array.from({ length: columns * rows }, (_, tile) => tile).sort((a, b) => rank(a) - rank(b) || a - b);
}

if (typeof WorkerGlobalScope !== 'undefined') {
  const worker = new LaboratoryWorker(
    (what) => postMessage(what),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  onmessage = ({ data }: MessageEvent<ToLaboratory>) => void worker.hear(data);
}
