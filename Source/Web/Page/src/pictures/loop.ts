// SPDX-License-Identifier: GPL-3.0-or-later
import type { Picture } from '../audio/protocol';
import { engineering } from '../dom';
import type { Session } from '../session';
import { onTheme, palette, withAlpha } from '../theme';
import { Canvas, roundTicks, tickText } from './canvas';
import { History } from './history';
import type { EnergyFlow } from './ledger';

const knee = 0.1; // [m/s] below which the axis is linear
const shownPeriods = 2,
  longestShown = 0.2; // of the loop; [s]
const mostPoints = 300;
const bent = (velocity: number): number => Math.asinh(velocity / knee);
const unbent = (place: number): number => knee * Math.sinh(place);
const speeds = Float64Array.from({ length: 40 }, (_, i) => unbent((bent(3) * (i + 0.02)) / 39));

/** Points of a contact's last periods, and those at which it touches again after a hop. */
interface Loop {
  readonly v: number[]; // [m/s]
  readonly f: number[]; // F/N
  readonly landings: Set<number>;
  inAir: number; // part of the time
  lightest: number; // [N] while it touches
  heaviest: number;
}

interface Axis {
  low: number;
  high: number;
}

/** Friction over normal force against the sliding velocity: the loop of the latest periods, and steady sliding. */
export class LoopPicture {
  caption = '';
  private readonly canvas: Canvas;
  private loops: Loop[] = [];
  private steady: Float64Array[] = [];
  private x: Axis = { low: bent(-0.05), high: bent(0.4) };
  private y: Axis = { low: -0.1, high: 0.9 };
  private curvesAreOld = true;

  constructor(
    parent: HTMLElement,
    private readonly session: Session,
    private readonly histories: readonly History[],
    private readonly flow: EnergyFlow,
  ) {
    this.canvas = new Canvas(parent);
    this.canvas.onResize = () => this.draw();
    session.on('knob', (id) => {
      if (/^(contact|compare)/.test(id)) this.curvesAreOld = true;
    });
    session.on('sound', () => (this.curvesAreOld = true));
    onTheme(() => this.draw());
  }

  advance(picture: Picture | null): void {
    const isNew = this.followKnobs();
    if (picture?.hasShape) this.follow(picture);
    if (isNew || picture?.hasShape) this.draw();
  }

  clear(): void {
    this.loops = [];
    this.caption = '';
    this.curvesAreOld = true;
    this.followKnobs();
    this.draw();
  }

  private followKnobs(): boolean {
    if (!this.curvesAreOld) return false;
    this.curvesAreOld = false;
    const slots = this.session.get('compare.on') >= 0.5 ? ([0, 1] as const) : ([0] as const);
    this.steady = slots.map((slot) => this.session.catalogue.steadyFriction(slot, this.session.values, speeds));
    this.fit();
    return true;
  }

  private follow(picture: Picture): void {
    const seconds = this.secondsShown(picture);
    this.loops = this.steady.map((_, slot) => {
      const history = this.histories[slot];
      const loop: Loop = { v: [], f: [], landings: new Set(), inAir: 0, lightest: Infinity, heaviest: 0 };
      if (!history || !(picture.momentInterval > 0)) return loop;
      const count = Math.min(Math.floor(seconds / picture.momentInterval), history.end - history.begin);
      const stride = Math.max(1, Math.floor(count / mostPoints));
      let isAway = false;
      for (let i = history.end - count; i < history.end; ++i) {
        const at = History.at(i),
          lands = isAway && history.motion[at] !== 0;
        isAway = history.motion[at] === 0;
        if (isAway) loop.inAir += 1 / count;
        if (isAway || (!lands && (i - history.end) % stride !== 0)) continue;
        if (lands) loop.landings.add(loop.v.length);
        loop.v.push(history.relativeVelocity[at] ?? 0);
        loop.f.push(history.grip[at] ?? 0);
        loop.lightest = Math.min(loop.lightest, history.normalForce[at] ?? 0);
        loop.heaviest = Math.max(loop.heaviest, history.normalForce[at] ?? 0);
      }
      return loop;
    });
    this.describe(picture);
    this.fit();
  }

