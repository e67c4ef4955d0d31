import type { Operation } from '../../operation.js';
import { wrappedSentences } from '../../sentences.js';
import { isOwnVerb } from '../states/denied-states.js';

/** Matches words for a second equal call: "Favouriting it twice", "a repeated call". */
const REPEATED =
  /\b(?:twice|again|a second time|(?:once|one) more(?: time)?|more than once|repeatedly|(?:second|repeated|further|additional) (?:call|request)s?|repeating (?:it|this|the (?:call|request)))\b/i;
/**
 * Matches the statement that a call changes nothing. It does not match "nothing else changes", which implies that
 * something changes.
 */
const NOTHING =
  /\bha(?:s|ve) no (?:further |additional |more )?effect\b|\bchanges? nothing\b|\bdo(?:es)? nothing\b|\bnothing (?:changes|happens)\b|\bis a no-?op\b/i;
const IDEMPOTENT = /^(?:(?:this|the) (?:operation|action|call|request|endpoint|method) is |it is )?idempotent$/i;
/** Matches the whole sentence "If the order is already archived, nothing changes." */
const ALREADY =
  /^(?:if|when) (?:it|(?:the|this) \w+) (?:is|was|has) already (?:been )?(\w+),? nothing (?:changes|happens)$/i;
/** Matches words for conditions, possibilities and exceptions. A sentence with one of them does not count. */
const CONDITION =
  /\b(?:if|when|while|where|unless|except|may|might|should|usually|within|until|after|try|not idempotent)\b/i;

/**
 * Whether the description of an operation states that a second equal call changes nothing: "Favouriting it twice has no
 * further effect." A sentence may also name the state that the action itself sets: "If it is already archived, nothing
 * changes" for `/archive`. `false` for operations with an idempotency key, because the sentence may then be about calls
 * with the same key.
 */
export function statesNoSecondEffect(operation: Operation): boolean {
  const { summary, description, parameters, repeat } = operation;
  if (repeat?.key !== undefined || parameters.some(({ name }) => /idempoten/i.test(name))) return false;
  return [summary, description]
    .flatMap(wrappedSentences)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, ''))
    .some((sentence) => {
      const [, participle] = ALREADY.exec(sentence) ?? [];
      if (participle !== undefined) return isOwnVerb(operation, participle.toLowerCase());
      return sentence.split('; ').some((clause) => isWithoutEffect(clause) && !CONDITION.test(clause));
    });
}

function isWithoutEffect(clause: string): boolean {
  const [repeated, nothing] = [clause.search(REPEATED), clause.search(NOTHING)];
  return IDEMPOTENT.test(clause) || (repeated >= 0 && nothing > repeated);
}
