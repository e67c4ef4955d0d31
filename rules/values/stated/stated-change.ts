import type { SchemaSource } from '../../../contract/contract.js';
import type { SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { isEmptyValue } from '../../../contract/json/unset-value.js';
import { descriptionOfContract, descriptionsOf, sentencesOf } from '../../../contract/sentences.js';
import { WITHOUT_EQUAL } from './stated-list.js';
import { TRIMMED } from './trimmed.js';

/**
 * Matches words of a sentence that denies a change, as in "is not trimmed", or that asks the caller for it, as in "must
 * be trimmed".
 */
const UNLIKE = /\b(?:not|never|unless|must|should|as (?:it was )?sent|unchanged|case-?preserv\w+)\b/i;

/**
 * Matches the end of a clause. The next clause may state what the caller must send, and not how the service changes it.
 */
const CLAUSE_END = /,|\band (?=(?:the|it|they|must|may|can|cannot|should)\b)/;

const IN_LOWER_CASE =
  /\blower-?cased\b|\b(?:stored|saved|kept|returned|converted|normali[sz]ed|folded|always) (?:\w+ )?(?:in|to|as) (?:all )?lower-? ?case\b/i;
const IN_UPPER_CASE =
  /\bupper-?cased\b|\b(?:stored|saved|kept|returned|converted|normali[sz]ed|always) (?:\w+ )?(?:in|to|as) (?:all )?upper-? ?case\b/i;
const ONE_SPACE =
  /\b(?:runs? of|multiple|several|inner|repeated|consecutive)\b[^,]*\b(?:white ?)?spaces?\b.*\b(?:collapsed|replaced|become|reduced|merged|joined)\b/i;
const COMPOSED = /\bNF(K?[CD])\b/;

/**
 * Matches sentences that permit the service to store any text in place of the sent one, as in "the text is normalized".
 */
const OTHER_TEXT =
  /\b(?:is|are|gets?|will be) (?:\w+ )?(?:normali[sz]ed|canonicali[sz]ed|sanitized|sanitised|cleaned|escaped|masked|redacted|hashed|encrypted|truncated|shortened|abbreviated|cut|rendered|converted|translated|rewritten)\b/i;
const ROUNDED = /\b(?:is|are|gets?|will be) (?:\w+ )?(?:rounded|clamped|capped|truncated|converted)\b/i;
/**
 * Matches sentences that permit the service to store a list or an object with any other parts, as in "lines are
 * grouped".
 */
const OTHER_PARTS =
  /\b(?:are|is|gets?|will be) (?:\w+ )?(?:grouped|summed(?: up)?|aggregated|collapsed|consolidated|normali[sz]ed|expanded|completed)\b/i;
/** Matches sentences that permit the service to store `true`, whatever was sent. */
const ALWAYS_TRUE = /\balways `?true\b/i;
const ALWAYS_FALSE = /\balways `?false\b/i;
/**
 * Matches sentences that permit a stored list to have any elements, as in "equal lines are joined". They permit no
 * other object than the sent one: a merged object keeps the sent values.
 */
const JOINED = /\b(?:are|is|gets?|will be) (?:\w+ )?(?:joined|merged|combined)\b/i;

/**
 * Whether the service may have stored `received` in place of the sent value, because a description of the value, or a
 * clause about it, states a change: "white space at both ends is removed", "stored in lower case", "lines of the same
 * product are joined". If the result of the change is known, as for lower case, only this result is permitted.
 * Otherwise, as for joined lines, any value is permitted.
 */
export function isStatedChange(
  applied: readonly { readonly schema: JsonObject }[],
  sent: Json,
  received: Json,
  clauses: readonly string[] = [],
): boolean {
  const own = descriptionsOf(applied.map(({ schema }) => schema))
    .flatMap(sentencesOf)
    .flatMap(clausesOf);
  const sentences = [...own, ...clauses].filter((sentence) => !UNLIKE.test(sentence));
  const states = (pattern: RegExp): boolean => sentences.some((sentence) => pattern.test(sentence));
  if (sentences.length === 0) return false;
  if (typeof sent === 'string' && typeof received === 'string')
    return states(OTHER_TEXT) || isSameText(sentences, sent, received);
  if (typeof sent === 'number' && typeof received === 'number') return states(ROUNDED);
  if (typeof sent === 'boolean' && typeof received === 'boolean') return states(received ? ALWAYS_TRUE : ALWAYS_FALSE);
  if (Array.isArray(sent) && Array.isArray(received))
    return states(JOINED) || states(OTHER_PARTS) || areSameTexts(sentences, sent, received);
  return typeof sent === 'object' && typeof received === 'object' && states(OTHER_PARTS);
}

/** The clauses of a sentence. Each of them may state a change. */
export function clausesOf(sentence: string): readonly string[] {
  return sentence.split(CLAUSE_END);
}

/** Whether a clause states a change with a known result, such as "is stored in lower case". */
export function statesKnownChange(clause: string): boolean {
  const patterns = [...CHANGES.map(({ pattern }) => pattern), WITHOUT_EQUAL];
  return !UNLIKE.test(clause) && patterns.some((pattern) => pattern.test(clause));
}

/**
 * Whether two lists of texts are equal, after the changes that the sentences state and without duplicates. `false` if
 * no sentence states that duplicates are removed.
 */
function areSameTexts(sentences: readonly string[], sent: readonly Json[], received: readonly Json[]): boolean {
  const isWithoutEqual = sentences.some((sentence) => WITHOUT_EQUAL.test(sentence));
  if (!isWithoutEqual || ![...sent, ...received].every((element) => typeof element === 'string')) return false;
  const changed = changedBy(sentences);
  const [kept, stored] = [sent, received].map((list) => [...new Set(list.map((text) => changed(String(text))))]);
  return kept?.length === stored?.length && kept?.every((text, index) => text === stored?.[index]) === true;
}

/** Whether two texts are equal after the changes that the sentences state. */
function isSameText(sentences: readonly string[], sent: string, received: string): boolean {
  const changed = changedBy(sentences);
  return changed(sent) === changed(received);
}

/** Returns a function that changes a text as the sentences state, for example trims it. */
function changedBy(sentences: readonly string[]): (text: string) => string {
  const changes = CHANGES.filter(({ pattern }) => sentences.some((sentence) => pattern.test(sentence)));
  return (text) => changes.reduce((current, { apply }) => apply(current), text);
}

const CHANGES: readonly { readonly pattern: Pick<RegExp, 'test'>; readonly apply: (text: string) => string }[] = [
  { pattern: COMPOSED, apply: (text) => text.normalize('NFKC') },
  { pattern: ONE_SPACE, apply: (text) => text.replaceAll(/\s+/g, ' ') },
  { pattern: TRIMMED, apply: (text) => text.replace(/^[\s\p{Cc}]+/u, '').replace(/[\s\p{Cc}]+$/u, '') },
  { pattern: IN_LOWER_CASE, apply: (text) => text.toLowerCase() },
  { pattern: IN_UPPER_CASE, apply: (text) => text.toUpperCase() },
];

/**
 * Matches sentences which state that the service, and not the request, decides the value: "Ignored in requests",
 * "Changes with each change".
 */
const OF_SERVICE =
  /^\W*(?:(?:it|this|they|(?:the |an? |this )?(?:values?|members?|fields?)) (?:(?:in|of|from) (?:the |a )?requests? )?(?:is |are ))?ignored\b|\b(?:set|assigned|generated|managed|maintained|computed|written|controlled) by the (?:server|service|system)\b|\b(?:changes|changed|incremented|increases|grows|updated) (?:with|on|at|by|after) (?:each|every|a(?:ny)?) (?:change|update|write)\b/i;
/**
 * Matches clauses which state that the service, and not the request, decides a member that is named in backticks: "`id`
 * and `meta` of the body are ignored", "the server assigns the `id`".
 */
const NAMED_OF_SERVICE =
  /\b(?:is|are|gets?|will be) (?:\w+ )?ignored\b|\bby the (?:server|service|system)\b|\b(?:server|service|system|api) (?:\w+ )?(?:sets|assigns|generates|chooses|computes|calculates|maintains|manages|decides)\b/i;
/** Matches words of a sentence that applies only to some requests. */
const SOMETIMES = /\b(?:default|if|when|unless|otherwise)\b/i;
const OMITTED_IF_EMPTY =
  /\b(?:omitted|absent|left out|missing|not (?:sent|returned))\b[^,]*\b(?:if|when) (?:it is |they are )?empty\b/i;

/** Matches descriptions of a member that only some replies have: "Only if expanded", "Returned only by the create". */
const OF_SOME_REPLIES =
  /^\W*only (?:if|when|with|in|for) (?:it is |they are )?(?:expanded|embedded|included|requested|asked for)\b|\bonly (?:is |are )?(?:present|returned|included|shown|sent|contained) (?:if|when|by|with|in|for|on)\b|\b(?:present|returned|included|shown|sent|contained) only (?:if|when|by|with|in|for|on)\b|\b(?:omitted|absent|left out|not (?:present|returned|included|sent)) (?:unless|in|from|by)\b/i;
/**
 * Matches words of a sentence that is only about empty or unset values, as in "omitted if not set". Such a sentence
 * does not permit a reply to omit a value that is set.
 */
const OF_EMPTY = /\b(?:empty|null|unset|(?:no|without an?) values?|not set|set)\b/i;

/**
 * Whether a reply may differ from the sent value, because a description of the value, or a clause about it, states that
 * the service decides the value. Also true if the reply omits the value, and a description states that only some
 * replies have it.
 */
export function isOfService(
  applied: readonly { readonly schema: JsonObject }[],
  sent: Json | undefined,
  received: Json | undefined,
  clauses: readonly string[] = [],
): boolean {
  const sentences = descriptionsOf(applied.map(({ schema }) => schema)).flatMap(sentencesOf);
  const isDecided = (pattern: RegExp, text: string): boolean =>
    pattern.test(text) && ![UNLIKE, SOMETIMES].some((each) => each.test(text));
  if (sentences.some((sentence) => isDecided(OF_SERVICE, sentence))) return true;
  if (clauses.some((clause) => isDecided(NAMED_OF_SERVICE, clause))) return true;
  if (sent === undefined || received !== undefined) return false;
  const isEmptyOne = (sentence: string): boolean => isEmptyValue(sent) && OMITTED_IF_EMPTY.test(sentence);
  return sentences.some((sentence) => isEmptyOne(sentence) || isOfSomeReplies(sentence));
}

/** Whether the descriptions of a member state that only some replies have it. */
export function isInSomeReplies(schemas: SchemaSource, uris: readonly SchemaUri[]): boolean {
  const stated = uris.flatMap((uri) => [...schemasInPlace(schemas, uri).values()]);
  return descriptionsOf(stated).flatMap(sentencesOf).some(isOfSomeReplies);
}

function isOfSomeReplies(sentence: string): boolean {
  return OF_SOME_REPLIES.test(sentence) && !OF_EMPTY.test(sentence);
}

const EMPTY_OMITTED =
  /\b(?:without an? values?|empty|unset)\b[^.;]*\b(?:is|are) (?:omitted|left out|absent|not (?:sent|returned))\b/i;

/**
 * Whether a reply may omit this value, because the value is empty and the description of the contract states that
 * replies omit empty values.
 */
export function isOmittedEmpty(document: Json, sent: Json | undefined, received: Json | undefined): boolean {
  if (received !== undefined || sent === undefined || !isEmptyValue(sent)) return false;
  return sentencesOf(descriptionOfContract(document)).some((sentence) => EMPTY_OMITTED.test(sentence));
}
