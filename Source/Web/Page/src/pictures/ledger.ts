// SPDX-License-Identifier: GPL-3.0-or-later
import type { Ledger, Meters } from '../audio/protocol';
import { engineering, withSuperscripts } from '../dom';
import { onTheme, palette, withAlpha } from '../theme';
import { Canvas, writeEmpty } from './canvas';

const averaged = 0.3; // [s] over which flows are means
const tolerance = 1e-9; // of the largest stored energy

/** Mean flows of energy [W], out of the account's readings. */
export class EnergyFlow {
  ledger: Ledger | null = null; // the latest reading
  work = 0;
  friction = 0;
  body = 0;
  stored = 0;
  private readings: { time: number; ledger: Ledger }[] = [];

  take({ ledger, time }: Meters): void {
    if (!ledger) return;
    const last = this.readings.at(-1);
    if (last && (time < last.time || ledger.workIn < last.ledger.workIn * 0.5)) this.clear();
    this.ledger = ledger;
    this.readings.push({ time, ledger });
    while (this.readings.length > 2 && time - (this.readings[1]?.time ?? 0) > averaged) this.readings.shift();
    const first = this.readings[0];
    const seconds = first ? time - first.time : 0;
    if (!first || seconds <= 0.05) return;
    this.work = (ledger.workIn - first.ledger.workIn) / seconds;
    this.friction = (ledger.frictionLoss - first.ledger.frictionLoss) / seconds;
    this.body = (ledger.bodyLoss - first.ledger.bodyLoss) / seconds;
    this.stored = (ledger.stored - first.ledger.stored) / seconds;
  }

  clear(): void {
    this.ledger = null;
    this.readings = [];
    this.work = this.friction = this.body = this.stored = 0;
  }
}

/** Flow of energy from the bow to friction, body and store, and the balance of the account. */
export class LedgerPicture {
  private readonly canvas: Canvas;

  constructor(
    parent: HTMLElement,
    private readonly flow: EnergyFlow,
  ) {
    this.canvas = new Canvas(parent);
    this.canvas.onResize = () => this.draw();
    onTheme(() => this.draw());
  }

  get caption(): string {
    const { ledger } = this.flow;
    if (!ledger) return '';
    if (ledger.generatorSteps > 0) return `✗ this law created ${engineering(ledger.energyCreated, 'J')}`;
    return `${ledger.relativeResidual <= tolerance ? '✓ balanced to' : '✗ off by'} ${withSuperscripts(ledger.relativeResidual.toExponential(0))}`;
  }

  advance(): void {
    this.draw();
  }

  clear(): void {
    this.draw();
  }

  private draw(): void {
    const { canvas, flow } = this,
      { width, height } = canvas;
    if (width < 20) return;
    canvas.clear();
    const given = Math.max(0, -flow.stored),
      kept = Math.max(0, flow.stored);
    const total = Math.max(0, flow.work) + given;
    if (total < 1e-9) return writeEmpty(canvas, 'Energy flows here while it sounds.');
    const top = 22,
      size = height - 52,
      left = 8,
      labels = 104,
      end = width - labels - 6,
      middle = left + 0.34 * (end - left);
    const wide = (power: number): number => (Math.max(0, power) / total) * size;
    this.band(left, middle, top, wide(flow.work), top, wide(flow.work), withAlpha(palette.stick, 0.9));
    if (given > 0)
      this.band(
        left,
        middle,
        top + wide(flow.work),
        wide(given),
        top + wide(flow.work),
        wide(given),
        withAlpha(palette.stored, 0.6),
      );
    const branches = [
      { name: 'friction', power: flow.friction, colour: palette.heat },
      { name: 'body', power: flow.body, colour: palette.slip },
      { name: 'stored', power: kept, colour: palette.stored },
    ];
    let from = top,
      to = 8,
      lowest = 2;
    branches.forEach((branch, i) => {
      const thick = wide(branch.power),
        later = 18 * (branches.length - 1 - i);
      to += 8;
      if (thick > 0.2) this.band(middle, end, from, thick, to, thick, withAlpha(branch.colour, 0.85));
      from += thick;
      const y = Math.min(Math.max(to + 0.5 * thick, lowest + 9), height - later - 10);
      lowest = y + 9;
      canvas.text(branch.name, end + 6, y);
      canvas.text(engineering(Math.max(0, branch.power), 'W'), width - 4, y, 'right', palette.text);
      to += Math.max(thick, 3);
    });
    canvas.text(`bow ${engineering(flow.work, 'W')}`, left, 10, 'left', palette.text);
    if (flow.ledger) canvas.text(`stored ${engineering(flow.ledger.stored, 'J')}`, left, height - 10, 'left');
  }

  private band(x0: number, x1: number, y0: number, h0: number, y1: number, h1: number, colour: string): void {
    const { g } = this.canvas,
      middle = 0.5 * (x0 + x1);
    g.beginPath();
    g.moveTo(x0, y0);
    g.bezierCurveTo(middle, y0, middle, y1, x1, y1);
    g.lineTo(x1, y1 + h1);
    g.bezierCurveTo(middle, y1 + h1, middle, y0 + h0, x0, y0 + h0);
    g.closePath();
    g.fillStyle = colour;
    g.fill();
  }
}
