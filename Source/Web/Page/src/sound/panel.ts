// SPDX-License-Identifier: GPL-3.0-or-later
import type { Picture } from '../audio/protocol';
import { engineering, make } from '../dom';
import type { Session } from '../session';
import { knobRow, type KnobRow } from './knobs';

const opened = 3, // of the panels
  hasChooser: readonly string[] = ['body.type', 'contact.law', 'contact_b.law']; // beside the sound's name

const readable = 300, // [ms] for which a number stands
  noticeable = 0.02; // relative difference between what is asked for and what is played

const numberOf = (id: string, value: number): string =>
  id === 'hand.position' ? String(Number(value.toPrecision(3))) : engineering(value, id === 'hand.speed' ? 'm/s' : 'N');

/** The knobs that matter for this sound. */
export class Panel {
  readonly element = make('div', { class: 'panel-groups' });
  private readonly rows = new Map<string, KnobRow>();
  private readonly macroGroup: HTMLDetailsElement;
  private highlighted: readonly string[] = [];
  private isStale = false;
  private toldAt = 0; // [ms]

  constructor(private readonly session: Session) {
    session.catalogue.panels.forEach(({ name, ids }, i) => {
      const body = make('div', { class: 'knobs' });
      for (const id of ids) if (!hasChooser.includes(id)) body.append(this.add(id));
      this.element.append(make('details', { class: 'group', open: i < opened }, make('summary', {}, name), body));
    });
    this.macroGroup = make('details', { class: 'group' }, make('summary', {}, 'Macros'));
    const macros = make('div', { class: 'knobs' });
    for (let i = 1; i <= 8; ++i) macros.append(this.add(`macro.${i}`));
    this.macroGroup.append(macros);
    this.element.append(this.macroGroup);
    session.on('sound', () => void (this.isStale = true));
    session.on('knob', () => void (this.isStale = true));
    this.refresh();
  }

  private add(id: string): HTMLElement {
    const row = knobRow(this.session, id);
    this.rows.set(id, row);
    return row.element;
  }

  /** Names of the macros of this sound. */
  nameMacros(names: readonly string[]): void {
    for (let i = 0; i < 8; ++i) {
      const label = this.rows.get(`macro.${i + 1}`)?.element.querySelector('label');
      if (label) label.textContent = names[i] || `Macro ${i + 1}`;
    }
  }

  /** Once per frame: what has changed since, and now and then what the bow plays. */
  advance(now: number, picture: Picture | null): void {
    if (now - this.toldAt > readable) {
      this.toldAt = now;
      this.tell(picture);
    }
    if (!this.isStale) return;
    this.isStale = false;
    this.refresh();
  }

  /** The numbers that are played, where they are not those of the knobs; of Pressure the force. */
  private tell(picture: Picture | null): void {
    const bow = picture?.voices.find(({ sounds, key, force }) => sounds && key === picture.key && force > 0);
    const { session } = this,
      played = { 'hand.speed': Math.abs(bow?.speed ?? 0), 'hand.position': bow?.position ?? 0, 'hand.force': bow?.force ?? 0 };
    for (const [id, value] of Object.entries(played)) {
      const differs = Math.abs(value - session.get(id)) > noticeable * session.get(id);
      this.rows.get(id)?.showPlayed?.(bow && differs ? `▾ ${numberOf(id, value)}` : '');
    }
    this.rows.get('hand.pressure')?.showPlayed?.(bow ? `▾ ${engineering(bow.force, 'N')}` : '');
  }

  private refresh(): void {
    const uses = this.session.catalogue.rowUse(this.session.values);
    for (const [id, row] of this.rows) {
      const use = uses[this.session.info(id).index] ?? 0;
      row.element.hidden = use > 0 && !this.highlighted.includes(id); // idle, or of another law or body
      row.element.classList.toggle('highlighted', this.highlighted.includes(id));
      if (!row.element.hidden) row.refresh();
    }
  }

  highlight(ids: readonly string[]): void {
    this.highlighted = ids;
    for (const id of ids) this.rows.get(id)?.element.closest('details')?.setAttribute('open', '');
    this.refresh();
  }
}
