import type { Operation, ResponseSpec } from '../../contract/operation.js';

/**
 * The success responses of an operation. A response to HEAD has no content, even if the contract documents one (RFC
 * 9110 §9.3.2).
 */
export function successResponses({
  method,
  responses,
}: Pick<Operation, 'method' | 'responses'>): readonly ResponseSpec[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return method === 'head' ? successes.map((response) => ({ ...response, content: [] })) : successes;
}
