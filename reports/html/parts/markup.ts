import { visible } from '../../../contract/json/visible.js';
import { visibleLines } from '../../text/visible.js';

/** HTML text that must not be escaped again. Only this file creates such text; all other text is escaped. */
export interface Markup {
  readonly markup: string;
}

export type Content = string | number | undefined | Markup | readonly Content[];

/**
 * A template for HTML. Interpolated values are escaped, except values that are already markup. `undefined` becomes an
 * empty string.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const [first = '', ...rest] = strings;
  return { markup: rest.reduce((markup, string, index) => markup + render(contents[index]) + string, first) };
}

/** Escaped text that keeps its line feeds, for formatted JSON in a `pre` element. */
export function lines(text: string): Markup {
  return { markup: escapeMarkup(visibleLines(text)) };
}

/**
 * Constant text of this project (a style sheet or a script). It is not escaped, because the hash in the content
 * security policy is that of the unchanged text.
 */
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

/** Escapes text and quoted attributes (HTML §13.1.2.3, §13.1.4). The pages have no unquoted attributes. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES.get(character) ?? character);
}
