import type { Json } from '../../../contract/json/json.js';

/** Matches a UUID. Its letters may be in upper or lower case (RFC 9562 §4). */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Unknown identifiers that a careless comparison confuses with a known identifier. They are variants of the first known
 * identifier:
 * - with letters in the opposite case (paths are case-sensitive, RFC 3986 §6.2.2.1);
 * - with a space at one end;
 * - with a NUL character at the end;
 * - with a file name extension, which a router may read as the requested format;
 * - with `_` in place of the last character, because `_` stands for any character in an SQL `LIKE`.
 * One known identifier is also written in a different Unicode normalisation form.
 */
export function nearMisses(known: readonly Json[]): readonly string[] {
  const texts = known.filter((value) => typeof value === 'string');
  const misses = [...texts.slice(0, 1).flatMap(alteredTexts), ...texts.flatMap(otherForms).slice(0, 1)];
  return [...new Set(misses)].filter((miss) => !texts.includes(miss));
}

function alteredTexts(text: string): readonly string[] {
  const inOtherCase = UUID.test(text) ? [] : [text.toUpperCase(), text.toLowerCase()];
  const wildcard = `${[...text].slice(0, -1).join('')}_`;
  return [`${text}\0`, `${text} `, ` ${text}`, ...inOtherCase, `${text}.json`, wildcard];
}

function otherForms(text: string): readonly string[] {
  return [text.normalize('NFD'), text.normalize('NFC')].filter((form) => form !== text);
}
