import { successesOf } from '../../contract/documented-responses.js';
import type { Operation, ResponseSpec } from '../../contract/operation.js';

/**
 * The success responses of an operation. A response to HEAD has no content, even if the contract documents one (RFC
 * 9110 §9.3.2).
 */
export function successResponses({
  method,
  responses,
}: Pick<Operation, 'method' | 'responses'>): readonly ResponseSpec[] {
  const successes = successesOf({ responses });
  return method === 'head' ? successes.map((response) => ({ ...response, content: [] })) : successes;
}

/**
 * The success statuses whose response has no content, such as `204`, for an operation that also has successes with
 * content. A success with any other status must then have a body. The list is empty if no success has content, or if a
 * range such as `2XX` has no content.
 */
export function emptyStatuses(successes: readonly ResponseSpec[]): readonly number[] {
  const empty = successes.filter(({ content }) => content.length === 0);
  const isMixed = empty.length < successes.length && empty.every(({ status }) => /^\d{3}$/.test(status));
  return isMixed ? empty.map(({ status }) => Number(status)) : [];
}
