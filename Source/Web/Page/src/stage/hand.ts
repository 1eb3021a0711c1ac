// SPDX-License-Identifier: GPL-3.0-or-later
import type { Touch } from '../audio/protocol';
import { announce, clamp } from '../dom';
import type { Player } from '../play/player';
import type { Session } from '../session';
import type { Geometry, Point } from './geometry';

/** Speed of a pointer at which the bow moves as fast as its knob says [px/s]. */
const nominalDrag = 500;
const grabbed = 8; // [px] path after which the drag, not the knob, is the bow's speed
const remembered = 0.1; // [s] of a drag: its speed is their mean
const shortest = 0.02; // [s] likewise, when it begins
const rests = 0.04; // [s] without a move: it slows down

/** A finger, pen or mouse on the body: one bow, one voice. */
export interface Finger {
  readonly id: number;
  note: number; // 0: the sound is still starting
  key: number;
  at: Point;
  position: number;
  mirrored: boolean;
  press: number; // 0 to 1: as hard as it is drawn
  speed: number; // of the drag [px/s]
  moves: { time: number; total: number }[]; // [s] and [px] since it came down, ascending
  shown: number; // [m] of the hair that has passed, for its marks
}

/** Pointers and arrow keys on the Stage. Across: position; height, or the pen's pressure: force; speed of the drag:
    speed of the bow. Until it is dragged, the bow moves at the speed of its knob. */
export class Hand {
  readonly fingers = new Map<number, Finger>();
  /** The speed of the drag drives the bow; else the knob does. */
  followsDrag = true;
  onFirst: (() => void) | null = null;

  private last = performance.now();

  constructor(
    private readonly session: Session,
    private readonly player: Player,
    private readonly element: HTMLElement,
    private readonly geometry: () => Geometry,
  ) {
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      element.addEventListener(end, (event) => this.up(event.pointerId));
    element.addEventListener('pointerup', () => void session.start().catch(() => undefined)); // where a touch counts only when it ends
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('keydown', (event) => this.keyDown(event));
    element.addEventListener('blur', () => this.up(keyboardFinger));
    session.on('started', () => this.strokeAll());
    session.on('silence', () => this.releaseAll());
    document.addEventListener('visibilitychange', () => document.hidden && this.releaseAll());
    player.onKeysForFingers = () => this.retune();
  }

