// SPDX-License-Identifier: GPL-3.0-or-later
import type { Picture } from '../audio/protocol';
import { announce, engineering, keyName, make } from '../dom';
import { Canvas } from '../pictures/canvas';
import { History, rowsOf, slipsOf } from '../pictures/history';
import type { Player } from '../play/player';
import type { Session } from '../session';
import { motionIsReduced, onTheme, palette, withAlpha } from '../theme';
import { Geometry, type Point } from './geometry';
import { Hand, type Finger } from './hand';
import { drawBow, drawPad, drawPatch, drawSecond, drawSpring } from './touches';

const smallestSeen = 2e-6; // [m] lower limit of the full scale
const lightest = 1e-6; // [N] less is no touch

/** The body in slow motion, as the engine's strobe shows it, and every bow on it. */
export class Stage {
  readonly element: HTMLElement;
  readonly hand: Hand;
  private readonly canvas: Canvas;
  private readonly caption = make('p', { class: 'stage-caption' });
  private readonly words = make('p', { class: 'stage-words' });
  private readonly hint: HTMLElement;
  private geometry: Geometry;
  private bodyType = -1;
  private second: { name: string; geometry: Geometry } | null = null; // the body that rubs it
  private displacement = new Float32Array(0);
  private highest = new Float32Array(0);
  private lowest = new Float32Array(0);
  private largest = smallestSeen; // [m] full scale
  private contact = { position: 0.13, extension: 0, motion: 0, key: 69, block: 0, second: 0, lift: 0 };
  private isNew = true; // not bowed so far
  private sounding = false;
  private lastSound = 0; // [ms]
  private nearest = 0;
  private needsDrawing = true;
  private wordsAt = 0;
  private isMirrored = false;

  constructor(
    private readonly session: Session,
    private readonly player: Player,
    private readonly history: History,
    private readonly picture: () => Picture | null,
  ) {
    const coarse = matchMedia('(pointer: coarse)').matches;
    this.hint = make(
      'div',
      { class: 'hint', 'aria-hidden': 'true' },
      make('strong', {}, coarse ? 'Tap the string. Then bow it.' : 'Bow the string.'),
      make(
        'span',
        {},
        coarse
          ? 'Drag to and fro: faster is louder, lower is heavier.'
          : 'Press and drag to and fro: faster is louder, lower is heavier.',
      ),
    );
    this.element = make('div', {
      class: 'stage-area',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'stage',
      'aria-label':
        'Stage: the body and the bow on it. Space bows and stops. Left and right move the bow along the body, up and down press lighter and harder. The keys A to L choose the note.',
    });
    this.canvas = new Canvas(this.element);
    this.element.append(this.caption, this.words, this.hint);
    this.geometry = this.geometryOf(0);
    this.hand = new Hand(session, player, this.element, () => this.geometry);
    this.hand.onFirst = () => {
      this.isNew = false;
      this.element.classList.add('was-bowed');
    };
    player.fingersAreDown = () => this.hand.fingers.size > 0;
    this.followBody();
    this.canvas.onResize = () => this.fit();
    for (const event of ['sound', 'started'] as const) session.on(event, () => this.followBody());
    session.on('knob', (id) => this.takeKnob(id));
    onTheme(() => (this.needsDrawing = true));
  }

  private geometryOf(bodyType: number): Geometry {
    return new Geometry(
      this.session.catalogue.mesh(bodyType),
      this.session.info('body.type').choices[bodyType] ?? '',
    );
  }

  private takeKnob(id: string): void {
    if (id === 'body.type' || id === 'second_body.type') this.followBody();
    this.needsDrawing = true;
  }

  private followBody(): void {
    const wanted = this.session.get('body.type');
    const isFromFile = this.session.catalogue.bodies[wanted]?.isFromFile ?? false; // its drawing may be another
    if (wanted !== this.bodyType || isFromFile) this.showBody(wanted);
    const rubs = this.session.textOf('second_body.type');
    this.showSecond(this.session.catalogue.bodies[wanted]?.model === 'block' ? -1 : this.session.info('body.type').choices.indexOf(rubs));
    this.needsDrawing = true;
  }

  private showSecond(bodyType: number): void {
    const name = this.session.info('body.type').choices[bodyType] ?? '';
    if ((this.second?.name ?? '') !== name) this.second = name === '' ? null : { name, geometry: this.geometryOf(bodyType) };
  }

