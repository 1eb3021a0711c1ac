// SPDX-License-Identifier: GPL-3.0-or-later
import type { Player } from './player';
import type { Session } from '../session';

/** Keyboards, MPE controllers and breath controllers by Web MIDI. Messages go to the engine as they come, since it
    knows MPE; while a finger is on the Stage, notes choose its pitch instead. */
export class Midi {
  names: readonly string[] = [];
  onChange: (() => void) | null = null;
  private readonly devices = new Map<string, Device>(); // by the identity of their input

  constructor(
    private readonly session: Session,
    private readonly player: Player,
  ) {
    session.on('silence', () => {
      for (const { keys } of this.devices.values()) keys.clear();
    });
  }

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
      const inputs = [...access.inputs.values()].filter(({ state }) => state === 'connected');
      for (const id of this.devices.keys()) if (!inputs.some((input) => input.id === id)) this.lose(id);
      for (const input of inputs) {
        const device = this.devices.get(input.id) ?? { keys: new Set(), channels: new Set() };
        this.devices.set(input.id, device);
        input.onmidimessage = (event) => event.data && this.take(event.data, device);
      }
      this.names = inputs.map(({ name }) => name ?? 'MIDI input');
      this.onChange?.();
    };
    access.onstatechange = listen;
    listen();
  }

  private take(bytes: Uint8Array, device: Device): void {
    const [status = 0, key = 0, velocity = 0] = bytes;
    const kind = status & 0xf0,
      channel = status & 0x0f,
      isOn = kind === 0x90 && velocity > 0,
      isOff = kind === 0x80 || (kind === 0x90 && velocity === 0);
    const source = sourceOf(channel, key);
    if (status < 0xf0) device.channels.add(channel);
    if (isOn) device.keys.add(128 * channel + key);
    if (isOff) device.keys.delete(128 * channel + key);
    if (isOn && this.player.fingersAreDown()) return this.player.down(source, key);
    if (isOff) this.player.up(source);
    if (isOn) this.player.key = key;
    if (isOn || isOff) this.player.onKeys?.();
    this.session.midi(Uint8Array.from(bytes));
  }

  /** A device that is gone sends no more: its keys go up, its pedals and wheels go back. */
  private lose(id: string): void {
    const gone = this.devices.get(id);
    this.devices.delete(id);
    if (!gone) return;
    const others = [...this.devices.values()];
    for (const place of gone.keys) {
      if (others.some(({ keys }) => keys.has(place))) continue;
      const channel = place >> 7,
        key = place & 127;
      this.player.up(sourceOf(channel, key));
      this.session.midi(Uint8Array.of(0x80 | channel, key, 64));
    }
    for (const channel of gone.channels)
      if (!others.some(({ channels }) => channels.has(channel)))
        for (const controller of [sustain, resetAll]) this.session.midi(Uint8Array.of(0xb0 | channel, controller, 0));
    this.player.onKeys?.();
  }
}

/** What a MIDI input holds. */
interface Device {
  readonly keys: Set<number>; // 128 times the channel, plus the key
  readonly channels: Set<number>;
}

const sustain = 64,
  resetAll = 121; // controllers
const sourceOf = (channel: number, key: number): string => `midi ${channel} ${key}`;
