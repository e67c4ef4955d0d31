import type { Json } from '../../../contract/json/json.js';

/** A UUID. RFC 9562 §4: its letters are read in either case. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Unknown identifiers that a careless comparison confuses with a known identifier. Variations of the first known
 * identifier: letters in the other case (paths are case-sensitive, RFC 3986 §6.2.2.1), a blank at one end, a NUL
 * character at the end. Also one known identifier in a different Unicode normalisation form.
 */
export function nearMisses(known: readonly Json[]): readonly string[] {
  const texts = known.filter((value) => typeof value === 'string');
  const misses = [...texts.slice(0, 1).flatMap(alteredTexts), ...texts.flatMap(otherForms).slice(0, 1)];
  return [...new Set(misses)].filter((miss) => !texts.includes(miss));
}

function alteredTexts(text: string): readonly string[] {
  const inOtherCase = UUID.test(text) ? [] : [text.toUpperCase(), text.toLowerCase()];
  return [`${text}\0`, `${text} `, ` ${text}`, ...inOtherCase];
}

function otherForms(text: string): readonly string[] {
  return [text.normalize('NFD'), text.normalize('NFC')].filter((form) => form !== text);
}