  private showBody(bodyType: number): void {
    this.bodyType = bodyType;
    this.element.classList.toggle('of-string', this.session.catalogue.mesh(bodyType).isString);
    this.geometry = this.geometryOf(bodyType);
    const points = this.geometry.mesh.rest.length / 2;
    this.displacement = new Float32Array(points);
    this.highest = new Float32Array(points);
    this.lowest = new Float32Array(points);
    this.largest = smallestSeen;
    this.setSounding(false);
    this.fit();
  }

  /** While it sounds the hint would lie over what moves. */
  private setSounding(sounds: boolean): void {
    this.sounding = sounds;
    this.element.classList.toggle('sounds', sounds);
  }

  get sounds(): boolean {
    return this.sounding;
  }

  private fit(): void {
    const { width, height } = this.canvas;
    if (width < 2 || height < 2) return;
    const side = Math.min(48, width * 0.06),
      edge = Math.min(46, height * 0.14);
    this.geometry.fit(side, edge, width - 2 * side, height - 2 * edge);
    this.needsDrawing = true;
    this.draw();
  }

  /** Copies what the engine says of this moment. */
  follow(picture: Picture): void {
    if (picture.bodyType !== this.bodyType) {
      if (picture.hasShape) this.showBody(picture.bodyType);
      else return;
    }
    if (!picture.hasShape) return;
    this.showSecond(picture.secondBody);
    this.lastSound = performance.now();
    const fade = this.sounding ? (motionIsReduced() ? 0.995 : 0.985) : 0;
    this.setSounding(true);
    let loudest = 0;
    const count = Math.min(this.displacement.length, picture.displacement.length);
    for (let i = 0; i < count; ++i) {
      const now = picture.displacement[i] ?? 0;
      this.displacement[i] = now;
      const high = (this.highest[i] = Math.max(now, fade * (this.highest[i] ?? 0)));
      const low = (this.lowest[i] = Math.min(now, fade * (this.lowest[i] ?? 0)));
      loudest = Math.max(loudest, high, -low);
    }
    // Grows at once, shrinks slowly, so that the decay is seen.
    this.largest = Math.max(loudest, smallestSeen, this.largest * 0.9995);
    const { moments } = picture;
    this.contact = {
      position: picture.position,
      extension: picture.handExtension,
      motion: moments.count > 0 ? (moments.motion[moments.count - 1] ?? 0) : this.contact.motion,
      key: picture.key,
      block: picture.blockGap > 0 ? picture.blockPosition / picture.blockGap : 0,
      second: picture.secondDisplacement,
      lift: picture.lift,
    };
    this.nearest = this.geometry.nearestPoint(picture.position);
    const finger = [...this.hand.fingers.values()].at(-1);
    if (finger) this.isMirrored = finger.mirrored;
    this.needsDrawing = true;
  }

  /** Once per frame of the display. */
  advance(now: number): void {
    this.hand.advance(now);
    if (this.sounding && now - this.lastSound > 400) {
      this.setSounding(false);
      this.displacement.fill(0);
      this.highest.fill(0);
      this.lowest.fill(0);
      this.contact.motion = 0;
      this.needsDrawing = true;
    }
    if (this.hand.fingers.size > 0 || (this.isNew && !motionIsReduced())) this.needsDrawing = true;
    if (this.needsDrawing) this.draw();
    if (now - this.wordsAt > 250) {
      this.wordsAt = now;
      this.write();
    }
  }

  /** Where a point of the body is now. */
  private displaced(i: number, by: ArrayLike<number> = this.displacement): Point {
    const { rest, direction, reach } = this.geometry.mesh;
    const out = (reach / this.largest) * (by[i] ?? 0);
    return this.geometry.toScreen(
      (rest[2 * i] ?? 0) + out * (direction[2 * i] ?? 0),
      (rest[2 * i + 1] ?? 0) + out * (direction[2 * i + 1] ?? 0),
      this.isMirrored,
    );
  }

  private draw(): void {
    this.needsDrawing = false;
    this.canvas.clear();
    if (this.geometry.mesh.rest.length === 0) this.drawBlock();
    else this.drawBody();
    this.drawHands();
  }

  private trace(points: ArrayLike<number>, closed: boolean, by?: ArrayLike<number>): void {
    const { g } = this.canvas;
    g.beginPath();
    for (let k = 0; k < points.length; ++k) {
      const at = this.displaced(points[k] ?? 0, by);
      if (k === 0) g.moveTo(at.x, at.y);
      else g.lineTo(at.x, at.y);
    }
    if (closed) g.closePath();
  }

