import { valueAt } from '../../../../../contract/json/json-pointer.js';
import type { Json } from '../../../../../contract/json/json.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../../cluster.js';
import { constraintOf } from '../../constraint-of.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../../step.js';

/**
 * Combines into one finding the invalid empty parameters (`?limit=`) that a service accepts because it treats an empty
 * parameter as an omitted one.
 */
export const EMPTY_PARAMETERS_STEP: GroupingStep = {
  name: 'empty parameters',
  joins:
    'Several parameters form one finding if the service accepts an invalid empty value for each of them (`?limit=`). The cause is that the service treats an empty parameter as omitted. The service must refuse other values of the parameter that break the same constraint. This is not required for `minLength: 1`, because only the empty string breaks it.',
  apply: (clusters, facts) => {
    const taken = clusters.filter((cluster) => isEmptyTaken(cluster, facts));
    const [first, ...others] = taken;
    if (first === undefined || others.length === 0) return clusters;
    first.summary = `The service accepts ${taken.length} parameters with an invalid empty value, and refuses other invalid values.`;
    return absorbed(clusters, new Map(toFirst(taken)), joinCluster);
  },
};

function isEmptyTaken({ rule, smallest }: Cluster, { enforced }: GroupingFacts): boolean {
  const { case: made, violation } = smallest;
  if (rule.id !== invalidRejected.id || violation.kind !== 'invalid-accepted' || made.expect.kind !== 'rejected')
    return false;
  const { pointer, keyword } = made.expect;
  const isEmpty =
    /^\/(?:query|header|cookie)\/[^/]+$/.test(pointer) && valueAt(made.input as unknown as Json, pointer) === '';
  // With `minLength: 1`, only the empty string is too short. No other value can show whether the service checks the
  // length.
  return isEmpty && (keyword === 'minLength' || enforced.get(made.operation)?.has(constraintOf(made) ?? '') === true);
}
