// SPDX-License-Identifier: GPL-3.0-or-later
import type { Laboratory } from '../audio/laboratory';
import { placeOfTile, type HandPlace, type ParameterInfo, type Picture, type PlayMap, type RegimeInfo, type RegimeName, type Touch } from '../audio/protocol';
import { clamp, make, sentence } from '../dom';
import type { Player } from '../play/player';
import type { Session } from '../session';
import { onTheme, palette } from '../theme';
import { Canvas, writeEmpty } from './canvas';

const columns = 20,
  rows = 14;
const lingers = 400; // [ms] of a bow that is no longer told of
const settles = 900; // [ms] without a change before a map is asked for

/** Regimes over all that Position and Pressure reach, played by a second engine in a worker, the limits of theory, and
    the bows that are played. The map is a pad: a press plays the note there. */
export class MapPicture {
  caption = '';
  private readonly canvas: Canvas;
  private map: PlayMap | null = null;
  private isOld = true; // the sound has changed since the map was asked for
  private key = -1; // of the map
  private changedAt = performance.now();
  private latest = 0; // number of the latest request: answers to earlier ones are of another sound
  private note = 0;
  private bows: Picture['voices'] = []; // that touch the body
  private seenAt = 0; // [ms]
  private pressedAt: HandPlace | null = null;
  private readonly legendLine = make('p', { class: 'legend' });
  private ofString: boolean | null = null; // that the legend names

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

  /** Legend for the letters, in names that fit what is rubbed. */
  legend(): HTMLElement {
    this.nameRegimes();
    return this.legendLine;
  }

  private nameRegimes(): void {
    const { bodies, regimes } = this.session.catalogue;
    const isString = bodies[this.session.get('body.type')]?.model === 'string';
    if (isString === this.ofString) return;
    this.ofString = isString;
    this.legendLine.replaceChildren(
      ...regimes
        .filter((regime) => this.nameOf(regime).letter)
        .map((regime) => {
          const chip = make('i', {}, this.nameOf(regime).letter);
          chip.style.background = regime.colour;
          chip.style.color = inkOn(regime.colour);
          return make('span', {}, chip, this.nameOf(regime).name);
        }),
    );
  }

  private nameOf(regime: RegimeInfo): RegimeName {
    return this.ofString ? regime.ofString : regime.ofOthers;
  }

  advance(now: number, picture: Picture | null): void {
    const isSeen = this.parent.offsetParent !== null && !document.hidden;
    if (!this.session.engine || !isSeen) return;
    if (this.player.key !== this.key) {
      this.key = this.player.key;
      this.isOld = true;
      this.changedAt = now;
    }
    if (this.isOld && now - this.changedAt >= settles) void this.compute();
    if (picture) this.seenAt = now;
    else if (this.bows.length === 0 || now - this.seenAt < lingers) return;
    this.bows = (picture?.voices ?? []).filter(({ sounds, force }) => sounds && force > 0);
    this.draw();
  }

  clear(): void {
    this.nameRegimes();
    this.bows = [];
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
    canvas.text('Position →', area.x, area.y + area.height + 12);
    canvas.text(`${this.upKnob().name} ↑`, area.x + area.width, area.y + area.height + 12, 'right');
    if (!map) return;
    const knobs = this.knobs();
    const places = this.pressedAt ? [this.pressedAt] : this.bows.map(({ position, force, speed }) => placeOfBow(map, position, force / this.faster(speed), knobs));
    for (const place of places.length > 0 ? places : [knobs]) {
      const at = this.toScreen(place);
      g.beginPath();
      g.arc(at.x, at.y, 6, 0, 2 * Math.PI);
      g.fillStyle = palette.stick;
      g.strokeStyle = palette.ground;
      g.lineWidth = 2;
      g.fill();
      g.stroke();
    }
  }

  /** A bow's speed over that of the map, which the force goes with; one that is slower than half, as in an attack, counts as that. */
  private faster(speed: number): number {
    return Math.max(0.5, Math.abs(speed) / Math.max(1e-6, this.session.get('hand.speed')));
  }

  /** The knob that goes up. */
  private upKnob(): ParameterInfo {
    return this.session.info(this.session.get('hand.force_mode') >= 0.5 ? 'hand.force' : 'hand.pressure');
  }