  private drawBody(): void {
    const { g } = this.canvas,
      { mesh } = this.geometry;
    if (mesh.face.length > 0) {
      this.trace(mesh.face, true);
      g.fillStyle = withAlpha(palette.text, 0.06);
      g.fill();
    }
    g.fillStyle = palette.line;
    for (const polygon of mesh.scenery) {
      g.beginPath();
      for (let i = 0; i + 1 < polygon.length; i += 2) {
        const at = this.geometry.toScreen(polygon[i] ?? 0, polygon[i + 1] ?? 0, this.isMirrored);
        if (i === 0) g.moveTo(at.x, at.y);
        else g.lineTo(at.x, at.y);
      }
      g.fill();
    }
    const line = mesh.lines[0];
    if (this.sounding && mesh.lines.length === 1 && line && !line.closed) this.drawGhost(line.points);
    const isStill = motionIsReduced();
    for (const each of mesh.lines) this.drawLine(each.points, each.closed, each.weight, isStill);
  }

  /** Recent extent of the motion, of bodies that are one line. */
  private drawGhost(points: Int32Array): void {
    const { g } = this.canvas;
    g.beginPath();
    for (let k = 0; k < points.length; ++k) {
      const at = this.displaced(points[k] ?? 0, this.highest);
      if (k === 0) g.moveTo(at.x, at.y);
      else g.lineTo(at.x, at.y);
    }
    for (let k = points.length - 1; k >= 0; --k) {
      const at = this.displaced(points[k] ?? 0, this.lowest);
      g.lineTo(at.x, at.y);
    }
    g.closePath();
    g.fillStyle = withAlpha(palette.slip, 0.13);
    g.fill();
  }

  private drawLine(points: Int32Array, closed: boolean, weight: number, isStill: boolean): void {
    const { g } = this.canvas;
    const wide = weight * Math.min(1.5, Math.max(1, this.canvas.width / 800));
    g.lineJoin = g.lineCap = 'round';
    this.trace(points, closed, isStill ? this.highest : undefined);
    g.strokeStyle = weight < 1 ? withAlpha(palette.quiet, 0.45) : palette.text;
    g.lineWidth = weight < 3 ? wide : wide + 1;
    if (weight >= 3) g.strokeStyle = withAlpha(palette.text, 0.6);
    g.stroke();
    if (weight >= 3) {
      g.save();
      g.translate(0, -0.18 * wide);
      g.strokeStyle = palette.text;
      g.lineWidth = 0.4 * wide;
      g.stroke();
      g.restore();
    }
  }

  private drawHands(): void {
    const fingers = [...this.hand.fingers.values()];
    if (
      fingers.length === 0 &&
      this.session.get('body.type') === this.bodyType &&
      this.geometry.mesh.rest.length > 0
    ) {
      const position = this.sounding ? this.contact.position : this.session.get('hand.position');
      // Until it is bowed for the first time, the bow invites to: it moves to and fro.
      const sways = this.isNew ? 0.05 * Math.sin(performance.now() / 500) : 0;
      this.drawTouch(position, 0.5, sways, this.isMirrored, this.contact.motion);
    }
    const latest = fingers.at(-1);
    for (const finger of fingers) this.drawFinger(finger, finger === latest);
  }

  private drawFinger(finger: Finger, isLatest: boolean): void {
    if (this.geometry.mesh.rest.length === 0) return;
    const { position, press, shown, mirrored, key } = finger;
    // Of the other fingers, which have a string each, the engine tells whether they touch it.
    const dot = this.picture()?.voices.find((voice) => voice.sounds && voice.key === key);
    const motion = isLatest ? this.contact.motion : dot && dot.force > lightest ? 1 : 0;
    this.drawTouch(position, press, shown, mirrored, motion, isLatest);
  }

  private drawTouch(
    position: number,
    press: number,
    shown: number,
    mirrored: boolean,
    motion: number,
    isWatched = true,
  ): void {
    const { g } = this.canvas,
      { mesh } = this.geometry;
    const rest = this.geometry.pathPoint(position),
      lives = this.sounding;
    const at =
      lives && !motionIsReduced()
        ? this.displaced(this.pointFor(position, mirrored !== this.isMirrored))
        : this.geometry.toScreen(rest.x, rest.y, mirrored);
    const marks = motionIsReduced() ? 0 : shown;
    const isIdle = this.hand.fingers.size === 0,
      { height } = this.canvas;
    if (this.second) this.drawSecond(at, lives && isWatched);
    else if (mesh.touch === 'bow') {
      const reach = this.idleReach(at.y);
      drawBow(g, at, isIdle ? at.y - reach : 36, isIdle ? at.y + reach : height - 36, press, marks);
    }
    else drawPad(g, at, press, mesh.touch === 'finger');
    if (lives && isWatched && Math.abs(this.contact.extension) > 0)
      drawSpring(g, at, 34 * Math.tanh(this.contact.extension / this.largest));
    drawPatch(g, at, lives ? motion : 0);
  }

