// SPDX-License-Identifier: GPL-3.0-or-later
import { make } from '../dom';
import type { Session } from '../session';
import { bodyChooser, lawChooser } from './choices';

/** What is rubbed, and by which law: buttons that open the pictures; A|B compares two laws at matched level. */
export class SoundBar {
  readonly element: HTMLElement;
  private readonly body: HTMLButtonElement;
  private readonly laws: readonly HTMLButtonElement[];
  private readonly slots: readonly HTMLButtonElement[];
  private readonly compare: HTMLButtonElement;

  constructor(private readonly session: Session) {
    const button = (kind: string, open: () => void): HTMLButtonElement =>
      make(
        'button',
        { type: 'button', class: 'chooser', 'aria-haspopup': 'dialog', title: 'Choose from pictures', onclick: open },
        make('small', {}, kind),
        make('span', {}),
      );
    this.body = button('Body', bodyChooser(session));
    this.laws = [
      button('Law', lawChooser(session, 'contact.law')),
      button('Law B', lawChooser(session, 'contact_b.law')),
    ];
    this.slots = (['A', 'B'] as const).map((name, slot) =>
      make(
        'button',
        {
          type: 'button',
          class: `slot slot-${name.toLowerCase()}`,
          'aria-label': `Hear law ${name}`,
          onclick: () => this.hear(slot),
        },
        name,
      ),
    );
    this.compare = make(
      'button',
      {
        type: 'button',
        class: 'slot compare-on',
        title: 'Compares two laws at matched level while you play',
        onclick: () => this.toggle(),
      },
      'A|B',
    );
    this.element = make(
      'div',
      { class: 'sound-bar' },
      this.body,
      ...this.laws,
      make('div', { class: 'ab', role: 'group', 'aria-label': 'Compare two laws' }, this.compare, ...this.slots),
    );
    session.on('knob', () => this.refresh());
    session.on('sound', () => this.refresh());
    this.refresh();
  }

  private toggle(): void {
    const isOn = this.session.get('compare.on') >= 0.5;
    if (!isOn && this.session.get('contact_b.law') === this.session.get('contact.law')) {
      // Something to hear: LuGre beside any other law, Dupont beside LuGre.
      const names = this.session.info('contact.law').choices,
        lugre = names.indexOf('LuGre');
      this.session.set('contact_b.law', this.session.get('contact.law') === lugre ? names.indexOf('Dupont') : lugre);
    }
    this.session.set('compare.slot', 0);
    this.session.set('compare.on', isOn ? 0 : 1);
  }

  /** Hears one of the two; also by the key B. */
  hear(slot: number): void {
    this.session.set('compare.slot', slot);
  }

  swap(): void {
    if (this.session.get('compare.on') < 0.5) this.toggle();
    else this.hear(1 - Math.round(this.session.get('compare.slot')));
  }

  private refresh(): void {
    const { session } = this;
    const isOn = session.get('compare.on') >= 0.5,
      slot = Math.round(session.get('compare.slot'));
    const write = (button: HTMLButtonElement | undefined, kind: string, id: string): void => {
      const small = button?.querySelector('small');
      if (small) small.textContent = kind;
      const text = session.textOf(id);
      const span = button?.querySelector('span');
      if (span) span.textContent = text;
    };
    write(this.body, 'Body', 'body.type');
    write(this.laws[0], isOn ? 'Law A' : 'Law', 'contact.law');
    write(this.laws[1], 'Law B', 'contact_b.law');
    if (this.laws[1]) this.laws[1].hidden = !isOn;
    this.element.classList.toggle('comparing', isOn);
    this.compare.setAttribute('aria-pressed', String(isOn));
    this.slots.forEach((each, i) => {
      each.hidden = !isOn;
      each.setAttribute('aria-pressed', String(i === slot));
    });
    this.laws.forEach((each, i) => each.classList.toggle('heard', isOn && i === slot));
  }
}
