import type { CaseInput } from '../../../../contract/case.js';
import { isJsonObject } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { WireResponse } from '../../../../surfaces/exchange.js';
import { refusalSentences } from './state-refusal.js';
import { rejectedMembers } from './rejected-members.js';
import { ABOUT_VALUE } from './refused-statuses.js';

/**
 * Whether a documented refusal follows from a sentence of the contract that makes one member depend on another one,
 * such as "With `confirm`, this needs a `method`, else 400". Few schemas state such dependences. The sentence is about
 * this refusal and names both members. The input has one of them, and lacks the one that the reply names.
 */
export function isStatedDependence(operation: Operation, input: CaseInput, reply: WireResponse): boolean {
  const lacking = rejectedMembers(reply).map((place) => place.split(/[/.[\]]/).findLast((part) => part !== '') ?? '');
  const given = givenNames(input);
  if (!ABOUT_VALUE.has(reply.status) || lacking.length === 0 || lacking.some((name) => given.has(name))) return false;
  return refusalSentences(operation, reply.status).some((sentence) => {
    const named = new Set([...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    return lacking.every((name) => named.has(name)) && [...given].some((name) => named.has(name));
  });
}

/** The names of the query and header arguments, and of the top-level members of the body. */
function givenNames({ query, header, body }: CaseInput): ReadonlySet<string> {
  const members = isJsonObject(body) ? Object.keys(body) : [];
  return new Set([...Object.keys(query ?? {}), ...Object.keys(header ?? {}), ...members]);
}
