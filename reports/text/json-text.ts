import type { Json } from '../../contract/json/json.js';
import { visible } from '../../contract/json/visible.js';

/**
 * How JSON is laid out. `compact`: without spaces. `line`: on one line, with a space after each colon and comma.
 * `block`: with one member on each line.
 */
export type JsonLayout = 'compact' | 'line' | 'block';

/**
 * JSON that is safe to print: invisible characters are escaped. Unlike `JSON.stringify`, it keeps `-0`, which is a
 * distinct input. The function is recursive, so the depth of `value` must be limited.
 */
export function visibleJson(value: Json, layout: JsonLayout): string {
  return write(value, layout, '\n');
}

function write(value: Json, layout: JsonLayout, newline: string): string {
  const inner = `${newline}  `;
  if (Array.isArray(value)) {
    return enclose(
      '[',
      (value as readonly Json[]).map((item) => write(item, layout, inner)),
      ']',
      layout,
      newline,
    );
  }
  if (typeof value === 'object' && value !== null) {
    const colon = layout === 'compact' ? ':' : ': ';
    const members = Object.entries(value).map(
      ([key, member]) => `${scalar(key)}${colon}${write(member, layout, inner)}`,
    );
    return enclose('{', members, '}', layout, newline);
  }
  return scalar(value);
}

function scalar(value: string | number | boolean | null): string {
  return Object.is(value, -0) ? '-0' : visible(JSON.stringify(value));
}

function enclose(open: string, members: readonly string[], close: string, layout: JsonLayout, newline: string): string {
  if (members.length === 0) return open + close;
  if (layout !== 'block') return open + members.join(layout === 'compact' ? ',' : ', ') + close;
  return `${open}${newline}  ${members.join(`,${newline}  `)}${newline}${close}`;
}
