// SPDX-License-Identifier: GPL-3.0-or-later
import type { ParameterInfo } from '../audio/protocol';
import { announce, make, sentence, withSuperscripts } from '../dom';
import type { Session } from '../session';

const steps = 1000;

/** A row of the panel: name, value, control. Names, units, ranges and help are the engine's. */
export interface KnobRow {
  readonly element: HTMLElement;
  readonly id: string;
  refresh(): void;
  /** What the bow plays where that is not what the knob says; empty: nothing more. */
  showPlayed?(text: string): void;
}

export function knobRow(session: Session, id: string, name?: string): KnobRow {
  const info = session.info(id);
  if (info.scale === 'toggle') return toggleRow(session, info);
  if (info.scale === 'menu') return menuRow(session, info);
  return sliderRow(session, info, name);
}

function describe(element: HTMLElement, info: ParameterInfo): void {
  element.dataset.help = `${info.name}: ${info.help} (${info.range})`;
  element.title = info.help;
}

function sliderRow(session: Session, info: ParameterInfo, name = info.name): KnobRow {
  const input = make('input', { type: 'range', min: 0, max: steps, step: 1, id: `knob-${info.id}` });
  const value = make('button', { type: 'button', class: 'knob-value', onclick: () => type() });
  const label = make('label', { for: input.id }, name);
  const played = make('span', { class: 'knob-played', title: 'Played now' });
  const element = make('div', { class: 'knob' }, label, played, value, input);
  describe(element, info);
  const set = (next: number): void => {
    session.set(info.id, next);
    refresh();
  };
  const positionOf = (): number => session.catalogue.position(info, session.get(info.id));
  input.addEventListener('input', () => set(session.catalogue.value(info, Number(input.value) / steps)));
  input.addEventListener('dblclick', () => set(info.defaultValue));
  input.addEventListener(
    'wheel',
    (event) => {
      if (document.activeElement !== input) return;
      event.preventDefault();
      const next = Math.min(1, Math.max(0, positionOf() - Math.sign(event.deltaY) * 0.01));
      set(session.catalogue.value(info, next));
    },
    { passive: false },
  );
  const type = (): void => {
    const field = make('input', {
      type: 'text',
      class: 'knob-typed',
      'aria-label': name,
      value: session.textOf(info.id),
      autocomplete: 'off',
    });
    let isDone = false; // leaving the field finishes, too
    const finish = (takes: boolean): void => {
      if (isDone) return;
      isDone = true;
      const text = field.value;
      field.replaceWith(value);
      if (!takes) return;
      try {
        set(session.catalogue.parse(info, text));
        announce(''); // no longer what was wrong before
      } catch (error) {
        announce(sentence(error), true);
      }
    };
    field.addEventListener('blur', () => finish(true));
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault(); // else the button, which has the focus then, is pressed
      finish(event.key === 'Enter');
      value.focus();
    });
    value.replaceWith(field);
    field.focus();
    field.select();
  };
  const refresh = (): void => {
    const text = withSuperscripts(session.textOf(info.id)),
      position = positionOf();
    input.value = String(Math.round(position * steps));
    input.setAttribute('aria-valuetext', text);
    input.style.setProperty('--part', String(position));
    value.textContent = text;
    value.setAttribute('aria-label', `${text}: type a value for ${name}`);
  };
  const showPlayed = (text: string): void => void (played.textContent === text || (played.textContent = text));
  return { element, id: info.id, refresh, showPlayed };
}

function menuRow(session: Session, info: ParameterInfo): KnobRow {
  const select = make(
    'select',
    { id: `knob-${info.id}` },
    ...info.choices.map((choice, i) => make('option', { value: i }, choice)),
  );
  select.addEventListener('change', () => session.set(info.id, Number(select.value)));
  const element = make('div', { class: 'knob menu' }, make('label', { for: select.id }, info.name), select);
  describe(element, info);
  return { element, id: info.id, refresh: () => (select.value = String(session.get(info.id))) };
}

function toggleRow(session: Session, info: ParameterInfo): KnobRow {
  const box = make('input', { type: 'checkbox', role: 'switch', id: `knob-${info.id}` });
  box.addEventListener('change', () => session.set(info.id, box.checked ? 1 : 0));
  const element = make('div', { class: 'knob toggle' }, make('label', { for: box.id }, info.name), box);
  describe(element, info);
  return { element, id: info.id, refresh: () => (box.checked = session.get(info.id) >= 0.5) };
}
