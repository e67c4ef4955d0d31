import type { Contract } from '../../contract.js';
import type { Operation } from '../../operation.js';
import { descriptionOfContract, wrappedSentences } from '../../sentences.js';

/**
 * Whether the contract states that a service refuses query parameters which the contract does not have. The sentence is
 * in the description of the contract or of the operation ("unknown query parameters are refused with 400"), or in that
 * of a 400 or 422 ("a query parameter is unknown"). The operation must document a 400 or 422.
 */
export function refusesUnknownQuery({ document }: Pick<Contract, 'document'>, operation: Operation): boolean {
  const { description, responses } = operation;
  const refusals = responses.filter(({ status }) => status === '400' || status === '422');
  if (refusals.length === 0) return false;
  const general = [descriptionOfContract(document), description].flatMap((text) => wrappedSentences(text));
  const aboutUnknown = general.filter((sentence) => UNKNOWN.test(sentence));
  if (aboutUnknown.some((sentence) => UNCLEAR.test(sentence))) return false;
  return (
    aboutUnknown.some((sentence) => REFUSED.test(sentence)) ||
    refusals
      .flatMap((refusal) => wrappedSentences(refusal.description))
      .some((sentence) => (UNKNOWN.test(sentence) || IS_UNKNOWN.test(sentence)) && !UNCLEAR.test(sentence))
  );
}

/**
 * Matches words for a query parameter that the contract does not have: "unknown query parameters", "a query parameter
 * that is not listed".
 */
const UNKNOWN =
  /\b(?:unknown|undocumented|undeclared|undefined|unexpected|unsupported|unrecogni[sz]ed) (?:query(?: string)? )?parameters?\b|\bquery parameters? (?:that|which) (?:is|are) (?:not (?:listed|documented|described|defined|declared|known|supported)|unknown|undocumented)\b/i;
const IS_UNKNOWN = /\bquery parameter is (?:unknown|not (?:known|listed|documented|described|supported))\b/i;
const REFUSED = /\b(?:refused|rejected|400|422|errors?|not (?:allowed|permitted|accepted))\b/i;
/** Matches conditions, negations, and words for only some operations. A sentence with one of them does not count. */
const UNCLEAR =
  /\b(?:ignored?|unless|except|if|when|may|might|can|should|strict|never|no|without|dropped|tolerated|skipped|silently|not (?:refused|rejected|an?|cause|lead|result|give|raise|treated)|parameters? (?:of|on|in|for) (?:the )?(?:lists?|search\w*|collections?))\b/i;
