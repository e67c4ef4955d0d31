import { sentSchemas } from '../../../../contract/collections/envelope.js';
import { statedMembers } from '../../../../contract/collections/reply-members.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, ownValue } from '../../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../../contract/operation.js';
import { sentencesOf } from '../../../../contract/sentences.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';

/**
 * Matches "sets `edited_at`", also with "to the time of the edit" or "to now". Another value after "to", such as
 * `null`, does not match.
 */
const SETS = /\bsets? `([^`\s]+)`(?! to (?!now\b|the (?:current )?(?:date|time|moment)\b))/gi;
/** Matches sentences that hold only for some calls. */
const CONDITIONAL = /\b(?:if|when|unless|only|once|first|after|until|except|may|can|with|without|for|not|never|no)\b/i;

/**
 * The members with the format `date-time` that each successful call of an operation sets to a time, as its text states:
 * "Replaces the text and sets `edited_at` to the time of the edit". A sentence with a condition does not count, nor
 * does a member that the request may contain. `shown`: the schema of the item.
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

/** The first of the members that is `null` or missing in an item. */
export function unsetTime(names: readonly string[], item: Json): string | undefined {
  return names.find((name) => (ownValue(item, name) ?? null) === null);
}
