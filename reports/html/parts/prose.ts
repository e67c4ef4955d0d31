import { printableText } from '../../text/printable.js';
import { html, type Markup } from './markup.js';

/** A sentence as HTML, shortened to `length`. Text between backticks becomes code. */
export function proseMarkup(text: string, length?: number): Markup {
  const parts = printableText(text, length).split(/`([^`\s]+(?: [^`\s]+)*)`/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
