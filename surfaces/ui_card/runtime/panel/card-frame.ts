/// <reference lib="dom" />
import { element } from '../page/dom.js';
import type { Panel } from './operation-panel.js';

/** The layout of a card: its title, one button for each panel, and the panel whose button was chosen. */
export class CardFrame {
  readonly #nav = element('nav', { 'aria-label': 'Actions' });
  readonly #main = element('main');
  readonly #parts: { readonly panel: Panel; readonly button: HTMLElement }[] = [];
  readonly nodes: readonly Node[];

  /** `access`: an optional element for the connection settings, below the buttons. */
  constructor(title: string, panels: readonly Panel[], ...access: readonly Node[]) {
    this.nodes = [element('header', {}, element('h1', {}, title), this.#nav, ...access), this.#main];
    for (const panel of panels) this.add(panel);
    const [first] = panels;
    if (first !== undefined) this.choose(first);
  }

  add(panel: Panel): void {
    const name = panel.operation === undefined ? {} : { 'data-action': panel.operation };
    const button = element('button', { type: 'button', 'aria-pressed': 'false', ...name }, panel.label);
    button.addEventListener('click', () => this.choose(panel));
    panel.element.toggleAttribute('hidden', true);
    this.#parts.push({ panel, button });
    this.#nav.append(button);
    this.#main.append(panel.element);
  }

  choose(chosen: Panel): void {
    for (const { panel, button } of this.#parts) {
      panel.element.toggleAttribute('hidden', panel !== chosen);
      button.setAttribute('aria-pressed', String(panel === chosen));
    }
  }
}