  /** Heat by the account: what the bristles give back within a loop is none. */
  private describe(picture: Picture): void {
    const words = [],
      loop = this.loops[0];
    if (this.flow.friction > 0) words.push(`heat ${engineering(this.flow.friction * picture.period, 'J')} per period`);
    if (loop && loop.inAir > 0.01) words.push(`in the air ${Math.round(100 * loop.inAir)} %`);
    if (loop && loop.heaviest > 1.2 * loop.lightest)
      words.push(`pressed ${engineering(loop.lightest, 'N')} … ${engineering(loop.heaviest, 'N')}`);
    this.caption = words.join(' · ');
  }

  /** Two periods; more of a contact that hops, and is in the air for longer. */
  private secondsShown(picture: Picture): number {
    const history = this.histories[0];
    let seconds = Math.min(shownPeriods * picture.period, longestShown);
    if (!history || !(picture.momentInterval > 0)) return seconds;
    const touches = (count: number): number => {
      let all = 0;
      for (let i = Math.max(history.begin, history.end - count); i < history.end; ++i) all += history.motion[History.at(i)] === 0 ? 0 : 1;
      return all;
    };
    while (seconds < longestShown && 4 * touches(seconds / picture.momentInterval) < (shownPeriods * picture.period) / picture.momentInterval)
      seconds = Math.min(2 * seconds, longestShown);
    return seconds;
  }

  /** The axes grow at once and shrink in steps. */
  private fit(): void {
    let [vLow, vHigh, fLow, fHigh] = [0, 0, 0, 0.3];
    for (const { v, f } of this.loops)
      for (let i = 0; i < v.length; ++i) {
        vLow = Math.min(vLow, bent(v[i] ?? 0));
        vHigh = Math.max(vHigh, bent(v[i] ?? 0));
        fLow = Math.min(fLow, f[i] ?? 0);
        fHigh = Math.max(fHigh, f[i] ?? 0);
      }
    if (vHigh - vLow < 1e-9) vHigh = bent(0.5);
    const isForward = vHigh >= -vLow;
    for (const curve of this.steady)
      for (let i = 0; i < curve.length; ++i) {
        const at = bent(speeds[i] ?? 0),
          force = curve[i] ?? 0;
        if (!(at <= (isForward ? vHigh : -vLow))) continue;
        if (isForward) fHigh = Math.max(fHigh, force);
        else fLow = Math.min(fLow, -force);
      }
    const aim = (axis: Axis, low: number, high: number): void => {
      if (low >= axis.low && high <= axis.high && axis.high - axis.low < 1.7 * 1.16 * (high - low)) return;
      const room = 0.08 * (high - low);
      axis.low = low - room;
      axis.high = high + room;
    };
    aim(this.x, vLow, vHigh);
    aim(this.y, fLow, fHigh);
  }

  private draw(): void {
    const { canvas } = this,
      { g, width, height } = canvas;
    const foot = 20,
      right = width - 4,
      bottom = height - foot,
      left = 34,
      top = 4;
    if (width < 20) return;
    canvas.clear();
    const px = (v: number): number => left + ((bent(v) - this.x.low) / (this.x.high - this.x.low)) * (right - left);
    const py = (f: number): number => bottom - ((f - this.y.low) / (this.y.high - this.y.low)) * (bottom - top);
    this.drawAxes(px, py, left, right, top, bottom);
    g.save();
    g.beginPath();
    g.rect(left, top, right - left, bottom - top);
    g.clip();
    this.steady.forEach((curve, slot) => this.drawSteady(curve, slot, px, py));
    this.loops.forEach((loop, slot) => this.drawLoop(loop, slot, px, py));
    g.restore();
  }

