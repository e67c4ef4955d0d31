import type { Operation } from '../../operation.js';
import { wrappedSentences } from '../../sentences.js';

/** Matches the subject of a sentence about a second equal call: "Favouriting it twice", "a repeated call". */
const REPEATED =
  /\b(?:twice|again|a second time|(?:once|one) more(?: time)?|more than once|repeatedly|(?:second|repeated|further|additional) (?:call|request)s?|repeating (?:it|this|the (?:call|request)))\b/i;
/** Matches the statement that such a call changes nothing. */
const NOTHING =
  /\bha(?:s|ve) no (?:further |additional |other |more )?effect\b|\bchanges? nothing\b|\bdo(?:es)? nothing\b|\bnothing (?:more |else |further )?(?:changes|happens)\b|\bis a no-?op\b/i;
const IDEMPOTENT = /^(?:(?:this|the) (?:operation|action|call|request|endpoint|method) is |it is )?idempotent$/i;
/** Matches "If the order is already archived, nothing changes." */
const ALREADY =
  /^(?:if|when) (?:it|(?:the|this) \w+) (?:is|was|has) already (?:been )?\w+,? nothing (?:changes|happens)$/i;
/** Matches sentences about idempotency keys, and about repetitions that may have an effect. */
const OTHER = /\bkeys?\b|\bheader|\bunless\b|\bexcept\b|\bmay\b|\bmight\b|\busually\b|\bwithin\b|\bnot idempotent\b/i;

/**
 * Whether the description of an operation states that a second equal call changes nothing: "Favouriting it twice has no
 * further effect." A sentence about one state of the item, such as "if it is already archived, nothing changes", counts
 * too, because the first call moves the item into this state.
 */
export function statesNoSecondEffect({ summary, description }: Operation): boolean {
  return [summary, description]
    .flatMap(wrappedSentences)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, ''))
    .some(
      (sentence) =>
        !OTHER.test(sentence) &&
        ((REPEATED.test(sentence) && NOTHING.test(sentence)) || IDEMPOTENT.test(sentence) || ALREADY.test(sentence)),
    );
}
