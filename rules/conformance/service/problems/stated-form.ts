import type { Json } from '../../../../contract/json/json.js';
import { quotedNames } from '../../../../contract/sentences.js';
import { refusesBlank } from '../../../values/stated/refused-blank.js';
import { TRIMMED } from '../../../values/stated/trimmed.js';

/**
 * Whether a value breaks a sentence of the contract about its form, such as "must not start or end with a space", "must
 * not be `.`", "must not be blank" or "is trimmed". A service may then refuse the value, although its schema permits
 * it.
 */
export function breaksStatedForm(sentence: string, value: Json): boolean {
  if (typeof value !== 'string') return false;
  if (value !== value.trim() && OUTER_SPACE.test(sentence)) return true;
  if (
    ONLY_SPACE.test(value) &&
    (BLANK.test(sentence) || refusesBlank(sentence) || (TRIMMED.test(sentence) && !NOT_TRIMMED.test(sentence)))
  )
    return true;
  if (value.includes('\0') && NUL.test(sentence)) return true;
  if (CONTROL.test(value) && OF_CONTROL.test(sentence)) return true;
  if (/\s/.test(value) && INNER_SPACE.test(sentence)) return true;
  const [, excluded = ''] = NOT_BE.exec(sentence) ?? [];
  const [, parts = ''] = NOT_CONTAIN.exec(sentence) ?? [];
  return quotedNames(excluded).includes(value) || quotedNames(parts).some((part) => value.includes(part));
}

const OUTER_SPACE =
  /\b(?:not|never|nor)\b.*\b(?:start|begin|end)\b.*\b(?:white ?)?spaces?\b|\b(?:no|not|without)\b.*\b(?:leading|trailing)\b.*\b(?:white ?)?spaces?\b|\b(?:leading|trailing)\b.*\b(?:white ?)?spaces?\b.*\b(?:not|refused|rejected|invalid|forbidden)\b/i;
const BLANK =
  /\bnot be (?:blank|(?:only )?(?:white ?)?spaces?)\b|\bonly (?:of )?(?:white ?)?spaces?\b|\bnot be (?:white ?)?space\b|\bat least one\b.*\b(?:not|non)\b[ -](?:be )?(?:white[- ]?)?spaces?\b|\bnon-?blank\b/i;
const INNER_SPACE = /\b(?:not|cannot|never)\b (?:contain|have|include) (?:\w+ )?(?:white ?)?spaces?\b/i;
/**
 * Matches values that become empty if a service trims them. Some languages trim more characters than others: Python
 * also trims U+001C to U+001F.
 */
const ONLY_SPACE = /^[\s\p{Cc}]*$/u;
/**
 * Matches sentences which state that spaces at the ends of a text are kept. Without such a sentence, a value of only
 * spaces may become empty.
 */
const NOT_TRIMMED = /\b(?:not|never) (?:be )?(?:removed|trimmed|stripped|dropped|ignored)\b/i;
/** Matches mentions of the character U+0000; `OF_CONTROL` matches mentions of all control characters. */
const NUL = /\b(?:NUL|null) (?:characters?|bytes?)\b|\bU\+0000\b|\\u0000/i;
const OF_CONTROL = /\bcontrol characters?\b/i;
const CONTROL = /\p{Cc}/u;
/** Matches a list of excluded values, such as "must not be `.` or `..`". Its capture group contains the values. */
const NOT_BE = /\b(?:must|may|can|shall) ?not (?:be|equal)\b((?:\s*(?:,|or|and|`[^`]*`))+)/i;
const NOT_CONTAIN = /\b(?:must|may|can|shall) ?not (?:contain|have|include)\b((?:\s*(?:,|or|and|`[^`]*`))+)/i;
