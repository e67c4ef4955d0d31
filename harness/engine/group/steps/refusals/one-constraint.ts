import type { Case } from '../../../../../contract/case.js';
import { canonicalJson } from '../../../../../contract/json/canonical-json.js';
import type { Json } from '../../../../../contract/json/json.js';
import { valueAt } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { TYPES, constraintOf, isDigits } from '../../constraint-of.js';
import { type GroupingFacts, type GroupingStep, absorbed } from '../../step.js';
import { isStored } from './stored-invalid.js';

/**
 * Combines into one finding invalid values that a service accepts at several places, if one unenforced constraint is
 * the cause.
 */
export const ONE_CONSTRAINT_STEP: GroupingStep = {
  name: 'one constraint',
  joins:
    'Accepted invalid values of one kind form one finding in three situations. (1) They break the same keyword of the same schema. (2) Their schemas differ, but replies to the calls break the same keyword at a member with the same name. In (1) and (2), no other operation may enforce the keyword, unless the operations themselves refuse other values that break it. (3) Several places accept the same invalid string, and each of these places refuses other strings that break the format or pattern, so one check of strings is too lenient. The same applies to numbers in place of a format, and to 0 or 1 in place of a boolean in the query. If such a string gets a 404 in place of a refusal as invalid, it counts as accepted. So does a query parameter with a 404 that breaks a keyword of (1).',
  apply: (clusters, facts) => {
    const causes = new Map<Cluster, Cluster>();
    const taken = clusters.filter(
      ({ rule, smallest }) => rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted',
    );
    const replies = clusters
      .flatMap((cluster) => [cluster, ...cluster.explained])
      .filter(({ rule }) => rule.id === responseBody.id);
    for (const cluster of taken) {
      if (causes.has(cluster)) continue;
      const alike = taken.filter(
        (other) =>
          other !== cluster &&
          !causes.has(other) &&
          ![...causes.values()].includes(other) &&
          sortOf(cluster) === sortOf(other),
      );
      const others = alike.filter(
        (other) =>
          isOneKeyword(cluster, other) || replies.some((reply) => isStored(reply, cluster) && isStored(reply, other)),
      );
      const joined = isEnforced([cluster, ...others], taken, facts) ? [] : others;
      const lenient = isLenient(cluster, facts) ? alike.filter((other) => isLenient(other, facts)) : [];
      for (const other of [...joined, ...lenient]) causes.set(other, cluster);
    }
    for (const [unknown, cause] of soughtInvalid(clusters, taken, facts)) causes.set(unknown, cause);
    return absorbed(clusters, causes, joinCluster);
  },
};

/**
 * Pairs of two clusters with values that break the same schema. In one of them, an operation accepts such a value. In
 * the other, the service answers 404 to such a string or query argument. A service that answers 404 has searched for an
 * item with the value, so it accepted the form of the value.
 */
function soughtInvalid(
  clusters: readonly Cluster[],
  taken: readonly Cluster[],
  facts: GroupingFacts,
): readonly (readonly [unknown: Cluster, cause: Cluster])[] {
  const lenient = taken.filter((cluster) => isLenient(cluster, facts));
  return clusters.flatMap((cluster) => {
    const { rule, smallest } = cluster;
    const { kind, status } = smallest.violation;
    if (rule.id !== invalidRejected.id || kind !== 'invalid-answered-otherwise' || status !== 404) return [];
    const { expect } = smallest.case;
    const isQuery = expect.kind === 'rejected' && expect.pointer.startsWith('/query/');
    const cause = (isLenient(cluster, facts) ? lenient : isQuery ? taken : []).find((other) =>
      isOneKeyword(cluster, other),
    );
    return cause === undefined ? [] : [[cluster, cause] as const];
  });
}

/**
 * Describes an invalid value that the service accepts, so that values of the same sort can be compared: by the broken
 * keywords and the type of the value. For strings that break a pattern or a format, the value itself is used instead of
 * its type.
 */
function sortOf({ places, smallest: { case: made } }: Cluster): string {
  const { expect } = made;
  if (expect.kind !== 'rejected') return '';
  if (isDigitForBoolean(made)) return 'digit for a boolean';
  const value = valueAt(made.input as unknown as Json, expect.pointer);
  const keywords = [...places].map((place) => place.split(' ')[1] ?? '').toSorted();
  const isNumber = expect.keyword === 'format' && (typeof value === 'number' || isDigits(value));
  const accepted = isNumber ? 'number' : TEXTS.has(expect.keyword) ? canonicalJson(value ?? null) : kindOf(value);
  return [...keywords, constraintOf(made)?.replace(` ${expect.pointer}`, ''), accepted].join(' ');
}

const TEXTS: ReadonlySet<string> = new Set(['pattern', 'format']);

/**
 * Whether an argument of the query is 0 or 1, and its schema has a different type. Every digit is a valid string,
 * number and element of a list, so the type is a boolean.
 */
function isDigitForBoolean({ expect, input }: Case): boolean {
  if (expect.kind !== 'rejected' || !TYPES.has(expect.keyword) || !/^\/query\/[^/]+$/.test(expect.pointer))
    return false;
  const value = valueAt(input as unknown as Json, expect.pointer);
  return value === 0 || value === 1;
}

function kindOf(value: Json | undefined): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function isOneKeyword({ smallest: one }: Cluster, { smallest: other }: Cluster): boolean {
  return one.violation.shared !== undefined && one.violation.shared === other.violation.shared;
}

/**
 * Whether the service enforces the constraint of the smallest case, but too leniently: it accepts the value of this
 * case, and refuses other values that break the same constraint.
 */
function isLenient({ smallest: { case: made } }: Cluster, { enforced }: GroupingFacts): boolean {
  const isText = made.expect.kind === 'rejected' && TEXTS.has(made.expect.keyword);
  return (isText || isDigitForBoolean(made)) && enforced.get(made.operation)?.has(constraintOf(made) ?? '') === true;
}

/**
 * Whether an operation outside of the group enforces one of the group's constraints. Operations in `taken` that accept
 * a similar value are not counted, because they refuse other values for another reason. The result is false if each
 * operation of the group itself refuses some values that break the constraint: a refusal by another operation then does
 * not show that it would refuse the accepted values.
 */
function isEnforced(group: readonly Cluster[], taken: readonly Cluster[], { enforced }: GroupingFacts): boolean {
  const sorts = new Set(group.map(sortOf));
  const operations = new Set(
    taken.filter((each) => sorts.has(sortOf(each))).map(({ smallest }) => smallest.case.operation),
  );
  const isRefusedToo = ({ smallest: { case: made } }: Cluster): boolean =>
    enforced.get(made.operation)?.has(constraintOf(made) ?? '') === true;
  if (group.every(isRefusedToo)) return false;
  const constraints = new Set(group.map(({ smallest }) => constraintOf(smallest.case) ?? ''));
  return [...enforced].some(
    ([operation, kept]) => !operations.has(operation) && [...kept].some((constraint) => constraints.has(constraint)),
  );
}
