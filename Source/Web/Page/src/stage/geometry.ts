// SPDX-License-Identifier: GPL-3.0-or-later
import type { BodyMesh } from '../audio/protocol';
import { clamp } from '../dom';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the points of a body's drawing are on the screen, and which position of the contact is under a pointer. A body
    that is the same from both ends can be bowed on either half: `mirrored` then draws it from the other end. */
export class Geometry {
  private scale = 1;
  private stretch = 1; // of the height: thin bodies may use a tall Stage
  private centre: Point = { x: 0, y: 0 };
  private middle: Point = { x: 0, y: 0 }; // of the drawing
  readonly isSymmetric: boolean;

  constructor(
    readonly mesh: BodyMesh,
    bodyName: string,
  ) {
    this.isSymmetric = mesh.isString || / bar$/.test(bodyName);
  }

  fit(left: number, top: number, width: number, height: number): void {
    let [x0, x1, y0, y1] = [1e9, -1e9, 1e9, -1e9];
    const include = (x: number, y: number): void => {
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
    };
    const { rest, direction, reach } = this.mesh;
    for (let i = 0; i + 1 < rest.length; i += 2)
      for (const sign of [-1, 1])
        include(
          (rest[i] ?? 0) + sign * reach * (direction[i] ?? 0),
          (rest[i + 1] ?? 0) + sign * reach * (direction[i + 1] ?? 0),
        );
    if (rest.length === 0) (include(-1.1, -0.3), include(1.1, 0.3));
    for (const polygon of this.mesh.scenery)
      for (let i = 0; i + 1 < polygon.length; i += 2) include(polygon[i] ?? 0, polygon[i + 1] ?? 0);
    this.scale = Math.max(20, Math.min(width / (x1 - x0), height / (y1 - y0)));
    const isThin = this.mesh.lines.length === 1 && !this.mesh.lines[0]?.closed;
    this.stretch = isThin ? clamp(height / (this.scale * (y1 - y0)), 1, 1.9) : 1;
    this.middle = { x: 0.5 * (x0 + x1), y: isThin ? 0 : 0.5 * (y0 + y1) };
    this.centre = { x: left + 0.5 * width, y: top + 0.5 * height };
  }

  toScreen(x: number, y: number, mirrored = false): Point {
    return {
      x: this.centre.x + (mirrored ? -1 : 1) * (x - this.middle.x) * this.scale,
      y: this.centre.y + (y - this.middle.y) * this.scale * this.stretch,
    };
  }

  toUnit(at: Point): Point {
    return {
      x: (at.x - this.centre.x) / this.scale + this.middle.x,
      y: (at.y - this.centre.y) / (this.scale * this.stretch) + this.middle.y,
    };
  }

  /** A length of the drawing on the screen [px]. */
  length(units: number): number {
    return units * this.scale;
  }

  /** Position of the contact under a point of the screen. */
  positionAt(at: Point): { position: number; mirrored: boolean } {
    const unit = this.toUnit(at);
    const mirrored = this.isSymmetric && unit.x > 0;
    const x = mirrored ? -unit.x : unit.x;
    const { path, isString } = this.mesh;
    if (isString) return { position: clamp((x + 1.36) / 2.72, 0.005, 0.5), mirrored };
    let best = Infinity,
      nearest = 0;
    const count = path.length / 2;
    for (let i = 0; i < count; ++i) {
      // Height is the force where the body is thin: then only the place across counts.
      const dx = (path[2 * i] ?? 0) - x;
      const dy = this.mesh.lines.length === 1 && !this.mesh.lines[0]?.closed ? 0 : (path[2 * i + 1] ?? 0) - unit.y;
      if (dx * dx + dy * dy < best) {
        best = dx * dx + dy * dy;
        nearest = i;
      }
    }
    return { position: clamp((0.5 * nearest) / Math.max(1, count - 1), 0.005, 0.5), mirrored };
  }

  /** Contact at rest, in units of the drawing. */
  pathPoint(position: number): Point {
    const { path, isString } = this.mesh;
    if (isString) return { x: -1.36 + 2.72 * position, y: 0 };
    const count = path.length / 2;
    if (count < 2) return { x: 0, y: 0 };
    const place = clamp(position, 0, 0.5) * 2 * (count - 1);
    const i = Math.min(Math.floor(place), count - 2),
      part = place - i;
    const between = (k: number): number => (path[2 * i + k] ?? 0) * (1 - part) + (path[2 * i + 2 + k] ?? 0) * part;
    return { x: between(0), y: between(1) };
  }

  /** Point of the mesh that is nearest to a contact; `flipped`: to that of the drawing from the other end. */
  nearestPoint(position: number, flipped = false): number {
    const contact = this.pathPoint(position);
    const at = { x: flipped ? 2 * this.middle.x - contact.x : contact.x, y: contact.y };
    const { rest } = this.mesh;
    let best = Infinity,
      nearest = 0;
    for (let i = 0; i + 1 < rest.length; i += 2) {
      const distance = Math.hypot((rest[i] ?? 0) - at.x, (rest[i + 1] ?? 0) - at.y);
      if (distance < best) {
        best = distance;
        nearest = i / 2;
      }
    }
    return nearest;
  }
}
