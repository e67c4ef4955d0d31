import { QUALIFIED } from '../../../contract/sentences.js';

/**
 * Whether a sentence about a text states that the service refuses the text if it has only spaces: "must not be only
 * spaces", "a reason of nothing but spaces is refused with 422". A sentence with a condition or an exception states
 * nothing, and neither does the word "blank", which may mean an empty text.
 */
export function refusesBlank(sentence: string): boolean {
  return BLANK.test(sentence) && REFUSED.test(sentence) && !UNCLEAR.test(sentence) && !QUALIFIED.test(sentence);
}

const BLANK =
  /\b(?:nothing but|only|solely|at least one non-?) ?(?:of )?(?:white[- ]?)?spaces?\b|spaces?[- ]only\b|\bat least one character (?:that is not|other than) a/i;
const REFUSED = /\b(?:refused|rejected|invalid|(?:must|may|can) ?not|at least|4(?:00|22))\b/i;
/** Matches words with which a blank text is not refused, or with which the sentence is about other texts. */
const UNCLEAR =
  /\b(?:ignored|trimmed|removed|stored|treated|replaced|left|lines?(?! breaks?)|begin\w*|start\w*|end\w*|leading|trailing|not (?:be )?(?:refused|rejected|invalid))\b|(?<!\bnot )\b(?:allowed|accepted)\b/i;
