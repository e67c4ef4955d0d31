import { visible } from '../../../contract/json/visible.js';
import { visibleLines } from '../../text/visible.js';

/** Text that is markup. Only this file creates it; any other text is escaped. */
export interface Markup {
  readonly markup: string;
}

export type Content = string | number | undefined | Markup | readonly Content[];

/** A template that escapes its interpolations, except markup; `undefined` gives no text. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const [first = '', ...rest] = strings;
  return { markup: rest.reduce((markup, string, index) => markup + render(contents[index]) + string, first) };
}

/** Escaped text that keeps its line feeds: for pretty-printed JSON in a `pre`. */
export function lines(text: string): Markup {
  return { markup: escapeMarkup(visibleLines(text)) };
}

/** Constant text of this project (a style sheet, a script) without escaping, so that its hash matches. */
export function verbatim(text: string): Markup {
  return { markup: text };
}

function render(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escapeMarkup(visible(String(content)));
  return 'markup' in content ? content.markup : content.map(render).join('');
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['`', '&#96;'],
]);

/** Escapes for text and quoted attributes (HTML §13.1.2.3, §13.1.4). There are no unquoted attributes. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES.get(character) ?? character);
}
