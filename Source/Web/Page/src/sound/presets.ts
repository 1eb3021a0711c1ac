// SPDX-License-Identifier: GPL-3.0-or-later
import { announce, make, sentence, sheet } from '../dom';
import type { Session } from '../session';

/** The browser of factory presets: search, categories, and a click that loads. The sheet stays open, so that one can
    play from preset to preset with the keys. */
export class PresetBrowser {
  private readonly dialog: HTMLDialogElement;
  private readonly search = make('input', {
    type: 'search',
    placeholder: 'Search: glass, squeak, slow …',
    'aria-label': 'Search presets',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  private readonly categories = make('div', { class: 'chips', role: 'group', 'aria-label': 'Categories' });
  private readonly list = make('div', {
    class: 'preset-list',
    role: 'listbox',
    'aria-label': 'Presets',
    tabindex: -1,
  });
  private category = '';
  private asked = ''; // name of the sound that comes

  constructor(private readonly session: Session) {
    const { dialog, body } = sheet('Presets', 'presets');
    this.dialog = dialog;
    body.append(this.search, this.categories, this.list);
    this.search.addEventListener('input', () => this.fill());
    dialog.addEventListener('keydown', (event) => this.keyDown(event));
    for (const category of ['', ...session.catalogue.categories])
      this.categories.append(
        make(
          'button',
          { type: 'button', class: 'chip', 'data-category': category, onclick: () => this.choose(category) },
          category || 'All',
        ),
      );
    session.on('sound', () => {
      this.asked = '';
      this.mark();
    });
  }

  open(): void {
    this.fill();
    this.dialog.showModal();
    this.search.focus();
  }

  private choose(category: string): void {
    this.category = category;
    this.fill();
  }

  private fill(): void {
    for (const chip of this.categories.children)
      chip.setAttribute('aria-pressed', String((chip as HTMLElement).dataset.category === this.category));
    const found = this.session.catalogue.search(this.search.value, this.category || undefined);
    this.list.replaceChildren(
      ...found.map((preset) =>
        make(
          'div',
          {
            class: 'preset',
            role: 'option',
            tabindex: -1,
            'data-name': preset.name,
            onclick: () => void this.load(preset.name),
          },
          make('strong', {}, preset.name),
          make('span', { class: 'preset-category' }, preset.category),
          make('span', { class: 'preset-notes' }, preset.notes || preset.intent),
        ),
      ),
    );
    if (found.length === 0) this.list.append(make('p', { class: 'empty' }, 'No matching presets'));
    this.mark();
  }

  private mark(): void {
    let isFirst = true;
    for (const row of this.list.querySelectorAll<HTMLElement>('.preset')) {
      const is = row.dataset.name === this.session.name;
      row.setAttribute('aria-selected', String(is));
      row.tabIndex = is ? 0 : -1;
      if (is) isFirst = false;
    }
    const first = this.list.querySelector<HTMLElement>('.preset');
    if (isFirst && first) first.tabIndex = 0;
  }

  private keyDown(event: KeyboardEvent): void {
    const rows = [...this.list.querySelectorAll<HTMLElement>('.preset')];
    const now = rows.indexOf(document.activeElement as HTMLElement);
    const isInSearch = document.activeElement === this.search;
    if (event.key === 'Escape')
      this.dialog.close(); // at once, also while the search has letters
    else if (event.key === 'ArrowDown' && (isInSearch || now >= 0)) rows[Math.min(rows.length - 1, now + 1)]?.focus();
    else if (event.key === 'ArrowUp' && now >= 0) (rows[now - 1] ?? this.search).focus();
    else if (event.key === 'Enter' && (now >= 0 || isInSearch)) {
      void this.load((rows[Math.max(0, now)] as HTMLElement | undefined)?.dataset.name ?? '');
      if (isInSearch && rows.length > 0) this.dialog.close(); // the keys play again
    } else return;
    event.preventDefault();
  }

  /** Loads the next or the one before, in the order of the list. */
  async step(by: 1 | -1): Promise<void> {
    const { presets } = this.session.catalogue;
    const from = this.asked || this.session.name,
      now = presets.findIndex((preset) => preset.name === from);
    await this.load(presets[(now + by + presets.length) % presets.length]?.name ?? '');
  }

  private async load(name: string): Promise<void> {
    if (!name) return;
    this.asked = name;
    try {
      await this.session.loadPreset(name);
    } catch (error) {
      this.asked = '';
      announce(sentence(error), true);
    }
  }
}
