// SPDX-License-Identifier: GPL-3.0-or-later
import type { Picture } from '../audio/protocol';
import { onTheme, palette } from '../theme';
import { Canvas, roundTicks, tickText, writeEmpty } from './canvas';
import { History, rowsOf, slipsOf, type Row } from './history';

const rowHeight = 2; // [px]
const slowest = 100; // [ms]

/** Periods as lines, newest on top: where in the period the contact slips. */
export class RasterPicture {
  caption = '';
  private readonly canvas: Canvas;
  private readonly image = document.createElement('canvas');
  private rows: Row[] = [];
  private isSlow = false;
  private fraction = 1; // of a period that is drawn
  private last: Picture | null = null;

  constructor(
    parent: HTMLElement,
    private readonly history: History,
  ) {
    this.canvas = new Canvas(parent);
    this.canvas.onResize = () => this.draw();
    onTheme(() => this.draw());
  }

  advance(picture: Picture | null): void {
    if (!picture?.hasShape) return;
    this.last = picture;
    const wanted = Math.max(1, Math.floor((this.canvas.height - 22) / rowHeight));
    ({ rows: this.rows, isSlow: this.isSlow } = rowsOf(this.history, picture.period, picture.momentInterval, wanted));
    this.fraction = this.isSlow ? 1 : this.fractionDrawn();
    const slips = slipsOf(this.history, this.rows);
    this.caption = slips ? `slips ${Math.round(100 * slips.fraction)} % of the time` : '';
    this.draw();
  }

  clear(): void {
    this.rows = [];
    this.last = null;
    this.caption = '';
    this.draw();
  }

  /** A round part of the period, with room behind the slips that begin each line. */
  private fractionDrawn(): number {
    const bins = 40,
      slips = new Array<number>(bins).fill(0);
    for (const row of this.rows) {
      const seen = new Array<boolean>(bins).fill(false);
      for (let i = row.begin; i < row.end; i += 3)
        if (this.history.motion[History.at(i)] === 2)
          seen[Math.floor((bins * (i - row.begin)) / (row.end - row.begin))] = true;
      seen.forEach((is, bin) => (slips[bin] = (slips[bin] ?? 0) + (is ? 1 : 0)));
    }
    let last = 1 / bins;
    slips.forEach((count, bin) => {
      if (count > 0.03 * this.rows.length) last = (bin + 1) / bins;
    });
    return [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((round) => round >= 1.3 * last) ?? 1;
  }

  private draw(): void {
    const { canvas } = this,
      { g } = canvas;
    const width = Math.floor(canvas.width - 8),
      height = Math.floor(canvas.height - 22);
    if (width < 10 || height < 10) return;
    canvas.clear();
    if (this.rows.length === 0 || !this.last) {
      writeEmpty(canvas, 'Stick and slip appear here while it sounds.');
      return;
    }
    this.paint(width, height);
    g.imageSmoothingEnabled = false;
    g.drawImage(this.image, 4, 0, width, height);
    const most = this.isSlow ? slowest : this.fraction;
    for (const tick of roundTicks(0, most, 4)) {
      const x = 4 + (tick / most) * width;
      if (x < width - 50) canvas.text(tickText(tick), x, height + 12, tick === 0 ? 'left' : 'center');
    }
    canvas.text(this.isSlow ? 'ms' : 'period', width + 2, height + 12, 'right');
  }

  private paint(width: number, height: number): void {
    if (this.image.width !== width || this.image.height !== height) {
      this.image.width = width;
      this.image.height = height;
    }
    const g = this.image.getContext('2d', { willReadFrequently: true });
    if (!g) return;
    g.clearRect(0, 0, width, height);
    const pixels = g.getImageData(0, 0, width, height);
    const into = new Uint32Array(pixels.data.buffer);
    const [stick, slip, stripe, lifted] = [palette.stickArea, palette.slipArea, palette.ground, palette.raised].map(
      (colour) => pixelOf(colour),
    );
    const mixed = pixelOf(palette.slipArea, palette.ground, 0.45);
    for (let r = 0; r < this.rows.length && r * rowHeight < height; ++r) {
      const row = this.rows[r];
      if (!row) continue;
      const length = (row.end - row.begin) * this.fraction;
      for (let x = 0; x < width; ++x) {
        const from = row.begin + Math.floor((length * x) / width);
        const to = Math.max(from + 1, row.begin + Math.floor((length * (x + 1)) / width));
        let slips = 0,
          touches = 0;
        for (let i = from; i < to; ++i) {
          const motion = this.history.motion[History.at(i)] ?? 0;
          slips += motion === 2 ? 1 : 0;
          touches += motion === 0 ? 0 : 1;
        }
        for (let line = 0; line < rowHeight; ++line) {
          const y = r * rowHeight + line;
          if (y >= height) break;
          const isSlip = 2 * slips > touches;
          into[y * width + x] =
            (touches === 0 ? lifted : !isSlip ? stick : ((x + y) >> 1) % 2 === 0 ? slip : mixed) ?? stripe ?? 0;
        }
      }
    }
    g.putImageData(pixels, 0, 0);
  }
}

/** A colour of the style sheet as a pixel, mixed with another. */
function pixelOf(hex: string, mixWith = hex, part = 0): number {
  const channel = (i: number): number =>
    Math.round((1 - part) * parseInt(hex.slice(i, i + 2), 16) + part * parseInt(mixWith.slice(i, i + 2), 16));
  return ((255 << 24) | (channel(5) << 16) | (channel(3) << 8) | channel(1)) >>> 0;
}