  private local(event: PointerEvent): Point {
    const area = this.element.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top };
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button, select, input, a')) return;
    event.preventDefault();
    this.element.classList.add('by-pointer'); // no frame of the focus
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.begin(event.pointerId, this.local(event), this.pressOf(event), event.timeStamp);
  }

  private begin(id: number, at: Point, press: number, time = 0): void {
    const { position, mirrored } = this.geometry().positionAt(at);
    const finger: Finger = {
      id,
      note: 0,
      key: 0,
      at,
      position,
      mirrored,
      press,
      speed: 0,
      moves: [{ time: time / 1000, total: 0 }],
      shown: 0,
    };
    this.fingers.set(id, finger);
    this.onFirst?.();
    finger.key = this.player.keyOfFinger(this.fingers.size - 1);
    this.stroke(finger);
  }

  private stroke(finger: Finger): void {
    finger.note = this.session.noteOn(finger.key, 0.7, this.touchOf(finger));
  }

  private strokeAll(): void {
    for (const finger of this.fingers.values()) if (finger.note === 0) this.stroke(finger);
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    for (const each of event.getCoalescedEvents?.() ?? []) this.follow(finger, each);
    this.follow(finger, event);
    finger.press = this.pressOf(event);
    const { position, mirrored } = this.geometry().positionAt(finger.at);
    finger.position = position;
    finger.mirrored = mirrored;
  }

  private follow(finger: Finger, event: PointerEvent): void {
    const to = this.local(event),
      before = finger.moves.at(-1)?.total ?? 0;
    finger.moves.push({ time: event.timeStamp / 1000, total: before + Math.hypot(to.x - finger.at.x, to.y - finger.at.y) });
    finger.at = to;
  }

  /** Speed of the drag [px/s]: by the times of its moves, so that it does not matter how often the browser tells of them. */
  private dragOf(finger: Finger, now: number): number {
    const { moves } = finger,
      last = moves.at(-1);
    const end = Math.max(last?.time ?? 0, now - rests);
    while (moves.length > 2 && (moves[1]?.time ?? 0) < end - remembered) moves.shift(); // one before that time stays
    const first = moves[0];
    return first && last ? (last.total - first.total) / Math.max(shortest, end - first.time) : 0;
  }

  private up(id: number): void {
    const finger = this.fingers.get(id);
    if (!finger) return;
    this.fingers.delete(id);
    this.session.noteOff(finger.note);
  }

  private releaseAll(): void {
    for (const id of [...this.fingers.keys()]) this.up(id);
  }

  /** Height, from light at the top to heavy at the bottom; a pen has a pressure of its own. */
  private pressOf(event: PointerEvent): number {
    if (event.pointerType === 'pen' && event.pressure > 0) return clamp(event.pressure, 0, 1);
    const area = this.element.getBoundingClientRect();
    return clamp((event.clientY - area.top) / Math.max(1, area.height), 0, 1);
  }

  private touchOf(finger: Finger): Touch {
    const touch: Touch = { position: finger.position, ...forceOf(this.session, Math.exp(2 * (finger.press - 0.5))) };
    // The arm is the player's own then, and sways by itself.
    if (this.isDragged(finger)) Object.assign(touch, { speed: this.speedOf(finger), drift: 0 });
    return touch;
  }

  private isDragged(finger: Finger): boolean {
    return this.followsDrag && finger.id !== keyboardFinger && (finger.moves.at(-1)?.total ?? 0) > grabbed;
  }

  private speedOf(finger: Finger): number {
    const { minimum, maximum } = this.session.info('hand.speed');
    return clamp((this.session.get('hand.speed') * finger.speed) / nominalDrag, minimum, maximum);
  }

  /** Once per frame: sends what has moved. */
  advance(now: number): void {
    const seconds = clamp((now - this.last) / 1000, 0.001, 0.1);
    this.last = now;
    for (const finger of this.fingers.values()) {
      finger.speed = this.dragOf(finger, now / 1000);
      if (this.isDragged(finger)) this.takeOver(finger);
      const speed = this.isDragged(finger) ? this.speedOf(finger) : this.session.get('hand.speed');
      finger.shown += speed * seconds;
      this.session.touch(finger.note, this.touchOf(finger));
    }
  }

  /** Sounds with a drawn gesture play it when they are touched; a drag takes the place of the gesture. */
  private takeOver(finger: Finger): void {
    if (this.session.textOf('hand.drive') !== 'Gesture' || finger.note === 0) return;
    this.session.set('hand.drive', this.session.info('hand.drive').choices.indexOf('Keys'));
    const before = finger.note;
    this.stroke(finger);
    this.session.noteOff(before);
    announce('You are the hand now: Drive is Keys. Set it to Gesture to hear the drawn gesture again.');
  }

  /** Keys of the computer or MIDI choose what the fingers play: a new stroke of the same bow, slurred. */
  private retune(): void {
    let index = 0;
    for (const finger of this.fingers.values()) {
      const key = this.player.keyOfFinger(index++);
      if (key === finger.key || finger.note === 0) continue;
      finger.key = key;
      const before = finger.note;
      this.stroke(finger);
      this.session.noteOff(before);
    }
  }

  // ---- Without a pointer: Space bows, arrows move the bow ----

  private keyDown(event: KeyboardEvent): void {
    this.element.classList.remove('by-pointer');
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element) return;
    const finger = this.fingers.get(keyboardFinger);
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -0.03],
      ArrowDown: [0, 0.03],
    };
    const step = steps[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      if (event.repeat) return event.preventDefault();
      if (finger) this.up(keyboardFinger);
      else this.beginFromKeys();
    } else if (step && finger) {
      finger.position = clamp(finger.position * 1.06 ** step[0], 0.005, 0.5);
      finger.press = clamp(finger.press + step[1], 0, 1);
      finger.at = this.pointOf(finger.position, finger.press);
    } else if (step) {
      const { minimum, maximum } = this.session.info('hand.position');
      if (step[0] !== 0)
        this.session.set(
          'hand.position',
          clamp(this.session.get('hand.position') * 1.06 ** step[0], minimum, maximum),
        );
      else
        this.session.set('hand.pressure', clamp(this.session.get('hand.pressure') * Math.exp(2 * step[1]), 1, 200));
    } else return;
    event.preventDefault();
  }

  private pointOf(position: number, press: number): Point {
    const at = this.geometry().pathPoint(position);
    return { x: this.geometry().toScreen(at.x, at.y).x, y: press * this.element.clientHeight };
  }

  private beginFromKeys(): void {
    const position = this.session.get('hand.position');
    this.begin(keyboardFinger, this.pointOf(position, 0.5), 0.5);
    const finger = this.fingers.get(keyboardFinger);
    if (finger) finger.position = position;
  }
}

const keyboardFinger = -1;

/** The knob of force that is in use, so many times as hard: in the middle of the Stage once; at the top 0.37, at the
    bottom 2.7 times. */
export function forceOf(session: Session, times: number): Touch {
  const isAbsolute = session.get('hand.force_mode') >= 0.5,
    id = isAbsolute ? 'hand.force' : 'hand.pressure';
  const { minimum, maximum } = session.info(id);
  const force = clamp(session.get(id) * times, Math.max(minimum, isAbsolute ? 0 : 1), maximum);
  return isAbsolute ? { newtons: force } : { force };
}
