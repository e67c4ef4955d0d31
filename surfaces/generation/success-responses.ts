import type { Operation, ResponseSpec } from '../../contract/operation.js';

/** What a client gets of each success: of HEAD no content, whatever is documented, for it tells what GET would have (RFC 9110 §9.3.2). */
export function successResponses({ method, responses }: Pick<Operation, 'method' | 'responses'>): readonly ResponseSpec[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return method === 'head' ? successes.map((response) => ({ ...response, content: [] })) : successes;
}
