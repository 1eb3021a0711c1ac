// SPDX-License-Identifier: GPL-3.0-or-later
import type { Moments } from '../audio/protocol';

/** The latest moments of a contact, about 2.7 s. */
export class History {
  static readonly capacity = 1 << 17;
  readonly relativeVelocity = new Float32Array(History.capacity); // [m/s]
  readonly grip = new Float32Array(History.capacity); // friction over normal force
  readonly normalForce = new Float32Array(History.capacity); // [N]
  readonly motion = new Uint8Array(History.capacity);
  end = 0; // moments so far
  private begins: number[] = []; // first moments of periods, ascending
  private gap = 0; // the first moment of the present stroke

  /** Index into the arrays of a moment. */
  static at(moment: number): number {
    return moment & (History.capacity - 1);
  }

  take(moments: Moments): void {
    for (let i = 0; i < moments.count; ++i) {
      const at = History.at(this.end);
      const normal = moments.normalForce[i] ?? 0;
      if (moments.follows[i] === 0) {
        this.gap = this.end;
        this.begins = [];
      }
      if (moments.beginsPeriod[i] !== 0) this.begins.push(this.end);
      this.relativeVelocity[at] = moments.relativeVelocity[i] ?? 0;
      this.grip[at] = normal > 0 ? (moments.frictionForce[i] ?? 0) / normal : 0;
      this.normalForce[at] = normal;
      this.motion[at] = moments.motion[i] ?? 0;
      this.end += 1;
    }
    const oldest = this.end - History.capacity + 4096;
    if (this.begins.length > 0 && (this.begins[0] ?? 0) < oldest)
      this.begins = this.begins.filter((begin) => begin >= oldest);
  }

  get begin(): number {
    return Math.max(this.gap, this.end - History.capacity + 4096, 0);
  }

  /** Begins of the latest periods, newest first. */
  periods(count: number): number[] {
    return this.begins.slice(-count).reverse();
  }

  clear(): void {
    this.gap = this.end;
    this.begins = [];
  }
}

/** One line of the raster: a period, or a piece of a long one. */
export interface Row {
  readonly begin: number;
  readonly end: number;
}

const slowest = 0.1; // [s] longer periods are divided

export function rowsOf(
  history: History,
  period: number,
  interval: number,
  wanted: number,
): { rows: Row[]; isSlow: boolean } {
  const rows: Row[] = [];
  if (!(interval > 0)) return { rows, isSlow: false };
  if (period > slowest) {
    const length = Math.max(1, Math.floor(slowest / interval));
    let end = history.end - (history.end % length); // keeps lines at their place
    while (rows.length < wanted && end - length >= history.begin) {
      rows.push({ begin: end - length, end });
      end -= length;
    }
    return { rows, isSlow: true };
  }
  const begins = history.periods(wanted + 1);
  for (let i = 0; i + 1 < begins.length; ++i) {
    const row = { begin: begins[i + 1] ?? 0, end: begins[i] ?? 0 };
    if ((row.end - row.begin) * interval < 3 * period) rows.push(row);
  }
  return { rows, isSlow: false };
}

/** What a contact does in its latest periods: slips in each, and the part of the time that it slips. */
export function slipsOf(history: History, rows: readonly Row[]): { perPeriod: number; fraction: number } | null {
  const newest = rows.slice(0, 24);
  if (newest.length < 3) return null;
  let slips = 0,
    slipping = 0,
    all = 0;
  for (const row of newest) {
    let before = history.motion[History.at(row.begin - 1)];
    for (let i = row.begin; i < row.end; ++i, ++all) {
      const now = history.motion[History.at(i)];
      if (now === 2) slipping += 1;
      if (now === 2 && before !== 2) slips += 1;
      before = now;
    }
  }
  return { perPeriod: slips / newest.length, fraction: slipping / Math.max(1, all) };
}
