import type { Operation } from '../../../contract/operation.js';

/** Words with which a description states a condition or an exception. */
const CONDITION =
  /\b(?:not|never|no|cannot|can't|don't|doesn't|aren't|isn't|won't|only|unless|without|except|if|when|must|should|may|can|first|before|keep|keeps|kept|remains?|stays?|left|leaves?|moved?|moves|detach\w*|unassign\w*|orphan\w*|archiv\w*|later|eventually|asynchronous\w*|background|queue\w*|schedul\w*)\b/i;
const REMOVED = '(?:deleted|removed|destroyed|erased)';

/**
 * Whether the contract states that a DELETE also removes the items of a collection below the removed item, such as
 * "Deletes a project with its tasks." `name` is the last segment of the path of the collection. A description with a
 * condition or an exception states nothing.
 */
export function statesRemovalOf({ summary, description }: Operation, name: string): boolean {
  const text = `${summary ?? ''}. ${description ?? ''}`;
  const words = wordsOf(name);
  if (words === undefined || CONDITION.test(text)) return false;
  const included = `\\b(?:with|and|including|plus)\\s+(?:all\\s+)?(?:of\\s+)?(?:its|their|the|all|every)\\s+${words}\\b`;
  const passive = `\\b${words}\\s+(?:in it\\s+|of it\\s+|below it\\s+)?(?:are|get|will\\s+be)\\s+(?:also\\s+|all\\s+)?${REMOVED}\\b`;
  return new RegExp(`${included}|${passive}`, 'i').test(text);
}

/** A pattern for the words of a segment: `line-items` and `lineItems` are spelled `line items` in a text. */
function wordsOf(name: string): string | undefined {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[-_ ]+/);
  return words.every((word) => /^[A-Za-z]{2,40}$/.test(word)) && words.length <= 4 ? words.join('[-_ ]?') : undefined;
}
