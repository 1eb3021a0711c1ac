// SPDX-License-Identifier: GPL-3.0-or-later
import { memory } from './dom';

export type ThemeChoice = 'auto' | 'light' | 'dark';

/** Colours for canvases: those of the style sheet. */
export const palette = {
  ground: '',
  panel: '',
  raised: '',
  line: '',
  text: '',
  quiet: '',
  stick: '',
  slip: '',
  stickArea: '',
  slipArea: '',
  heat: '',
  stored: '',
  slotB: '',
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const reduced = matchMedia('(prefers-reduced-motion: reduce)');
const listeners = new Set<() => void>();

export const onTheme = (listener: () => void): void => void listeners.add(listener);
export const themeChoice = (): ThemeChoice => (memory.get('theme') as ThemeChoice | null) ?? 'auto';

export function chooseTheme(choice: ThemeChoice): void {
  memory.set('theme', choice);
  applyTheme();
}

export function applyTheme(): void {
  const choice = themeChoice();
  const theme = choice === 'auto' ? (dark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = theme;
  const style = getComputedStyle(document.documentElement);
  for (const name of Object.keys(palette) as (keyof typeof palette)[])
    palette[name] = style.getPropertyValue(`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`).trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', palette.ground);
  for (const listener of listeners) listener();
}
dark.addEventListener('change', applyTheme);

/** Whether movements that carry no information are left out: the system's setting, or the page's own. */
export const motionIsReduced = (): boolean => reduced.matches || memory.get('still') === 'yes';
export const setStill = (still: boolean): void => {
  memory.set('still', still ? 'yes' : 'no');
  document.documentElement.classList.toggle('still', motionIsReduced());
};

/** The colour with an opacity. */
export function withAlpha(colour: string, alpha: number): string {
  const hex = colour.replace('#', '');
  const part = (i: number): number => parseInt(hex.slice(i, i + 2), 16);
  return `rgba(${part(0)}, ${part(2)}, ${part(4)}, ${alpha})`;
}