  private drawAxes(
    px: (v: number) => number,
    py: (f: number) => number,
    left: number,
    right: number,
    top: number,
    bottom: number,
  ): void {
    const { canvas } = this,
      { g } = canvas;
    g.lineWidth = 1;
    const placed: number[] = [];
    const low = unbent(this.x.low),
      high = unbent(this.x.high);
    for (const speed of [0, 1, 0.1, -0.1, -1, 0.5, 0.2, -0.5, -0.2, 0.05, -0.05, 0.01, -0.01]) {
      const x = px(speed);
      if (speed < low || speed > high || placed.some((other) => Math.abs(other - x) < 42)) continue;
      placed.push(x);
      g.strokeStyle = speed === 0 ? palette.quiet : palette.line;
      g.beginPath();
      g.moveTo(Math.round(x) + 0.5, top);
      g.lineTo(Math.round(x) + 0.5, bottom);
      g.stroke();
      if (x < right - 46) canvas.text(tickText(speed), x, bottom + 11, x < left + 10 ? 'left' : 'center');
    }
    canvas.text('m/s', right, bottom + 11, 'right');
    for (const force of roundTicks(this.y.low, this.y.high, bottom - top > 180 ? 6 : 4)) {
      const y = Math.round(py(force)) + 0.5;
      g.strokeStyle = force === 0 ? palette.quiet : palette.line;
      g.beginPath();
      g.moveTo(left, y);
      g.lineTo(right, y);
      g.stroke();
      if (y > top + 22 && y < bottom + 2) canvas.text(tickText(force), left - 6, y, 'right');
    }
    canvas.text('F/N', left - 6, top + 8, 'right');
  }

  private drawSteady(curve: Float64Array, slot: number, px: (v: number) => number, py: (f: number) => number): void {
    const { g } = this.canvas;
    g.beginPath();
    for (let i = curve.length - 1; i >= 0; --i) g.lineTo(px(-(speeds[i] ?? 0)), py(-(curve[i] ?? 0)));
    for (let i = 0; i < curve.length; ++i) g.lineTo(px(speeds[i] ?? 0), py(curve[i] ?? 0));
    g.setLineDash(slot === 0 ? [5, 4] : [2, 4]);
    g.strokeStyle = palette.quiet;
    g.lineWidth = 1.4;
    g.stroke();
    g.setLineDash([]);
  }

  /** Like phosphor: older parts are fainter. */
  private drawLoop(
    loop: Loop,
    slot: number,
    px: (v: number) => number,
    py: (f: number) => number,
  ): void {
    const { g } = this.canvas,
      count = loop.v.length,
      pieces = 3;
    if (count < 4) return;
    const colour = slot === 0 ? palette.stick : palette.slotB;
    g.lineWidth = 1.6;
    g.lineJoin = 'round';
    for (let piece = 0; piece < pieces; ++piece) {
      const from = Math.floor((piece * count) / pieces),
        to = Math.min(count - 1, Math.floor(((piece + 1) * count) / pieces));
      g.beginPath();
      for (let i = from; i <= to; ++i) {
        const x = px(loop.v[i] ?? 0),
          y = py(loop.f[i] ?? 0);
        if (loop.landings.has(i)) g.moveTo(x, y);
        else g.lineTo(x, y);
      }
      g.strokeStyle = withAlpha(colour, 0.35 + 0.32 * piece);
      g.stroke();
    }
    g.strokeStyle = colour;
    for (const i of loop.landings) {
      g.beginPath();
      g.arc(px(loop.v[i] ?? 0), py(loop.f[i] ?? 0), 3, 0, 2 * Math.PI);
      g.stroke();
    }
    const x = px(loop.v[count - 1] ?? 0),
      y = py(loop.f[count - 1] ?? 0);
    g.fillStyle = colour;
    g.beginPath();
    if (slot === 0) g.arc(x, y, 4, 0, 2 * Math.PI);
    else g.rect(x - 4, y - 4, 8, 8);
    g.fill();
  }
}
