import { visible } from '../../contract/json/visible.js';
import { counted } from './amounts.js';

/** Like `visible`, but keeps line feeds. Used for formatted JSON. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/**
 * The first `max` UTF-16 code units of `text`, followed by the number of omitted units. A shorter text is unchanged.
 * Surrogate pairs are not split.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const torn = max > 0 && last >= 0xd800 && last <= 0xdbff;
  const kept = torn ? max - 1 : max;
  return `${text.slice(0, kept)}…[${counted(text.length - kept, 'more character')}]`;
}
