import type { OperationId } from '../../../../contract/operation.js';
import { invalidRejected } from '../../../../rules/conformance/service/invalid-rejected.js';
import { type Cluster, joinCluster } from '../cluster.js';
import { constraintOf } from '../constraint-of.js';
import { type GroupingFacts, type GroupingStep, absorbed, toFirst } from '../step.js';

/** Fewest unenforced constraints that are joined: fewer may be separate faults. */
const FEWEST = 3;
/** Unenforced constraints for each enforced one: an operation that enforces more does validate its input. */
const FOR_EACH_ENFORCED = 4;

/**
 * Kinds of constraints that validators switch on or off as a whole: formats, closed objects, and types without
 * coercion.
 */
const SWITCHES: readonly { readonly name: string; readonly keywords: ReadonlySet<string> }[] = [
  { name: 'formats', keywords: new Set(['format']) },
  { name: 'closed objects', keywords: new Set(['additionalProperties', 'unevaluatedProperties']) },
  { name: 'types of values that can be converted', keywords: new Set(['convertible type']) },
];

/** Joins the unenforced constraints of an operation whose input is not validated. */
export const NOT_VALIDATED_STEP: GroupingStep = {
  name: 'not validated',
  joins:
    'An operation of which the service enforces almost no constraint has one fault instead of one for each constraint: its input is not validated.',
  apply: (clusters, { enforced }) => {
    const causes = new Map<Cluster, Cluster>();
    const taken = clusters.filter(isTaken);
    for (const operation of new Set(taken.map(operationOf))) {
      const group = taken.filter((cluster) => operationOf(cluster) === operation);
      const kept = enforced.get(operation)?.size ?? 0;
      if (group.length < FEWEST || group.length < kept * FOR_EACH_ENFORCED) continue;
      for (const [other, first] of toFirst(group)) {
        causes.set(other, first);
        first.summary = `${group.length} of ${group.length + kept} constraints that were tried are not enforced.`;
      }
    }
    return absorbed(clusters, causes, joinCluster);
  },
};

/** Joins unenforced constraints of a kind that the service never enforces. */
export const SWITCHED_OFF_STEP: GroupingStep = {
  name: 'switched off',
  joins:
    'Unenforced constraints of one kind (formats, closed objects, types of values that can be converted) are one fault if the service enforces none of that kind: its validator ignores them.',
  apply: (clusters, facts) =>
    SWITCHES.reduce((kept, { name, keywords }) => withoutSwitchedOff(kept, facts, name, keywords), clusters),
};

function withoutSwitchedOff(
  clusters: readonly Cluster[],
  { enforced }: GroupingFacts,
  name: string,
  keywords: ReadonlySet<string>,
): readonly Cluster[] {
  const isOne = (constraint: string): boolean => [...keywords].some((keyword) => constraint.startsWith(`${keyword} `));
  const taken = clusters.filter((cluster) => isTaken(cluster) && isOne(constraintOf(cluster.smallest.case) ?? ''));
  const [first, ...others] = taken;
  if (first === undefined || others.length === 0) return clusters;
  if (taken.some((cluster) => [...(enforced.get(operationOf(cluster)) ?? [])].some(isOne))) return clusters;
  first.summary = `None of the ${taken.length} ${name} that were tried is enforced.`;
  return absorbed(clusters, new Map(toFirst(taken)), joinCluster);
}

function operationOf({ smallest }: Cluster): OperationId {
  return smallest.case.operation;
}

function isTaken({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted';
}
