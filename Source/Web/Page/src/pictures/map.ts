// SPDX-License-Identifier: GPL-3.0-or-later
import type { Laboratory } from '../audio/laboratory';
import type { PlayMap, RegimeInfo } from '../audio/protocol';
import { clamp, make, sentence } from '../dom';
import type { Player } from '../play/player';
import type { Session } from '../session';
import { onTheme, palette } from '../theme';
import { Canvas, writeEmpty } from './canvas';

const columns = 20,
  rows = 14;
const settles = 900; // [ms] without a change before a map is asked for

/** Regimes over position and force, played by a second engine in a worker, and the limits of theory. The map is a pad:
    a press plays the note there. */
export class MapPicture {
  caption = '';
  private readonly canvas: Canvas;
  private map: PlayMap | null = null;
  private isOld = true; // the sound has changed since the map was asked for
  private key = -1; // of the map
  private changedAt = performance.now();
  private latest = 0; // number of the latest request: answers to earlier ones are of another sound
  private note = 0;
  private pressedAt: { position: number; force: number } | null = null;

  constructor(
    private readonly parent: HTMLElement,
    private readonly session: Session,
    private readonly player: Player,
    private readonly laboratory: () => Promise<Laboratory>,
  ) {
    this.canvas = new Canvas(parent);
    this.canvas.onResize = () => this.draw();
    onTheme(() => this.draw());
    const changes = (): void => {
      this.isOld = true;
      this.changedAt = performance.now();
    };
    session.on('knob', (id) => {
      if (!/^(hand\.(position|pressure|force$)|out\.|macro|compare)/.test(id)) changes();
      this.draw();
    });
    session.on('sound', changes);
    session.on('started', changes);
    session.on('silence', () => this.up());
    parent.classList.add('pad');
    parent.addEventListener('pointerdown', (event) => this.down(event));
    parent.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) parent.addEventListener(end, () => this.up());
  }

  /** Legend for the letters. */
  legend(): HTMLElement {
    const parts = this.session.catalogue.regimes
      .filter(({ letter }) => letter)
      .map(({ colour, letter, name }) => {
        const chip = make('i', {}, letter);
        chip.style.background = colour;
        chip.style.color = inkOn(colour);
        return make('span', {}, chip, name);
      });
    return make('p', { class: 'legend' }, ...parts);
  }

  advance(now: number): void {
    const isSeen = this.parent.offsetParent !== null && !document.hidden;
    if (!this.session.engine || !isSeen) return;
    if (this.player.key !== this.key) {
      this.key = this.player.key;
      this.isOld = true;
      this.changedAt = now;
    }
    if (this.isOld && now - this.changedAt >= settles) void this.compute();
  }

  clear(): void {
    this.map = null;
    this.latest += 1;
    this.caption = '';
    this.draw();
  }

  private async compute(): Promise<void> {
    this.isOld = false;
    const mine = ++this.latest;
    const show = (caption: string, map = this.map): void => {
      if (mine !== this.latest) return;
      this.map = map;
      this.caption = caption;
      this.draw();
    };
    try {
      show('computing …');
      const json = this.session.toJson(),
        laboratory = await this.laboratory();
      if (mine !== this.latest) return;
      show('', await laboratory.map(json, this.key, columns, rows, (map) => show('computing …', map)));
    } catch (error) {
      show(sentence(error));
    }
  }

  private area(): { x: number; y: number; width: number; height: number } {
    return { x: 4, y: 2, width: this.canvas.width - 8, height: this.canvas.height - 24 };
  }

  private draw(): void {
    const { canvas, map } = this,
      { g } = canvas,
      area = this.area();
    if (area.width < 20 || area.height < 20) return;
    canvas.clear();
    if (!map) writeEmpty(canvas, 'The map of playable forces is computed once it sounds.');
    else this.drawTiles(map);
    canvas.text('position →', area.x, area.y + area.height + 12);
    canvas.text('force ↑', area.x + area.width, area.y + area.height + 12, 'right');
    if (!map) return;
    const dot = this.pressedAt ?? {
      position: this.session.get('hand.position'),
      force: this.session.get('hand.pressure'),
    };
    const at = this.toScreen(map, dot.position, dot.force);
    g.beginPath();
    g.arc(clamp(at.x, area.x, area.x + area.width), clamp(at.y, area.y, area.y + area.height), 6, 0, 2 * Math.PI);
    g.fillStyle = palette.stick;
    g.strokeStyle = palette.ground;
    g.lineWidth = 2;
    g.fill();
    g.stroke();
  }

  private drawTiles(map: PlayMap): void {
    const { g } = this.canvas,
      area = this.area();
    const across = map.positions.length,
      up = map.forces.length;
    const w = area.width / across,
      h = area.height / up;
    const { regimes } = this.session.catalogue;
    const seen = new Set<number>();
    const letters: { x: number; y: number; regime: RegimeInfo }[] = [];
    for (let row = 0; row < up; ++row)
      for (let column = 0; column < across; ++column) {
        const number = map.regimes[row * across + column] ?? 255,
          regime = regimes[number];
        if (!regime) continue;
        const x = area.x + column * w,
          y = area.y + (up - 1 - row) * h;
        g.fillStyle = number === 0 ? palette.raised : regime.colour;
        g.globalAlpha = 0.85;
        g.fillRect(x, y, w + 0.5, h + 0.5);
        g.globalAlpha = 1;
        const place = regime.letter ? this.middleOfRegion(map, row * across + column, seen) : null;
        if (place !== null)
          letters.push({
            x: area.x + ((place % across) + 0.5) * w,
            y: area.y + (up - 0.5 - Math.floor(place / across)) * h,
            regime,
          });
      }
    for (const { x, y, regime } of letters) this.canvas.text(regime.letter, x, y, 'center', inkOn(regime.colour), 12);
    for (const limit of [map.smallest, map.largest]) {
      if (limit.length < 2) continue;
      g.save();
      g.beginPath();
      g.rect(area.x, area.y, area.width, area.height);
      g.clip();
      g.beginPath();
      limit.forEach((force, i) => {
        const at = this.toScreen(map, map.positions[i] ?? 0, force);
        g.lineTo(at.x, at.y);
      });
      g.setLineDash([5, 4]);
      g.lineWidth = 1.6;
      g.strokeStyle = palette.text;
      g.stroke();
      g.setLineDash([]);
      g.restore();
    }
  }

  /** The tile in the middle of a region that begins here: for its letter. Null if it is small, or was seen before. */
  private middleOfRegion(map: PlayMap, first: number, seen: Set<number>): number | null {
    if (seen.has(first)) return null;
    const across = map.positions.length,
      tiles = [first];
    seen.add(first);
    let sumX = 0,
      sumY = 0;
    for (let i = 0; i < tiles.length; ++i) {
      const at = tiles[i] ?? 0,
        x = at % across,
        y = Math.floor(at / across);
      sumX += x;
      sumY += y;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const next = (y + dy) * across + x + dx;
        if (x + dx < 0 || x + dx >= across || y + dy < 0 || y + dy >= map.forces.length || seen.has(next)) continue;
        if (map.regimes[next] !== map.regimes[first]) continue;
        seen.add(next);
        tiles.push(next);
      }
    }
    if (tiles.length < 3) return null;
    const far = (at: number): number =>
      Math.hypot((at % across) - sumX / tiles.length, Math.floor(at / across) - sumY / tiles.length);
    return tiles.reduce((best, at) => (far(at) < far(best) ? at : best));
  }

  /** Both axes are logarithmic where the map's are: interpolated between its columns and rows. */
  private toScreen(map: PlayMap, position: number, force: number): { x: number; y: number } {
    const area = this.area();
    return {
      x: area.x + ((placeOf(map.positions, position) + 0.5) / map.positions.length) * area.width,
      y: area.y + area.height - ((placeOf(map.forces, force) + 0.5) / map.forces.length) * area.height,
    };
  }

  // ---- The map as a pad ----

  private down(event: PointerEvent): void {
    if (!this.map || event.button !== 0) return;
    event.preventDefault();
    this.parent.setPointerCapture(event.pointerId);
    this.locate(event);
    if (this.pressedAt) this.note = this.session.noteOn(this.player.key, 0.7, this.pressedAt);
    this.draw();
  }

  private move(event: PointerEvent): void {
    if (!this.pressedAt) return;
    this.locate(event);
    this.session.touch(this.note, this.pressedAt);
    this.draw();
  }

  private up(): void {
    if (!this.pressedAt) return;
    this.pressedAt = null;
    this.session.noteOff(this.note);
    this.draw();
  }

  private locate(event: PointerEvent): void {
    if (!this.map) return;
    const box = this.canvas.element.getBoundingClientRect(),
      area = this.area();
    const x = clamp((event.clientX - box.left - area.x) / area.width, 0, 1) * this.map.positions.length - 0.5;
    const y = clamp(1 - (event.clientY - box.top - area.y) / area.height, 0, 1) * this.map.forces.length - 0.5;
    this.pressedAt = { position: valueAt(this.map.positions, x), force: clamp(valueAt(this.map.forces, y), 0, 200) };
  }
}

/** Letters are dark on light colours, light on dark ones. */
const inkOn = (colour: string): string => (/^#(f0|d9|ff|8c)/.test(colour) ? '#14161a' : '#ffffff');

/** Place between the entries of an ascending list, and beyond its ends. */
function placeOf(list: Float64Array, value: number): number {
  const last = list.length - 1;
  if (last < 1) return 0;
  let i = 0;
  while (i < last - 1 && (list[i + 1] ?? 0) < value) ++i;
  const a = list[i] ?? 0,
    b = list[i + 1] ?? 1;
  const part = a > 0 && value > 0 ? Math.log(value / a) / Math.log(b / a) : (value - a) / (b - a);
  return i + part;
}

function valueAt(list: Float64Array, place: number): number {
  const last = list.length - 1,
    i = clamp(Math.floor(place), 0, Math.max(0, last - 1));
  const a = list[i] ?? 0,
    b = list[i + 1] ?? a,
    part = clamp(place - i, 0, 1);
  return a > 0 ? a * (b / a) ** part : a + part * (b - a);
}