  private knobs(): HandPlace {
    const placeOf = (info: ParameterInfo): number => this.session.catalogue.position(info, this.session.get(info.id));
    return { across: placeOf(this.session.info('hand.position')), up: placeOf(this.upKnob()) };
  }

  private drawTiles(map: PlayMap): void {
    const { g } = this.canvas,
      area = this.area();
    const { columns: across, rows: up } = map;
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
        const place = this.nameOf(regime).letter ? this.middleOfRegion(map, row * across + column, seen) : null;
        if (place !== null)
          letters.push({
            x: area.x + ((place % across) + 0.5) * w,
            y: area.y + (up - 0.5 - Math.floor(place / across)) * h,
            regime,
          });
      }
    for (const { x, y, regime } of letters) this.canvas.text(this.nameOf(regime).letter, x, y, 'center', inkOn(regime.colour), 12);
    for (const limit of [map.smallest, map.largest]) {
      if (limit.length < 2) continue;
      g.save();
      g.beginPath();
      g.rect(area.x, area.y, area.width, area.height);
      g.clip();
      g.beginPath();
      limit.forEach((place, i) => {
        const at = this.toScreen({ across: placeOfTile(i, 0, across, up).across, up: place });
        if (place >= 0 && place <= 1) g.lineTo(at.x, at.y);
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
    const across = map.columns,
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
        if (x + dx < 0 || x + dx >= across || y + dy < 0 || y + dy >= map.rows || seen.has(next)) continue;
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

  private toScreen({ across, up }: HandPlace): { x: number; y: number } {
    const area = this.area();
    return { x: area.x + across * area.width, y: area.y + (1 - up) * area.height };
  }

  // ---- The map as a pad ----

  private down(event: PointerEvent): void {
    if (!this.map || event.button !== 0) return;
    event.preventDefault();
    this.parent.setPointerCapture(event.pointerId);
    this.locate(event);
    if (this.pressedAt) this.note = this.session.noteOn(this.player.key, 0.7, this.touchAt(this.pressedAt));
    this.draw();
  }

  private move(event: PointerEvent): void {
    if (!this.pressedAt) return;
    this.locate(event);
    this.session.touch(this.note, this.touchAt(this.pressedAt));
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
    this.pressedAt = {
      across: clamp((event.clientX - box.left - area.x) / area.width, 0, 1),
      up: clamp(1 - (event.clientY - box.top - area.y) / area.height, 0, 1),
    };
  }

  private touchAt({ across, up }: HandPlace): Touch {
    const { catalogue } = this.session,
      force = catalogue.value(this.upKnob(), up);
    const position = catalogue.value(this.session.info('hand.position'), across);
    return this.upKnob().id === 'hand.force' ? { position, newtons: force } : { position, force };
  }
}

/** Letters are dark on light colours, light on dark ones. */
const inkOn = (colour: string): string => (/^#(f0|d9|ff|8c)/.test(colour) ? '#14161a' : '#ffffff');

/** Place of a value between those of an ascending list of tiles, from edge to edge. */
function placeIn(list: ArrayLike<number>, value: number): number {
  const last = list.length - 1;
  let above = Math.min(1, last);
  while (above < last && (list[above] ?? 0) < value) ++above;
  const low = Math.log(list[above - 1] ?? 1),
    high = Math.log(list[above] ?? 1);
  const part = high > low ? (Math.log(value) - low) / (high - low) : value > Math.exp(high) ? 1 : 0;
  return clamp((above - 0.5 + part) / list.length, 0, 1);
}

/** The place at which a bow plays at a position with a force [N]; of those that play the same, the one nearest to the
    knobs. */
function placeOfBow(map: PlayMap, position: number, force: number, knobs: HandPlace): HandPlace {
  const same = 1e-3;
  const nearest = (list: ArrayLike<number>, value: number, preferred: number): number =>
    clamp(preferred, placeIn(list, value * (1 - same)), placeIn(list, value * (1 + same)));
  const across = nearest(map.positions, position, knobs.across);
  const column = clamp(Math.floor(across * map.columns), 0, map.columns - 1);
  return { across, up: nearest(map.forces.subarray(column * map.rows, (column + 1) * map.rows), force, knobs.up) };
}
