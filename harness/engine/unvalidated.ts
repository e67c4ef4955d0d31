import type { OperationId } from '../../contract/operation.js';
import { invalidRejected } from '../../rules/conformance/invalid-rejected.js';
import type { Cluster } from './cluster.js';

/** Fewer constraints than these may each have been forgotten by itself. */
const FEWEST = 3;
/** Of five constraints four: whoever enforces more has an eye on them. */
const FOR_EACH_ENFORCED = 4;

/** What validators have one switch for: formats are asserted or not, unknown members are looked at or not. */
const SWITCHES: readonly { readonly name: string; readonly keywords: ReadonlySet<string> }[] = [
  { name: 'formats', keywords: new Set(['format']) },
  { name: 'closed objects', keywords: new Set(['additionalProperties', 'unevaluatedProperties']) },
];

type Enforced = ReadonlyMap<OperationId, ReadonlySet<string>>;

/**
 * An operation of which a service enforces next to no constraint has one fault and not one for each of them: nobody
 * validates. The first constraint carries it and the others are its evidence. So it is with one kind of constraint, all of
 * which a validator leaves alone unless it is told to look at them.
 */
export function gatherUnvalidated(clusters: readonly Cluster[], enforced: Enforced): readonly Cluster[] {
  return SWITCHES.reduce(
    (kept, { name, keywords }) => withoutSwitchedOff(kept, enforced, name, keywords),
    withoutNeglected(clusters, enforced),
  );
}

function withoutNeglected(clusters: readonly Cluster[], enforced: Enforced): readonly Cluster[] {
  const absorbed = new Set<Cluster>();
  const takenBy = clusters.filter(isTaken);
  for (const operation of new Set(takenBy.map(operationOf))) {
    const [first, ...others] = takenBy.filter((cluster) => operationOf(cluster) === operation);
    const taken = others.length + 1;
    const kept = enforced.get(operation)?.size ?? 0;
    if (first === undefined || taken < FEWEST || taken < kept * FOR_EACH_ENFORCED) continue;
    for (const other of others) {
      absorbed.add(other);
      absorbConstraint(first, other);
    }
    first.summary = `${taken} of ${taken + kept} constraints that were tried are not enforced.`;
  }
  return clusters.filter((cluster) => !absorbed.has(cluster));
}

function withoutSwitchedOff(
  clusters: readonly Cluster[],
  enforced: Enforced,
  name: string,
  keywords: ReadonlySet<string>,
): readonly Cluster[] {
  const isOne = (keyword: string | undefined): boolean => keyword !== undefined && keywords.has(keyword);
  const taken = clusters.filter((cluster) => isTaken(cluster) && isOne(keywordOf(cluster)));
  const [first, ...others] = taken;
  if (first === undefined || others.length === 0) return clusters;
  if (taken.some((cluster) => [...(enforced.get(operationOf(cluster)) ?? [])].some((known) => isOne(known.split(' ')[0])))) return clusters;
  for (const other of others) {
    absorbConstraint(first, other);
    for (const operation of other.operations) first.operations.add(operation);
  }
  first.summary = `None of the ${taken.length} ${name} that were tried is enforced.`;
  return clusters.filter((cluster) => !others.includes(cluster));
}

function keywordOf({ smallest }: Cluster): string | undefined {
  const { expect } = smallest.case;
  return expect.kind === 'rejected' ? expect.keyword : undefined;
}

function operationOf({ smallest }: Cluster): OperationId {
  return smallest.case.operation;
}

function isTaken({ rule, smallest }: Cluster): boolean {
  return rule.id === invalidRejected.id && smallest.violation.kind === 'invalid-accepted';
}

function absorbConstraint(first: Cluster, { rule, smallest, occurrences, surfaces, backends, firstIndex }: Cluster): void {
  first.occurrences += occurrences;
  for (const surface of surfaces) first.surfaces.add(surface);
  for (const backend of backends) first.backends.add(backend);
  const { surface, pointer, message } = smallest.violation;
  const item = { rule: rule.id, surface, operation: smallest.case.operation, pointer, message };
  first.evidence.set(`${rule.id} ${surface} ${pointer} ${message}`, { index: firstIndex, item });
}
