// SPDX-License-Identifier: GPL-3.0-or-later
import { make, withSuperscripts } from '../dom';
import { palette } from '../theme';

/** A canvas that is as sharp as the display, in CSS pixels. */
export class Canvas {
  readonly element = make('canvas', { 'aria-hidden': 'true' });
  readonly g: CanvasRenderingContext2D;
  width = 0;
  height = 0;
  onResize: (() => void) | null = null;

  constructor(parent: HTMLElement) {
    const g = this.element.getContext('2d');
    if (!g) throw new Error('This browser draws no canvas.');
    this.g = g;
    parent.append(this.element);
    new ResizeObserver(() => this.fit(parent)).observe(parent);
  }

  private fit(parent: HTMLElement): void {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.width = parent.clientWidth;
    this.height = parent.clientHeight;
    this.element.width = Math.max(1, Math.round(this.width * ratio));
    this.element.height = Math.max(1, Math.round(this.height * ratio));
    this.g.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.onResize?.();
  }

  clear(): void {
    this.g.clearRect(0, 0, this.width, this.height);
  }

  text(text: string, x: number, y: number, align: CanvasTextAlign = 'left', colour = palette.quiet, size = 12): void {
    const { g } = this;
    g.font = `${size}px Inter, system-ui, sans-serif`;
    g.textAlign = align;
    g.textBaseline = 'middle';
    g.fillStyle = colour;
    g.fillText(text, x, y);
  }
}

/** Writes a sentence in the middle, on as many lines as it needs. */
export function writeEmpty(canvas: Canvas, words: string): void {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length) * 6.2 < canvas.width - 24)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  lines.forEach((line, i) =>
    canvas.text(line, canvas.width / 2, canvas.height / 2 + (i - (lines.length - 1) / 2) * 17, 'center'),
  );
}

/** Round numbers from low to high, about `count` of them. */
export function roundTicks(low: number, high: number, count: number): number[] {
  const raw = (high - low) / Math.max(1, count);
  if (!(raw > 0)) return [];
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((each) => each >= raw * 0.999) ?? raw;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) ticks.push(i === 0 ? 0 : i * step);
  return ticks;
}

export const tickText = (value: number): string => withSuperscripts(String(Number(value.toPrecision(3))));