  /** Half the length of a bow that is not held [px]: clear of the words above and below it. */
  private idleReach(y: number): number {
    const { hint } = this,
      isHinting = this.isNew && !this.sounding && hint.offsetParent !== null;
    return Math.max(24, Math.min(0.25 * this.canvas.height, isHinting ? y - hint.offsetTop - hint.offsetHeight - 6 : Infinity));
  }

  /** The second body where it rubs: moved as it moves there, and off the first while it hops. */
  private drawSecond(at: Point, lives: boolean): void {
    if (!this.second) return;
    const { name, geometry } = this.second;
    const moved = lives && !motionIsReduced() ? 18 * Math.tanh(this.contact.second / this.largest) : 0;
    const lift = lives ? Math.min(40, (24 * this.contact.lift) / this.largest) : 0;
    const height = Math.max(46, Math.min(76, 0.22 * this.canvas.height));
    const contact = geometry.pathPoint(this.session.get('second_body.position'));
    drawSecond(this.canvas.g, { x: at.x + moved, y: at.y - lift }, height, geometry.mesh, contact, name);
  }

  private pointFor(position: number, flipped: boolean): number {
    return !flipped && Math.abs(position - this.contact.position) < 0.01
      ? this.nearest
      : this.geometry.nearestPoint(position, flipped);
  }

  private drawBlock(): void {
    const { g, width, height } = this.canvas;
    const size = Math.min(90, height * 0.3),
      floor = height * 0.62,
      reach = Math.min(width * 0.3, 260);
    const middle = 0.5 * width,
      x = middle + Math.max(-1, Math.min(1, this.contact.block)) * reach;
    g.fillStyle = palette.line;
    g.fillRect(middle - reach - size, floor, 2 * (reach + size), 6);
    for (const side of [-1, 1])
      g.fillRect(middle + side * (reach + 0.5 * size + 8) - 7, floor - 1.3 * size, 14, 1.3 * size);
    g.beginPath();
    g.roundRect(x - 0.5 * size, floor - size, size, size, 6);
    g.fillStyle = palette.raised;
    g.fill();
    g.strokeStyle = palette.text;
    g.lineWidth = 2;
    g.stroke();
    drawPatch(g, { x, y: floor - size }, this.sounding ? this.contact.motion : 0);
  }

  /** Captions, slowly enough to be read. */
  private write(): void {
    const body = this.session.info('body.type').choices[this.bodyType] ?? '';
    const key = this.sounding ? this.contact.key : this.player.key;
    this.caption.textContent = `${body}${this.second ? ` and ${this.second.name}` : ''} · ${keyName(key)}`;
    const picture = this.picture();
    if (!this.sounding || !picture) {
      this.words.textContent = 'across: position · down: pressure · faster: louder';
      return;
    }
    const { rows } = rowsOf(this.history, picture.period, picture.momentInterval, 30);
    const slips = slipsOf(this.history, rows);
    const dot = picture.voices.find((voice) => voice.sounds && voice.key === picture.key);
    const parts = [];
    const isFree = !dot || dot.force < lightest;
    if (isFree) parts.push('rings by itself');
    else if (slips)
      parts.push(slips.fraction > 0.98 ? 'slides' : slips.perPeriod < 0.05 ? 'sticks' : perPeriod(slips.perPeriod));
    if (dot && !isFree)
      parts.push(`bow ${engineering(Math.abs(dot.speed), 'm/s')}`, `pressed at ${engineering(dot.force, 'N')}`);
    this.words.textContent = parts.join(' · ');
  }

  /** Tells what sounds: for a key of the page. */
  describe(): void {
    announce(`${this.caption.textContent ?? ''}. ${this.words.textContent ?? ''}`);
  }
}

function perPeriod(slips: number): string {
  const count = Math.round(slips);
  if (Math.abs(slips - count) > 0.2 || count === 0) return 'slips irregularly';
  return count === 1 ? 'slips once per period' : count === 2 ? 'slips twice per period' : `${count} slips per period`;
}
