import type { Json } from '../../../../contract/json/json.js';
import { quotedNames } from '../../../../contract/sentences.js';

/**
 * Whether a value breaks a sentence of the contract about its form: "must not start or end with a space", "must not be
 * `.`", "must not be blank". A schema could state such a form, but a text is also part of the contract. The
 * sentence counts only if the value breaks it.
 */
export function breaksStatedForm(sentence: string, value: Json): boolean {
  if (typeof value !== 'string') return false;
  if (value !== value.trim() && OUTER_SPACE.test(sentence)) return true;
  if (value.trim() === '' && BLANK.test(sentence)) return true;
  if (/\s/.test(value) && INNER_SPACE.test(sentence)) return true;
  const [, excluded = ''] = NOT_BE.exec(sentence) ?? [];
  const [, parts = ''] = NOT_CONTAIN.exec(sentence) ?? [];
  return quotedNames(excluded).includes(value) || quotedNames(parts).some((part) => value.includes(part));
}

const OUTER_SPACE =
  /\b(?:not|never|nor)\b.*\b(?:start|begin|end)\b.*\b(?:white ?)?spaces?\b|\b(?:no|not|without)\b.*\b(?:leading|trailing)\b.*\b(?:white ?)?spaces?\b|\b(?:leading|trailing)\b.*\b(?:white ?)?spaces?\b.*\b(?:not|refused|rejected|invalid|forbidden)\b/i;
const BLANK =
  /\bnot be (?:blank|(?:only )?(?:white ?)?spaces?)\b|\bonly (?:of )?(?:white ?)?spaces?\b|\bnot be (?:white ?)?space\b/i;
const INNER_SPACE = /\b(?:not|cannot|never)\b (?:contain|have|include) (?:\w+ )?(?:white ?)?spaces?\b/i;
/** The values that a text excludes: "must not be `.` or `..`". */
const NOT_BE = /\b(?:must|may|can|shall) ?not (?:be|equal)\b((?:\s*(?:,|or|and|`[^`]*`))+)/i;
const NOT_CONTAIN = /\b(?:must|may|can|shall) ?not (?:contain|have|include)\b((?:\s*(?:,|or|and|`[^`]*`))+)/i;
