// SPDX-License-Identifier: GPL-3.0-or-later
import type { Act } from './protocol';

const most = 2048; // acts that are kept as they came
const ordered = new Set([6, 38, 96, 97, 98, 99, 100, 101]); // controllers whose order has a meaning: registered parameters

/** Acts in the order in which they came, until a block takes them. While nothing renders, because the browser has suspended the
    sound, there may be ever more: then notes that have ended are left out, and of each move the last one remains. The end
    of a note that sounds is never lost. */
export class WaitingActs {
  private acts: Act[] = [];

  push(act: Act): void {
    this.acts.push(act);
    if (this.acts.length > most) this.shorten();
  }

  /** Gives acts away, the first one first, until `take` refuses one. */
  give(take: (act: Act) => boolean): void {
    let given = 0;
    for (const act of this.acts) {
      if (!take(act)) break;
      given += 1;
    }
    if (given > 0) this.acts.splice(0, given);
  }

  /** Leaves out what a loaded sound replaces: its knobs. */
  forgetKnobs(): void {
    this.acts = this.acts.filter(([kind]) => kind !== 'automate');
  }

  clear(): void {
    this.acts = [];
  }

  /** Leaves out what would not be heard if all were played now. */
  shorten(): void {
    const ended = this.endedNotes(), later = new Set<string>(), kept: Act[] = [];
    for (let i = this.acts.length - 1; i >= 0; --i) {
      const act = this.acts[i]!, name = moveOf(act);
      if (ended.has(act) || later.has(name)) continue;
      if (name !== '') later.add(name);
      kept.push(act);
    }
    this.acts = kept.reverse();
    if (this.acts.length <= most) return;
    // More keys are down than there are: whatever it is, it shall not sound for ever.
    this.acts = [['panic'], ...this.acts.filter(([kind]) => kind === 'automate')];
  }

  /** Begins, moves and ends of notes that have come and gone. */
  private endedNotes(): Set<Act> {
    const ended = new Set<Act>(), open = new Map<string, Act[]>();
    for (const act of this.acts) {
      const note = noteOf(act);
      if (note === null) continue;
      const parts = open.get(note.name) ?? [];
      parts.push(act);
      if (!note.ends) open.set(note.name, parts);
      else {
        open.delete(note.name);
        if (parts.some((part) => noteOf(part)?.begins)) parts.forEach((part) => ended.add(part));
      }
    }
    return ended;
  }
}

/** The note that an act belongs to. */
function noteOf(act: Act): { name: string; begins: boolean; ends: boolean } | null {
  switch (act[0]) {
    case 'begin':
    case 'release':
    case 'express':
    case 'modulate':
      return { name: `note ${act[1]}`, begins: act[0] === 'begin', ends: act[0] === 'release' };
    case 'midi': {
      const [status = 0, key = 0, velocity = 0] = act[1], kind = status & 0xf0;
      if (kind < 0x80 || kind > 0xa0) return null;
      const begins = kind === 0x90 && velocity > 0;
      return { name: `key ${status & 15} ${key}`, begins, ends: !begins && kind !== 0xa0 };
    }
    default:
      return null;
  }
}

/** What a later act of the same kind makes unnecessary; empty: nothing does. */
function moveOf(act: Act): string {
  switch (act[0]) {
    case 'express':
    case 'modulate':
      return `${act[0]} ${act[1]} ${act[2]}`;
    case 'automate':
      return `automate ${act[1]}`;
    case 'midi': {
      const [status = 0, data = 0] = act[1], kind = status & 0xf0;
      if (kind === 0xd0 || kind === 0xe0) return `midi ${status}`;
      if (kind === 0xa0 || (kind === 0xb0 && !ordered.has(data))) return `midi ${status} ${data}`;
      return '';
    }
    default:
      return '';
  }
}
