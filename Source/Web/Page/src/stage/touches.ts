// SPDX-License-Identifier: GPL-3.0-or-later
import type { BodyMesh } from '../audio/protocol';
import { palette, withAlpha } from '../theme';
import type { Point } from './geometry';

type Graphics = CanvasRenderingContext2D;

/** Hair across the body: strands with marks that pass as the bow moves, and a mark beside it for the force. */
export function drawBow(g: Graphics, at: Point, top: number, bottom: number, press: number, moved: number): void {
  const width = 16,
    left = at.x - 0.5 * width;
  const strands = (alpha: number): CanvasGradient => {
    const fade = g.createLinearGradient(0, top, 0, bottom);
    for (const [place, part] of [
      [0, 0],
      [0.15, 1],
      [0.85, 1],
      [1, 0],
    ] as const)
      fade.addColorStop(place, withAlpha(palette.stick, part * alpha));
    return fade;
  };
  g.fillStyle = strands(0.2);
  g.fillRect(left, top, width, bottom - top);
  g.fillStyle = strands(0.6);
  for (let i = 0; i < 5; ++i) g.fillRect(left + (i * (width - 1)) / 4, top, 1, bottom - top);
  const pitch = 26,
    offset = (((moved * 900) % pitch) + pitch) % pitch;
  g.lineWidth = 1.4;
  for (let y = top + offset; y < bottom; y += pitch) {
    const fromEnd = Math.min(y - top, bottom - y) / (bottom - top);
    g.strokeStyle = withAlpha(palette.stick, 0.85 * Math.min(1, 5 * fromEnd));
    g.beginPath();
    g.moveTo(left, y);
    g.lineTo(left + width, y - 5);
    g.stroke();
  }
  const y = top + 10 + press * (bottom - top - 20);
  g.fillStyle = palette.stick;
  g.beginPath();
  g.moveTo(left + width + 3, y);
  g.lineTo(left + width + 14, y - 7);
  g.lineTo(left + width + 14, y + 7);
  g.fill();
}

/** A wet finger on a rim, a pad on a disc: larger when it presses harder. */
export function drawPad(g: Graphics, at: Point, press: number, isFinger: boolean): void {
  const size = 34 + 30 * press,
    tall = isFinger ? size : 1.4 * size;
  g.beginPath();
  g.roundRect(at.x - 0.5 * size, at.y - 0.5 * tall, size, tall, isFinger ? 0.5 * size : 6);
  g.fillStyle = withAlpha(palette.stick, 0.22);
  g.fill();
  g.strokeStyle = palette.stick;
  g.lineWidth = 1.6;
  g.stroke();
}

/** The second body above the place that it rubs: its outline, small, with its own place of contact, and its name. */
export function drawSecond(g: Graphics, at: Point, height: number, mesh: BodyMesh, contact: Point, name: string): void {
  const width = 1.6 * height,
    left = at.x - 0.5 * width,
    top = at.y - height - 8;
  g.beginPath();
  g.roundRect(left, top, width, height, 5);
  g.fillStyle = withAlpha(palette.panel, 0.8);
  g.fill();
  g.strokeStyle = palette.stick;
  g.lineWidth = 1.6;
  g.stroke();
  let [x0, x1, y0, y1] = [1e9, -1e9, 1e9, -1e9];
  for (let i = 0; i + 1 < mesh.rest.length; i += 2) {
    [x0, x1] = [Math.min(x0, mesh.rest[i] ?? 0), Math.max(x1, mesh.rest[i] ?? 0)];
    [y0, y1] = [Math.min(y0, mesh.rest[i + 1] ?? 0), Math.max(y1, mesh.rest[i + 1] ?? 0)];
  }
  const scale = Math.min((width - 16) / Math.max(0.1, x1 - x0), (height - 26) / Math.max(0.1, y1 - y0));
  const place = (x: number, y: number): [number, number] => [
    at.x + (x - 0.5 * (x0 + x1)) * scale,
    top + 0.5 * (height - 16) + (y - 0.5 * (y0 + y1)) * scale,
  ];
  for (const line of mesh.lines) {
    g.beginPath();
    for (const i of line.points) g.lineTo(...place(mesh.rest[2 * i] ?? 0, mesh.rest[2 * i + 1] ?? 0));
    if (line.closed) g.closePath();
    g.strokeStyle = palette.text;
    g.lineWidth = Math.min(1.5, line.weight);
    g.stroke();
  }
  g.beginPath();
  g.arc(...place(contact.x, contact.y), 3.5, 0, 2 * Math.PI);
  g.fillStyle = palette.stick;
  g.fill();
  g.font = '12px Inter, system-ui, sans-serif';
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = palette.text;
  g.fillText(name, at.x, top + height - 9, width - 6);
}

/** The spring of an arm, stretched by the force in it. */
export function drawSpring(g: Graphics, at: Point, bent: number): void {
  const end = at.x + 92 + bent,
    coils = 9;
  g.beginPath();
  g.moveTo(at.x, at.y);
  for (let i = 1; i < coils; ++i) g.lineTo(at.x + ((end - at.x) * i) / coils, at.y + (i % 2 === 0 ? -8 : 8));
  g.lineTo(end, at.y);
  g.strokeStyle = palette.quiet;
  g.lineWidth = 1.6;
  g.stroke();
  g.beginPath();
  g.arc(end, at.y, 7, 0, 2 * Math.PI);
  g.fillStyle = palette.stick;
  g.fill();
}

/** The contact: solid while it sticks, hatched while it slips, hollow when lifted. */
export function drawPatch(g: Graphics, at: Point, motion: number): void {
  g.beginPath();
  g.roundRect(at.x - 12, at.y - 8, 24, 16, 8);
  if (motion === 1) {
    g.fillStyle = palette.stick;
    g.fill();
    return;
  }
  g.fillStyle = palette.panel;
  g.fill();
  g.strokeStyle = motion === 2 ? palette.slip : palette.quiet;
  g.lineWidth = 1.6;
  g.stroke();
  if (motion !== 2) return;
  g.lineWidth = 1.3;
  for (let x = at.x - 7; x < at.x + 8; x += 4.5) {
    g.beginPath();
    g.moveTo(x, at.y + 4.5);
    g.lineTo(x + 3, at.y - 4.5);
    g.stroke();
  }
}
