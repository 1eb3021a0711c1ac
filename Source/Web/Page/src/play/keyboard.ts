// SPDX-License-Identifier: GPL-3.0-or-later
import { clamp, iconButton, icons, keyName, make } from '../dom';
import type { Player } from './player';

const black = [1, 3, 6, 8, 10];
const isBlack = (key: number): boolean => black.includes(((key % 12) + 12) % 12);

/** Places on a computer keyboard, by their physical position: a piano from A on, black keys above. */
const computerKeys: Readonly<Record<string, number>> = {
  KeyA: 0,
  KeyW: 1,
  KeyS: 2,
  KeyE: 3,
  KeyD: 4,
  KeyF: 5,
  KeyT: 6,
  KeyG: 7,
  KeyY: 8,
  KeyH: 9,
  KeyU: 10,
  KeyJ: 11,
  KeyK: 12,
  KeyO: 13,
  KeyL: 14,
  KeyP: 15,
  Semicolon: 16,
  Quote: 17,
};
const letters: readonly string[] = [
  'A',
  'W',
  'S',
  'E',
  'D',
  'F',
  'T',
  'G',
  'Y',
  'H',
  'U',
  'J',
  'K',
  'O',
  'L',
  'P',
  ';',
  "'",
];

/** The piano of the page: mouse and fingers, each with its velocity by the place on the key; computer keys. */
export class Keyboard {
  readonly element: HTMLElement;
  private readonly keys = make('div', { class: 'keys', 'aria-hidden': 'true' });
  private readonly pointers = new Map<number, number>();
  private lowest = 48;
  private octaves = 3;
  private base = 60; // key of the computer's A

  constructor(private readonly player: Player) {
    this.element = make(
      'div',
      {
        class: 'keyboard',
        role: 'group',
        'aria-label': 'Keyboard. The computer keys A to L play; Z and X change the octave.',
      },
      iconButton('An octave lower', icons.previous(), () => this.shift(-12), { class: 'icon-button octave' }),
      this.keys,
      iconButton('An octave higher', icons.next(), () => this.shift(12), { class: 'icon-button octave' }),
    );
    new ResizeObserver(() => this.fit()).observe(this.keys);
    this.keys.addEventListener('pointerdown', (event) => this.down(event));
    this.keys.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      this.keys.addEventListener(end, (event) => this.up(event.pointerId));
    window.addEventListener('keydown', (event) => this.keyDown(event));
    window.addEventListener('keyup', (event) => this.keyUp(event));
    // What happens now is not told: in another window, in a menu of the system.
    for (const away of ['blur', 'contextmenu', 'pagehide'] as const) window.addEventListener(away, () => this.releaseComputerKeys());
    document.addEventListener('visibilitychange', () => document.hidden && this.releaseComputerKeys());
    player.onKeys = () => this.mark();
  }

  /** Moves the piano and the computer keys. */
  shift(by: number): void {
    this.lowest = clamp(this.lowest + by, 12, 108 - 12 * this.octaves + 12);
    this.base = clamp(this.base + by, 12, 96);
    this.player.releaseAll();
    this.fill();
  }

  /** Shows the range of a sound. */
  showRange(low: number, high: number): void {
    const middle = clamp(0.5 * (low + high), 30, 96);
    this.base = clamp(Math.floor(middle / 12) * 12, 24, 96);
    if (!(low > this.lowest - 12 && high < this.lowest + 12 * this.octaves + 12)) this.centre();
    else this.fill();
  }

  private centre(): void {
    this.lowest = clamp(this.base - 12 * Math.floor(this.octaves / 2), 12, 108);
    this.fill();
  }

  private fit(): void {
    const octaves = clamp(Math.round(this.keys.clientWidth / 250), 1, 6);
    if (octaves === this.octaves && this.keys.childElementCount > 0) return;
    this.octaves = octaves;
    this.centre();
  }

  private fill(): void {
    const highest = this.lowest + 12 * this.octaves,
      whites = 7 * this.octaves + 1;
    this.keys.replaceChildren();
    let white = 0;
    for (let key = this.lowest; key <= highest; ++key) {
      const place = isBlack(key) ? white - 0.31 : white,
        width = isBlack(key) ? 0.62 : 1;
      if (!isBlack(key)) white += 1;
      const element = make('div', { class: isBlack(key) ? 'key black' : 'key white', 'data-key': key });
      element.style.left = `${(100 * place) / whites}%`;
      element.style.width = `${(100 * width) / whites}%`;
      const letter = letters[key - this.base];
      if (letter) element.append(make('kbd', {}, letter));
      if (key % 12 === 0) element.append(make('span', {}, keyName(key)));
      this.keys.append(element);
    }
    this.mark();
  }

  private mark(): void {
    for (const each of this.keys.children) {
      const key = Number((each as HTMLElement).dataset.key);
      each.classList.toggle('held', this.player.isHeld(key));
      each.classList.toggle('chosen', key === this.player.key);
    }
  }

  private keyAt(event: PointerEvent): { key: number; depth: number } | null {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (!(element instanceof HTMLElement) || element.dataset.key === undefined) continue;
      const area = element.getBoundingClientRect();
      return { key: Number(element.dataset.key), depth: clamp((event.clientY - area.top) / area.height, 0, 1) };
    }
    return null;
  }

  private down(event: PointerEvent): void {
    const at = this.keyAt(event);
    if (!at || event.button !== 0) return;
    event.preventDefault();
    this.keys.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at.key);
    this.player.down(`pointer ${event.pointerId}`, at.key, 0.3 + 0.6 * at.depth);
  }

  /** A glissando across keys, a swell along one. */
  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    const at = before === undefined ? null : this.keyAt(event);
    if (!at) return;
    const source = `pointer ${event.pointerId}`;
    if (at.key !== before) {
      this.pointers.set(event.pointerId, at.key);
      this.player.down(source, at.key, 0.3 + 0.6 * at.depth);
    } else if (event.pointerType === 'touch') this.player.press(source, clamp(at.depth * 1.4 - 0.4, 0, 1));
  }

  private up(pointer: number): void {
    if (this.pointers.delete(pointer)) this.player.up(`pointer ${pointer}`);
  }

  private releaseComputerKeys(): void {
    for (const code of Object.keys(computerKeys)) this.player.up(code);
  }

  /** While Command is down, macOS tells of no other key that it goes up. */
  private keyUp(event: KeyboardEvent): void {
    if (event.key === 'Meta') this.releaseComputerKeys();
    else this.player.up(event.code);
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.key === 'Meta') this.releaseComputerKeys();
    const target = event.target as HTMLElement;
    const writes = target.matches(
      'input:not([type=range]):not([type=checkbox]), select, textarea, [contenteditable]',
    );
    if (
      event.repeat ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      writes ||
      document.querySelector('dialog[open]:not(.presets)')
    )
      return;
    if (event.code === 'KeyZ') this.shift(-12);
    else if (event.code === 'KeyX') this.shift(12);
    const step = computerKeys[event.code];
    if (step === undefined) return;
    event.preventDefault();
    this.player.down(event.code, this.base + step);
  }
}
