import { visible, visibleLines } from '../text/visible.js';

/** Text that is markup already. Only this file makes one, so whatever is not one gets escaped. */
export interface Markup {
  readonly markup: string;
}

export type Content = string | number | undefined | Markup | readonly Content[];

/** A template whose interpolations are escaped, unless they are markup themselves; `undefined` is nothing. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const [first = '', ...rest] = strings;
  return { markup: rest.reduce((markup, string, index) => markup + render(contents[index]) + string, first) };
}

/** Several lines whose breaks are ours: pretty-printed JSON in a `pre`. */
export function lines(text: string): Markup {
  return { markup: escapeMarkup(visibleLines(text)) };
}

/** Constant text of ours (a style sheet, a script) that must stand as it is for its hash to match. */
export function verbatim(text: string): Markup {
  return { markup: text };
}

function render(content: Content): string {
  if (content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escapeMarkup(visible(String(content)));
  return 'markup' in content ? content.markup : content.map(render).join('');
}

const ENTITIES = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;'], ["'", '&#39;'], ['`', '&#96;']]);

/** Enough for text and for quoted attributes (HTML §13.1.2.3, §13.1.4); we write no unquoted ones. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES.get(character) ?? character);
}
