import type { CaseInput } from '../../../contract/case.js';
import { type Json, ownValue } from '../../../contract/json/json.js';
import { partsOf } from '../../../rules/conformance/service/problems/replies/rejected-members.js';
import { validAccepted } from '../../../rules/conformance/service/valid-accepted.js';
import type { Minimised } from './minimised.js';

/** Matches texts about a limit: "must be at least *". */
const LIMIT = /\b(?:at least|at most|than|minimum|maximum|between|limit|exceeds?|characters?|items?)\b/i;

/**
 * A key that is equal for refusals of the same valid value at different members of one operation, such as `since` and
 * `before`. The replies must each name only this member and, apart from its name, have the same status and text.
 * `undefined` for any other fault, for replies without a text or with a limit, because the members may have different
 * limits, and for a boolean, because many members have the same one.
 */
export function refusedValueKey({ cluster: { rule }, reproduction }: Minimised): string | undefined {
  const { case: made, violation } = reproduction;
  const [member = '', ...others] = violation.members ?? [];
  const [name = '', ...words] = member.split(' ');
  const parts = partsOf(name);
  if (rule.id !== validAccepted.id || made.raw !== undefined || others.length > 0 || parts.length === 0)
    return undefined;
  const value = refusedValue(made.input, parts);
  const names = new Set([name, ...parts]);
  const text = words.map((word) => (names.has(word.replaceAll(/^["'`(]+|["'`).,;:]+$/g, '')) ? '*' : word)).join(' ');
  const isVague = text === '' || LIMIT.test(text) || typeof value === 'boolean' || value === null;
  return value === undefined || isVague ? undefined : JSON.stringify([made.operation, violation.status, value, text]);
}

/** The value of a query parameter, a header or a member of the body. The place may begin with a word such as `body`. */
function refusedValue({ query = {}, header = {}, body = null }: CaseInput, parts: readonly string[]): Json | undefined {
  const places = [parts, parts.slice(1)].filter((place) => place.length > 0);
  const values = [query, header, body].flatMap((root) => places.map((place) => place.reduce(below, root)));
  return values.find((value) => value !== undefined);
}

/** The member with this name; for `*`, the first one, because a list or map of a minimised input has only one. */
function below(value: Json | undefined, name: string): Json | undefined {
  return name === '*' ? Object.values(value ?? {})[0] : ownValue(value, name);
}
