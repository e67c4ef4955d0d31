import type { SchemaSource } from '../../contract.js';
import { ownValue } from '../../json/json.js';
import type { Operation } from '../../operation.js';
import { isNounOfPath } from '../../path-relations.js';
import { sentencesOf } from '../../sentences.js';
import { schemaTypes } from '../../wire/decode-value.js';

/** Matches words of descriptions that may state a condition or an exception. */
const CONDITION =
  /\b(?:not|never|no|cannot|can't|don't|doesn't|aren't|isn't|won't|only|unless|without|except|if|when|must|should|may|can|first|before|keep|keeps|kept|remains?|stays?|left|leaves?|moved?|moves|detach\w*|unassign\w*|orphan\w*|archiv\w*|later|eventually|asynchronous\w*|background|queue\w*|schedul\w*)\b/i;
/** Matches the words before the name of the child items. In "with its tasks", they are "with its". */
const INCLUDED = /\b(?:with|and|including|plus) (?:all )?(?:of )?(?:its|their|the|all|every)$/;
/** Matches the words after the name of the child items: `are also deleted` in "its tasks are also deleted". */
const REMOVED =
  /^(?:(?:in|of|on|below) (?:it|(?:the|a|an|this) ([a-z]+)) )?(?:are|get|will be) (?:also |all )?(?:deleted|removed|destroyed|erased)\b/;
/**
 * The maximum number of words that are read before the name of the child items, and the maximum length of the name in
 * words.
 */
const MOST_WORDS = 6;
const MOST_AFTER = 8;

/**
 * Whether the contract states that a DELETE also removes the items of a collection that belong to the removed item,
 * such as "Deletes a project with its tasks." `name` is the last segment of the path of the collection. `false` if the
 * description may have a condition or an exception.
 */
export function statesRemovalOf({ path, summary, description }: Operation, name: string): boolean {
  const text = `${summary ?? ''}. ${description ?? ''}`;
  if (CONDITION.test(text)) return false;
  const words = wordsOf(text);
  const wanted = wordsOf(name).join('');
  // The name `lineItems` is spelled `line items`, `line-items` or `lineItems` in a text.
  return words.some((_, start) =>
    lengths(words, start, wanted).some((length) => {
      const [before, end] = [words.slice(Math.max(0, start - MOST_WORDS), start), start + length];
      const after = REMOVED.exec(words.slice(end, end + MOST_AFTER).join(' '));
      const isOfItem = after !== null && (after[1] === undefined || isNounOfPath(path, after[1]));
      return INCLUDED.test(before.join(' ')) || isOfItem;
    }),
  );
}

/**
 * The possible lengths of a name in words: 2 if the words of the text from `start` on are "order lines …", and `wanted`
 * is `orderlines`. Usually there is at most one. Empty if the text does not continue with the name.
 */
function lengths(words: readonly string[], start: number, wanted: string): readonly number[] {
  const all = Array.from({ length: MOST_WORDS }, (_, index) => index + 1);
  return wanted === '' ? [] : all.filter((length) => words.slice(start, start + length).join('') === wanted);
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

const SHOWS_REMOVED = /^(?:show|include|with)[-_]?(?:soft[-_]?)?(?:deleted|removed|trashed)$/i;

/**
 * The boolean query parameter with which a list also contains removed items, such as `show_deleted` (AIP-164). Without
 * the parameter, the list must not contain them, even if an operation can still read them. A parameter that is true by
 * default does not count.
 */
export function removedItemsParameter(schemas: SchemaSource, { parameters }: Operation): string | undefined {
  return parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' &&
      SHOWS_REMOVED.test(name) &&
      schemaTypes(schemas, schema).has('boolean') &&
      ownValue(schemas.at(schema), 'default') !== true,
  )?.name;
}

/** Matches descriptions of a 404 or 410 that mention removed items: "or it was deleted". */
const WAS_REMOVED = /\b(?:is|was|were|been) (?:already |soft[- ]?)?(?:deleted|removed|trashed|in the trash)\b/i;
/** Matches a statement about a removed item: "A page in the trash is not found." */
const NOT_FOUND = /\b(?:deleted|removed|trashed|in the trash)\b[^.;,]*\b(?:not found|no longer found|404|410)\b/i;

/**
 * Whether the contract states that a read does not find a removed item, in its description or in that of its 404 or
 * 410. Without such a statement, a service may return a removed item that is marked as removed.
 */
export function hidesRemoved({ description, responses }: Operation): boolean {
  const refusals = responses.filter(({ status }) => status === '404' || status === '410');
  return (
    refusals.some((refusal) => WAS_REMOVED.test(refusal.description)) ||
    (refusals.length > 0 && NOT_FOUND.test(description))
  );
}

/** Matches a clause such as "a deleted patient answers 410". */
const GONE =
  /\b(?:deleted|removed|withdrawn) (\w+)\b.{0,60}\b410\b|\b410\b.{0,40}\b(?:deleted|removed|withdrawn) (\w+)\b/i;
/** Matches a description of a 410 that applies to every removed item: "The order was deleted." */
const IS_REMOVED =
  /^(?:gone[.:,;]? |410[.:,;]? )?(?:the|this) (?:[\p{L}_-]+ ){0,3}?([\p{L}_-]+) (?:is|was|has been) (?:already )?(?:deleted|removed|withdrawn)$/iu;
/** Matches words which show that a clause is about only some removed items, or about a possibility. */
const OF_SOME =
  /\b(?:if|when|may|might|can|could|usually|recently|until|after|before|days?|only|not|never|or|version|by)\b/i;

/**
 * Whether the contract states that a read of a removed item is answered with 410 instead of 404. The description of the
 * read, or of its 410, must state it for every removed item.
 */
export function statesGone({ path, description, responses }: Operation): boolean {
  const gone = responses.find(({ status }) => status === '410');
  if (gone === undefined) return false;
  const [first = ''] = sentencesOf(gone.description);
  const clauses = sentencesOf(description).flatMap((sentence) => sentence.split(', '));
  const isOfItem = (pattern: RegExp, clause: string): boolean => {
    const [, noun, other = noun] = pattern.exec(clause) ?? [];
    return other !== undefined && isNounOfPath(path, other);
  };
  return (
    (isOfItem(IS_REMOVED, first.trim()) &&
      !OF_SOME.test(gone.description) &&
      !responses.some((each) => each.status === '404' && WAS_REMOVED.test(each.description))) ||
    clauses.some((clause) => isOfItem(GONE, clause) && !OF_SOME.test(clause))
  );
}
