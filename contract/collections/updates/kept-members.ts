import type { Operation } from '../../operation.js';
import { sentencesOf } from '../../sentences.js';

/** Matches "fields that are not in the body", "omitted members", "what the request leaves out" and the like. */
const OMITTED =
  /\b(?:(?:fields?|members?|propert(?:y|ies)|attributes?|values|parameters|settings|ones|those|what|everything|anything)\b[^.:]{0,40}\b(?:not (?:in|part of|given|sent|set|included|present|provided|specified|passed|supplied|mentioned|named)|omit(?:s|ted)?|missing|absent|left out|leaves? out|lacks?)|(?:omitted|missing|absent|unspecified) (?:fields|members|properties|attributes|values|parameters|settings|ones))\b/i;
/**
 * Matches "the others". They are omitted members only if the text is about the given ones: other cards keep theirs,
 * too.
 */
const OTHERS =
  /\b(?:other (?:fields|members|properties|attributes|values|parameters|settings|ones)|(?:all |the )others|the rest)\b/i;
const GIVEN = /\b(?:given|sent|provided|specified|supplied|included|passed|in the (?:body|request|payload))\b/i;
/** Matches words after `OMITTED` or `OTHERS`: "keep their values", "are left untouched", "stays as it is". */
const KEPT =
  /\b(?:keeps? (?:their|its)\b(?! defaults?\b)|(?:is|are|be) (?:kept|retained|preserved)\b|unchanged\b|untouched\b|unaffected\b|unmodified\b|not (?:be )?(?:changed|modified|touched|affected)\b|(?:stays?|remains?|left) as (?:they|it)\b)/i;
/** Matches words in front of `KEPT` which show that something else is kept: "are reset, and the id is preserved". */
const BETWEEN = /\b(?:and|not|never|null|set|removed|deleted)\b/i;
const RESET = /\b(?:reset|removed|cleared|deleted|emptied|unset|dropped|lost|null|defaults?)\b/i;
/** Matches "Replaces the item", and not "Replaces the values of the given members". */
const REPLACES =
  /^\W*(?:fully |completely |entirely )?replaces? (?!(?:only )?(?:the )?(?:values?|given|sent|provided|specified|supplied|included|passed|fields|members|properties|attributes)\b)/i;
/** Matches "only the given fields are changed" and "updates only the members that are sent". */
const ONLY_GIVEN =
  /\bonly (?:the )?(?:given|sent|provided|specified|supplied|included|passed) (?:fields|members|properties|attributes|values|parameters)\b[^.]{0,20}\b(?:changed|updated|set|modified|replaced)\b|\b(?:changes|updates|sets|modifies) only (?:the )?(?:(?:given|sent|provided|specified|supplied|included|passed) (?:fields|members|properties|attributes|values|parameters)|(?:fields|members|properties|attributes|values|parameters) (?:that are |which are )?(?:given|sent|provided|specified|supplied|included|passed|in the (?:body|request)))\b/i;
/** Matches sentences with a condition or an exception, about a PATCH, and about the members of a part of the item. */
const UNCLEAR =
  /\b(?:if|unless|when|while|until|may|might|can|cannot|usually|normally|except|but|however|patch)\b|\b(?:fields|members|properties|attributes|values|settings) of (?!the (?:body|request|payload|item|resource|object)\b)/i;

/**
 * Whether a text of an operation that changes an item states in one sentence that members which the request body omits
 * keep their values, and no sentence states that they are reset or that the item is replaced.
 */
export function keepsOmitted({ summary, description }: Operation): boolean {
  const sentences = [summary, ...sentencesOf(description)];
  const isOfGiven = sentences.some((sentence) => GIVEN.test(sentence));
  const fates = sentences.map((sentence) => fateOf(sentence, isOfGiven));
  if (fates.includes('reset') || sentences.some((sentence) => REPLACES.test(sentence))) return false;
  return sentences.some(
    (sentence, index) => !UNCLEAR.test(sentence) && (fates[index] === 'kept' || ONLY_GIVEN.test(sentence)),
  );
}

/** What a sentence states about omitted members; `undefined` if it states nothing about them. */
function fateOf(sentence: string, isOfGiven: boolean): 'kept' | 'reset' | undefined {
  const omitted = OMITTED.exec(sentence) ?? (isOfGiven ? OTHERS.exec(sentence) : null);
  if (omitted === null) return undefined;
  const rest = sentence.slice(omitted.index + omitted[0].length);
  const kept = KEPT.exec(rest);
  if (kept !== null && !BETWEEN.test(rest.slice(0, kept.index))) return 'kept';
  return RESET.test(rest) ? 'reset' : undefined;
}
