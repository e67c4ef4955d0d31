/**
 * Whether a sentence about a text states that the service refuses the text if it has no characters other than spaces:
 * "must not be blank", "a reason of nothing but spaces is refused with 422", "needs at least one character that is not a
 * space". A sentence with a condition or an exception states nothing.
 */
export function refusesBlank(sentence: string): boolean {
  const text = sentence.replaceAll(OF_TEXT, ' ');
  if (UNCLEAR.test(text)) return false;
  return NOT_BLANK.test(text) || AT_LEAST_ONE.test(text) || (BLANK.test(text) && REFUSED.test(text));
}

/** Matches texts that have only spaces. A text that is only empty does not match. */
const BLANK =
  /\b(?:(?:nothing but|only|solely|just|entirely|purely|exclusively|all) (?:of )?(?:white[- ]?)?spaces?\b|(?:white[- ]?)?spaces?[- ](?:only|alone)\b|blank\b)/i;
const REFUSED =
  /\b(?:refused|rejected|invalid|forbidden|prohibited|(?:must|may|can|shall) ?not|mustn't|can't|not (?:allowed|permitted|accepted|valid)|4(?:00|22))\b/i;
const NOT_BLANK = /^\W*(?:\w+ )?(?:not|never|non-?) ?blank\b/i;
const AT_LEAST_ONE =
  /^\W*(?:(?:must|has to|needs to) )?(?:have|has|contains?|needs|include)?\s*at least one (?:non-?(?:white-?)?(?:spaces?|blank)\b|character (?:that is not|other than) (?:an? )?(?:white ?)?space)/i;

/** Matches a condition that only names the text itself: "400 if it is blank". */
const OF_TEXT =
  /\b(?:if|when|where) (?:(?:it|the (?:text|value|string)) (?:is|has|contains|consists)\b|(?=(?:empty or )?blank\b))/gi;
/** Matches words with which a blank text is not always refused, or with which the sentence is about other texts. */
const UNCLEAR =
  /\b(?:if|when|where|unless|except|while|until|once|otherwise|ignored|trimmed|removed|stored|treated|becomes?|replaced|means|default|should|(?:may|can) be|left blank|either|lines?(?! breaks?)|words|parts?|segments?|between|start\w*|begin\w*|end\w*|first|last|leading|trailing|for|in an?|not (?:be )?(?:refused|rejected|invalid)|never (?:refused|rejected))\b|(?<!\bnot )\b(?:allowed|permitted|accepted)\b/i;
