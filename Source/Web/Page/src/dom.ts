// SPDX-License-Identifier: GPL-3.0-or-later
/** Small helpers to build the page out of code: texts are always text, never markup. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** Makes an element: attributes, then children. A name with "on" adds a listener; true sets an empty attribute, false
    and null set none. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
  for (const child of children) if (child) element.append(child);
  return element;
}

function setAttribute(element: Element, key: string, value: Attributes[string]): void {
  if (typeof value === 'function') element.addEventListener(key.slice(2), value as EventListener);
  else if (value === true) element.setAttribute(key, '');
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** An icon of 24 by 24 units out of stroked paths; hidden from screen readers, since its button has a name. */
export function icon(...paths: string[]): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }))
    svg.setAttribute(key, value);
  for (const d of paths) {
    const path = document.createElementNS(svgNamespace, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

export const icons = {
  previous: () => icon('M15 5l-7 7 7 7'),
  next: () => icon('M9 5l7 7-7 7'),
  down: () => icon('M6 9l6 6 6-6'),
  close: () => icon('M6 6l12 12M18 6L6 18'),
  share: () => icon('M12 15V4M8 8l4-4 4 4', 'M5 13v6h14v-6'),
  menu: () => icon('M4 7h16M4 12h16M4 17h16'),
  record: () => icon('M12 6a6 6 0 100 12 6 6 0 000-12z'),
  search: () => icon('M10.5 4.5a6 6 0 100 12 6 6 0 000-12z', 'M15 15l5 5'),
  stop: () => icon('M7 7h10v10H7z'),
  card: () => icon('M9 17h6M10 20h4', 'M12 3a6 6 0 00-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0012 3z'),
  flask: () => icon('M9 3h6M10 3v6l-5 9a2 2 0 002 3h10a2 2 0 002-3l-5-9V3', 'M7.5 15h9'),
};

/** The mark of the product: a bowed string with its corner, and the bow across it. */
export function mark(): SVGSVGElement {
  const svg = icon();
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('class', 'mark');
  const add = (name: string, attributes: Record<string, string>): void => {
    const part = document.createElementNS(svgNamespace, name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    svg.append(part);
  };
  add('rect', { width: '100', height: '100', rx: '22', class: 'tile' });
  add('path', { d: 'M10 66L66 30L90 66', class: 'line', 'stroke-width': '9' });
  add('path', { d: 'M30 14V86', class: 'line', 'stroke-width': '13' });
  return svg;
}

/** A button with an icon and a name for screen readers, which is its tip, too. */
export function iconButton(
  name: string,
  picture: SVGSVGElement,
  onclick: () => void,
  more: Attributes = {},
): HTMLButtonElement {
  return make(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': name, title: name, onclick, ...more },
    picture,
  );
}

/** A modal sheet with a title and a button that closes it; Escape and a click beside it close it, too. */
export function sheet(title: string, className: string): { dialog: HTMLDialogElement; body: HTMLElement } {
  const body = make('div', { class: 'sheet-body' });
  const heading = make('h2', { id: `title-${className.replace(/ /g, '-')}` }, title);
  const dialog = make('dialog', { class: `sheet ${className}`, 'aria-labelledby': heading.id });
  dialog.append(
    make(
      'div',
      { class: 'sheet-head' },
      heading,
      iconButton('Close', icons.close(), () => dialog.close()),
    ),
    body,
  );
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return { dialog, body };
}

/** Tells screen readers, and shows for a few seconds; an empty text hides what is there. */
export function announce(text: string, isError = false): void {
  let place = document.getElementById('announcement');
  if (text === '') return place?.classList.remove('shown');
  if (!place) {
    place = make('div', { id: 'announcement', role: 'status', 'aria-live': 'polite' });
    document.body.append(place);
  }
  // A modal sheet hides what is not inside it.
  (document.querySelector('dialog[open]') ?? document.body).append(place);
  place.textContent = text;
  place.classList.toggle('error', isError);
  place.classList.add('shown');
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => place.classList.remove('shown'), isError ? 8000 : 4000));
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Remembers small settings; where storage is not allowed, for this visit only. */
const visit = new Map<string, string>();
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`kolophon.${key}`);
    } catch {
      return visit.get(key) ?? null;
    }
  },
  set(key: string, value: string): void {
    visit.set(key, value);
    try {
      localStorage.setItem(`kolophon.${key}`, value);
    } catch {
      // Private windows: kept for this visit.
    }
  },
};

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** "264 mm/s", "912 mN": three digits and a prefix. */
export function engineering(value: number, unit: string): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size < 1e-15) return `0 ${unit}`;
  const prefixes = ['f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G'];
  let power = clamp(Math.floor(Math.log10(size) / 3), -5, 3);
  if (Number((size / 10 ** (3 * power)).toPrecision(3)) >= 1000 && power < 3) power += 1;
  const digits = (value / 10 ** (3 * power)).toPrecision(3);
  return `${Number(digits)} ${prefixes[power + 5]}${unit}`;
}

/** Numbers for readers: 1.5·10⁻¹⁵ in place of 1.5e-15. */
export const withSuperscripts = (text: string): string =>
  text.replace(
    /(\d)e([+-]?)0*(\d+)/g,
    (_, digit: string, sign: string, power: string) =>
      `${digit}·10${sign === '-' ? '⁻' : ''}${[...power].map((each) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(each)]).join('')}`,
  );

const letters = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B'];
export const keyName = (key: number): string => `${letters[((key % 12) + 12) % 12]}${Math.floor(key / 12) - 1}`;
