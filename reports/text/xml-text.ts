import { visible, visibleLines } from './visible.js';

/** A value for a quoted attribute. What XML 1.0 §2.2 does not allow (most controls, surrogates, U+FFFE) is written as JSON would. */
export function xmlAttribute(text: string): string {
  return escapeXml(visible(text));
}

/** Text of an element; line breaks are ours and stay. `>` is escaped for the sake of `]]>` (XML 1.0 §2.4). */
export function xmlText(text: string): string {
  return escapeXml(visibleLines(text));
}

const ENTITIES = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;'], ['"', '&quot;'], ["'", '&apos;']]);

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
