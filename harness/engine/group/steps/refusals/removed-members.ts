import { valueAt } from '../../../../../contract/json/json-pointer.js';
import { invalidRejected } from '../../../../../rules/conformance/service/invalid-rejected.js';
import { responseBody } from '../../../../../rules/conformance/service/response-body.js';
import { validAccepted } from '../../../../../rules/conformance/service/valid-accepted.js';
import { type Cluster, explainCluster, isRelated } from '../../cluster.js';
import { type GroupingStep, absorbed } from '../../step.js';

/**
 * Combines into one finding the consequences of a validator that removes unknown members. In a `oneOf` or `anyOf`, such
 * a validator checks each branch, and removes the members that only other branches have.
 */
export const REMOVED_MEMBERS_STEP: GroupingStep = {
  name: 'removed members',
  joins:
    'If a service accepts unknown members of closed objects, two violations at one object become evidence of this: a reply lacks a required member that the request has, and a valid input with the object is refused. The cause is a validator that removes unknown members. For each branch of `oneOf` or `anyOf`, it removes the members of the other branches.',
  apply: (clusters) => {
    const open = clusters.filter(isOpen);
    const causes = new Map<Cluster, Cluster>();
    for (const lost of clusters.filter(isLost)) {
      const cause = open.find((other) => isOneService(other, lost));
      const refused = clusters.filter((other) => isRefused(other, parentOf(lost)) && isOneService(other, lost));
      if (cause === undefined || refused.length === 0) continue;
      for (const effect of [lost, ...refused]) causes.set(effect, cause);
    }
    return absorbed(clusters, causes, explainCluster);
  },
};

const CLOSING: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Whether the service accepts an unknown member of a closed object. */
function isOpen({ rule, smallest: { case: shown } }: Cluster): boolean {
  const { expect } = shown;
  return rule.id === invalidRejected.id && expect.kind === 'rejected' && CLOSING.has(expect.keyword);
}

/** Whether the reply lacks a required member that the body of the request has at the same place. */
function isLost({ rule, smallest: { violation, case: shown } }: Cluster): boolean {
  const isMissing = rule.id === responseBody.id && violation.kind === 'required';
  return isMissing && valueAt(shown.input.body, placeOf(violation.pointer)) !== undefined;
}

function isRefused({ rule, smallest: { case: shown } }: Cluster, object: string): boolean {
  return rule.id === validAccepted.id && object !== '' && valueAt(shown.input.body, object) !== undefined;
}

/** The JSON pointer, in the body, to the object that lacks the member. */
function parentOf({ smallest: { violation } }: Cluster): string {
  const place = placeOf(violation.pointer);
  return place.slice(0, place.lastIndexOf('/'));
}

function placeOf(pointer: string): string {
  return pointer.replace(/^\/response\/body/, '');
}

function isOneService(one: Cluster, other: Cluster): boolean {
  return isRelated(one, other) && [...one.operations].some((operation) => other.operations.has(operation));
}
