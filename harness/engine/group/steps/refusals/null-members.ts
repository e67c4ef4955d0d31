import type { Json } from '../../../../../contract/json/json.js';
import { valueAt } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, isRelated, joinCluster } from '../../cluster.js';
import { CONVERTIBLE_TEXT, UNCLEAR_TEXT } from '../../constraint-of.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * Combines into one finding the members and bodies for which a service accepts null, because it treats null as omitted.
 */
export const NULL_MEMBERS_STEP: GroupingStep = {
  name: 'null members',
  joins:
    'Several members of bodies, or several bodies, form one finding if the service accepts null for each of them although their types exclude it. The cause is that the service treats null as an omitted value. A member counts only if the service refuses other values of a wrong type there.',
  apply: (clusters, facts) => {
    const taken = clusters.filter((cluster) => isNullTaken(cluster, facts));
    const [first] = taken;
    if (first === undefined) return clusters;
    const alike = taken.filter((other) => other === first || isRelated(first, other));
    if (alike.length < 2) return clusters;
    first.summary = `The service accepts null at ${alike.length} places where the type excludes it, and refuses other values of a wrong type.`;
    return absorbed(clusters, new Map(toFirst(alike)), joinCluster);
  },
};

function isNullTaken({ rule, smallest }: Cluster, { enforced }: GroupingFacts): boolean {
  const { case: made, violation } = smallest;
  if (rule.id !== invalidRejected.id || violation.kind !== 'invalid-accepted' || made.expect.kind !== 'rejected')
    return false;
  const { pointer, keyword } = made.expect;
  if (keyword !== 'type' || !/^\/body(?:\/|$)/.test(pointer)) return false;
  const refused = enforced.get(made.operation);
  // Few other bodies are tried, and a service that checks no body forms one finding by itself.
  const isChecked =
    pointer === '/body' ||
    ['type', 'convertible type', CONVERTIBLE_TEXT, UNCLEAR_TEXT].some((kind) => refused?.has(`${kind} ${pointer}`));
  return isChecked && valueAt(made.input as unknown as Json, pointer) === null;
}
