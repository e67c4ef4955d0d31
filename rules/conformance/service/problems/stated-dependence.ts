import type { CaseInput } from '../../../../contract/case.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { refusalSentences } from './state-refusal.js';
import { partsOf, rejectedMembers } from './replies/rejected-members.js';
import { ABOUT_VALUE } from './refused-statuses.js';

/**
 * Whether a documented refusal is explained by a sentence that makes one member depend on another, such as "With
 * `confirm`, this needs a `method`, else 400". Few schemas state such dependences. Three conditions must hold:
 * - The sentence names both members.
 * - The input has the one (`confirm`) and lacks the other (`method`).
 * - The reply names the member that the input lacks.
 */
export function isStatedDependence(operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const lacking = rejectedMembers(reply).map((place) => partsOf(place).at(-1) ?? '');
  const given = givenValues(input);
  if (!ABOUT_VALUE.has(reply.status) || lacking.length === 0 || given.some(([name = '']) => lacking.includes(name)))
    return false;
  return refusalSentences(operation, reply.status).some((sentence) => {
    const named = new Set([...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    return lacking.every((name) => named.has(name)) && given.some((each) => each.some((word) => named.has(word)));
  });
}

/**
 * Each query argument, header argument and member of the body, as its name and the text of its value. A sentence may
 * name it by its name, as in "With `confirm`", or by its value, as in "With the reason `other`".
 */
function givenValues({ query, header, body }: CaseInput): readonly (readonly string[])[] {
  const members = isJsonObject(body) ? body : {};
  return [query ?? {}, header ?? {}, members].flatMap((given) =>
    Object.entries(given).map(([name, value]) => (typeof value === 'string' ? [name, value] : [name])),
  );
}
