import { visible } from '../../contract/json/visible.js';
import { visibleLines } from './visible.js';

/**
 * A text for a quoted XML attribute. Characters that XML 1.0 §2.2 forbids (most controls, surrogates, U+FFFE) are
 * escaped as in JSON.
 */
export function xmlAttribute(text: string): string {
  return escapeXml(visible(text));
}

/** A text for the content of an XML element. Line feeds are kept. `>` is escaped because of `]]>` (XML 1.0 §2.4). */
export function xmlText(text: string): string {
  return escapeXml(visibleLines(text));
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
