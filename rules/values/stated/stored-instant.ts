import { type JsonObject, ownValue } from '../../../contract/json/json.js';
import { descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import { isInstantCut, isInstantFormat } from '../instant.js';

/** The digits of a fraction of a second that databases and languages keep (see the tolerance `instant-precision`). */
const KEPT_DIGITS = 6;

/** The digits of a fraction of a second, by the unit to which a description states that times are kept. */
const DIGITS: Readonly<Record<string, number>> = { micro: 6, milli: 3, '': 0 };

/** Matches sentences which state that a value is stored as it was sent. */
const AS_SENT = /\bas (?:it (?:was|is) )?(?:sent|given|written|received)\b|\bunchanged\b|\bverbatim\b|\bexactly\b/i;
/** Matches words of a sentence that denies a change, or that asks the caller for it. */
const UNLIKE = /\b(?:not|never|must|should)\b/i;
const TO_UNIT =
  /\b(?:precision|resolution|precise|kept|stored|saved|returned|converted|truncated|rounded|cut(?: off)?)\b.*?\b(micro|milli|)seconds?\b|\b(micro|milli|)second (?:precision|resolution)\b/i;
const CUT =
  /\b(?:fractions?|fractional|digits?|decimals?|sub-?seconds?)\b.*\b(?:dropped|discarded|removed|ignored|lost|cut(?: off)?|truncated|rounded)\b|^\W*(?:it is )?(?:truncated|rounded)\b/i;

/** The maximum length of a sentence that is read. Without it, a long description could make the comparison slow. */
const LONGEST = 500;

/**
 * Whether a service stored a point in time with fewer digits of its fraction than were sent, and may do so: it may drop
 * or round parts of a microsecond, unless a description states that the time is stored as it was sent, and it may drop
 * what a description states: "Kept to milliseconds", "Fractions of seconds are dropped".
 */
export function isLessPrecise(
  applied: readonly { readonly schema: JsonObject }[],
  sent: string,
  received: string,
): boolean {
  const schemas = applied.map(({ schema }) => schema);
  const format = schemas.map((schema) => ownValue(schema, 'format')).find(isInstantFormat);
  if (format === undefined) return false;
  const sentences = descriptionsOf(schemas)
    .flatMap(sentencesOf)
    .filter(({ length }) => length <= LONGEST);
  const stated = sentences.filter((sentence) => !UNLIKE.test(sentence)).flatMap(digitsIn);
  const isAsSent = sentences.some((sentence) => AS_SENT.test(sentence) && !UNLIKE.test(sentence));
  if (stated.length === 0 && isAsSent) return false;
  return isInstantCut(format, sent, received, Math.min(KEPT_DIGITS, ...stated));
}

/** The number of digits that a sentence states. Zero if it states that digits are dropped, but not how many. */
function digitsIn(sentence: string): readonly number[] {
  const [, one, other] = TO_UNIT.exec(sentence) ?? [];
  const digits = DIGITS[(one ?? other ?? 'none').toLowerCase()];
  return digits === undefined ? (CUT.test(sentence) ? [0] : []) : [digits];
}
