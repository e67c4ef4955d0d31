import type { Operation } from '../../operation.js';
import { sentencesOf } from '../../sentences.js';

/** Matches "fields that are not in the body", "omitted members", "what the request leaves out" and the like. */
const OMITTED =
  /\b(?:(?:fields?|members?|propert(?:y|ies)|attributes?|values|parameters|settings|ones|those|what|everything|anything)\b[^.:]{0,40}\b(?:not (?:in|part of|given|sent|set|included|present|provided|specified|passed|supplied|mentioned|named)|omit(?:s|ted)?|missing|absent|left out|leaves? out|lacks?)|(?:omitted|missing|absent|unspecified|other) (?:fields|members|properties|attributes|values|parameters|settings|ones)|(?:all |the )others|the rest)\b/i;
/** Matches the words after it: "keep their values", "are left untouched", "stays as it is". */
const KEPT =
  /\b(?:keeps? (?:their|its)\b|(?:is|are|be) (?:kept|retained|preserved)\b|unchanged\b|untouched\b|unaffected\b|unmodified\b|not (?:be )?(?:changed|modified|touched|affected)\b|(?:stays?|remains?|left) as (?:they|it)\b)/i;
/** Matches "only the given fields are changed" and "updates only the members that are sent". */
const ONLY_GIVEN =
  /\bonly (?:the )?(?:given|sent|provided|specified|supplied|included|passed) (?:fields|members|properties|attributes|values|parameters)\b[^.]{0,20}\b(?:changed|updated|set|modified|replaced)\b|\b(?:changes|updates|sets|modifies) only (?:the )?(?:(?:given|sent|provided|specified|supplied|included|passed) (?:fields|members|properties|attributes|values|parameters)|(?:fields|members|properties|attributes|values|parameters) (?:that are |which are )?(?:given|sent|provided|specified|supplied|included|passed|in the (?:body|request)))\b/i;
/** Matches sentences with a condition or an exception, and sentences about the members of a part of the item. */
const UNCLEAR =
  /\b(?:if|unless|when|while|until|may|might|can|cannot|usually|normally|except|but|however)\b|\b(?:fields|members|properties|attributes|values|settings) of (?!the (?:body|request|payload|item|resource|object)\b)/i;

/** Whether one sentence of a change states that the members which its body omits keep their values. */
export function keepsOmitted({ summary, description }: Operation): boolean {
  return [summary, ...sentencesOf(description)].some((sentence) => {
    if (UNCLEAR.test(sentence)) return false;
    const omitted = OMITTED.exec(sentence);
    const rest = omitted === null ? '' : sentence.slice(omitted.index + omitted[0].length);
    return KEPT.test(rest) || ONLY_GIVEN.test(sentence);
  });
}
