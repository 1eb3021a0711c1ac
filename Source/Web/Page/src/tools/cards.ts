// SPDX-License-Identifier: GPL-3.0-or-later
import cards from '../../../../../Resources/TeachingCards.json';
import { announce, iconButton, icons, make, sentence } from '../dom';
import type { Session } from '../session';

/** Experiments to try, one at a time: a sound, a few sentences, a question. They change the sound only on request. */
export class Cards {
  readonly element: HTMLElement;
  onShow: ((knobs: readonly string[], picture: string) => void) | null = null;
  private number = 0;
  private readonly title = make('h2', { id: 'card-title' });
  private readonly words = make('p', {});
  private readonly question = make('p', { class: 'card-question' });
  private readonly count = make('span', { class: 'card-count' });

  constructor(private readonly session: Session) {
    this.element = make(
      'section',
      { class: 'card', hidden: true, 'aria-labelledby': 'card-title' },
      make('div', { class: 'card-text' }, this.title, this.words, this.question),
      make(
        'div',
        { class: 'card-buttons' },
        make(
          'div',
          { class: 'card-turn' },
          iconButton('Previous card', icons.previous(), () => this.show(this.number - 1)),
          this.count,
          iconButton('Next card', icons.next(), () => this.show(this.number + 1)),
        ),
        make('button', { type: 'button', class: 'primary', onclick: () => void this.setUp() }, 'Set up the sound'),
        iconButton('Close the cards', icons.close(), () => this.close()),
      ),
    );
  }

  toggle(): void {
    if (this.element.hidden) this.show(this.number);
    else this.close();
  }

  private show(number: number): void {
    this.number = (number + cards.length) % cards.length;
    const card = cards[this.number];
    if (!card) return;
    this.element.hidden = false;
    this.title.textContent = card.title;
    this.words.textContent = card.words;
    this.question.textContent = card.question;
    this.count.textContent = `${this.number + 1} of ${cards.length}`;
    this.onShow?.(card.knobs, card.picture);
  }

  private close(): void {
    this.element.hidden = true;
    this.onShow?.([], '');
  }

  private async setUp(): Promise<void> {
    const card = cards[this.number];
    if (!card) return;
    try {
      await this.session.loadPreset(card.preset);
      for (const [id, text] of Object.entries(card.settings))
        if (text) this.session.set(id, this.session.catalogue.parse(this.session.info(id), text));
      announce(`${card.preset} is set up. Bow it.`);
    } catch (error) {
      announce(sentence(error), true);
    }
  }
}
