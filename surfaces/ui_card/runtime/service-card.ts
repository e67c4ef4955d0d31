/// <reference lib="dom" />
import { type Connection, pageCaller } from './wire/caller.js';
import { CardFrame } from './panel/card-frame.js';
import type { CardModel } from './model/card-model.js';
import { readCardTools } from './panel/card-tools.js';
import { element, freshId } from './page/dom.js';
import { hostCard } from './host/host-card.js';
import { operationPanel } from './panel/operation-panel.js';
import { STYLES } from './page/styles.js';

/**
 * Defines the HTML element `<service-card>`, which shows the operations of the model. Its attribute `base-url` is the
 * address of the service. If the card is in a frame, and a tool server has set its attribute `tools`, the host makes
 * the calls. The element has no shadow root, so that tools can read its content.
 */
export function defineServiceCard(model: CardModel): void {
  customElements.define(
    'service-card',
    class extends HTMLElement {
      connectedCallback(): void {
        if (this.firstChild !== null) return;
        const style = document.createElement('style');
        style.textContent = STYLES;
        this.append(style);
        const tools = readCardTools(this.getAttribute('tools'));
        if (tools !== undefined && window.parent !== window) hostCard(this, model, tools, window.parent);
        else this.append(...pageCard(model, this.getAttribute('base-url') ?? ''));
      }
    },
  );
}

function pageCard(model: CardModel, base: string): readonly Node[] {
  const baseUrl = element('input', { name: 'base-url', type: 'url', value: base, autocomplete: 'off' });
  const others = new Map([...new Set(model.operations.flatMap(({ servers = [] }) => servers))].map(serverField));
  const token = element('input', { name: 'token', type: 'password', autocomplete: 'off' });
  const connection = (): Connection => ({
    base: baseUrl.value,
    servers: new Map([...others].map(([url, { value }]) => [url, value])),
    token: token.value,
  });
  const panels = model.operations.map((operation) => operationPanel(operation, pageCaller(connection)));
  const fields = [
    element('summary', {}, 'Connection'),
    field('Base URL', baseUrl),
    ...[...others].map(([url, input]) => field(`Base URL for ${url || '/'}`, input)),
    field('Token', token),
  ];
  return new CardFrame(model.title, panels, element('details', { class: 'access' }, ...fields)).nodes;
}

function serverField(url: string): readonly [url: string, input: HTMLInputElement] {
  const about = { 'data-server': url, type: 'url', placeholder: 'same as the base URL', autocomplete: 'off' };
  return [url, element('input', about)];
}

function field(label: string, control: HTMLElement): HTMLElement {
  control.id = freshId();
  return element('p', { class: 'field' }, element('label', { for: control.id }, label), control);
}
