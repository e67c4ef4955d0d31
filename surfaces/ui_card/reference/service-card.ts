/// <reference lib="dom" />
import type { CardModel } from './card-model.js';
import { element, freshId } from './dom.js';
import { type Connection, operationPanel } from './operation-panel.js';
import { STYLES } from './styles.js';

/** Defines `<service-card>`: what the model offers, against the service at `base-url`. Its parts are in the page, for tools that read it. */
export function defineServiceCard(model: CardModel): void {
  customElements.define(
    'service-card',
    class extends HTMLElement {
      connectedCallback(): void {
        if (this.firstChild === null) this.append(...cardParts(model, this.getAttribute('base-url') ?? ''));
      }
    },
  );
}

function cardParts(model: CardModel, base: string): readonly Node[] {
  const style = document.createElement('style');
  style.textContent = STYLES;
  const baseUrl = element('input', { name: 'base-url', type: 'url', value: base, autocomplete: 'off' });
  const token = element('input', { name: 'token', type: 'password', autocomplete: 'off' });
  const connection = (): Connection => ({ base: baseUrl.value, token: token.value });
  const panels = model.operations.map((operation) => operationPanel(operation, connection));
  const buttons = model.operations.map((operation) => element('button', { type: 'button', 'data-action': operation.id }, operation.title));
  const choose = (chosen: number): void => {
    for (const [index, panel] of panels.entries()) panel.toggleAttribute('hidden', index !== chosen);
    for (const [index, button] of buttons.entries()) button.setAttribute('aria-pressed', String(index === chosen));
  };
  for (const [index, button] of buttons.entries()) button.addEventListener('click', () => choose(index));
  choose(0);
  const access = element(
    'details',
    { class: 'access' },
    element('summary', {}, 'Connection'),
    field('Base URL', baseUrl),
    field('Token', token),
  );
  const nav = element('nav', { 'aria-label': 'Actions' }, ...buttons);
  return [style, element('header', {}, element('h1', {}, model.title), nav, access), element('main', {}, ...panels)];
}

function field(label: string, control: HTMLElement): HTMLElement {
  control.id = freshId();
  return element('p', { class: 'field' }, element('label', { for: control.id }, label), control);
}
