import { sentSchemas } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { sentencesOf } from '../../../../contract/sentences.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';

/**
 * Matches "sets `edited_at`", also followed by "to the time of the edit" or "to now". It does not match if a different
 * value follows, such as "to `null`".
 */
const SETS = /\bsets? `([^`\s]+)`(?! to (?!now\b|the (?:current )?(?:date|time|moment)\b))/gi;
/** Matches words of sentences that apply only to some calls. */
const CONDITIONAL = /\b(?:if|when|unless|only|once|first|after|until|except|may|can|with|without|for|not|never|no)\b/i;

/**
 * The date-time members of an item that each successful call of an operation sets to the current time, according to its
 * text: "Replaces the text and sets `edited_at` to the time of the edit". Sentences with a condition are ignored, and
 * so are members that the request may contain. `shown`: the schema of the item.
 */
export function statedTimes(contract: Contract, operation: Operation, shown: SchemaUri): readonly string[] {
  const { schemas } = contract;
  const { summary, description } = operation;
  const sentences = sentencesOf(`${summary}\n${description}`).filter((sentence) => !CONDITIONAL.test(sentence));
  const names = new Set(sentences.flatMap((sentence) => [...sentence.matchAll(SETS)].map(([, name = '']) => name)));
  if (names.size === 0) return [];
  const sent = statedMembers(schemas, sentSchemas(contract, operation));
  const isTime = (uri: SchemaUri): boolean =>
    [...schemasInPlace(schemas, uri).values()].some((schema) => ownValue(schema, 'format') === 'date-time');
  return [...statedMembers(schemas, [shown])]
    .filter(([name, uris]) => names.has(name) && !sent.has(name) && uris.some(isTime))
    .map(([name]) => name);
}

/** The first of these members that is null or missing in the item. */
export function unsetTime(names: readonly string[], item: Json): string | undefined {
  return names.find((name) => (ownValue(item, name) ?? null) === null);
}
