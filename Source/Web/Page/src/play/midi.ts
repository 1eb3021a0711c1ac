// SPDX-License-Identifier: GPL-3.0-or-later
import type { Player } from './player';
import type { Session } from '../session';

/** Keyboards, MPE controllers and breath controllers by Web MIDI. Messages go to the engine as they come, since it
    knows MPE; while a finger is on the Stage, notes choose its pitch instead. */
export class Midi {
  names: readonly string[] = [];
  onChange: (() => void) | null = null;

  constructor(
    private readonly session: Session,
    private readonly player: Player,
  ) {}

  static get isSupported(): boolean {
    return 'requestMIDIAccess' in navigator;
  }

  /** Asks the browser, which asks the user. */
  async connect(): Promise<void> {
    if (!Midi.isSupported) throw new Error('This browser has no Web MIDI. Chrome, Edge and Firefox have it.');
    let access: MIDIAccess;
    try {
      access = await navigator.requestMIDIAccess({ sysex: false });
    } catch {
      throw new Error('The browser was not allowed to use MIDI.');
    }
    const listen = (): void => {
      const names: string[] = [];
      for (const input of access.inputs.values()) {
        names.push(input.name ?? 'MIDI input');
        input.onmidimessage = (event) => event.data && this.take(event.data);
      }
      this.names = names;
      this.onChange?.();
    };
    access.onstatechange = listen;
    listen();
  }

  private take(bytes: Uint8Array): void {
    const [status = 0, key = 0, velocity = 0] = bytes;
    if (!this.session.engine) return void this.session.start().catch(() => undefined);
    const kind = status & 0xf0,
      isOn = kind === 0x90 && velocity > 0,
      isOff = kind === 0x80 || (kind === 0x90 && velocity === 0);
    const source = `midi ${status & 0x0f} ${key}`;
    if (isOn && this.player.fingersAreDown()) return this.player.down(source, key);
    if (isOff) this.player.up(source);
    if (isOn) this.player.key = key;
    if (isOn || isOff) this.player.onKeys?.();
    this.session.engine.midi(Uint8Array.from(bytes));
  }
}
