import type { OperationId } from '../../contract/operation.js';
import { invalidRejected } from '../../rules/conformance/invalid-rejected.js';
import type { Cluster } from './cluster.js';

/** Fewer constraints than these may each have been forgotten by itself. */
const FEWEST = 3;

/**
 * An operation of which a service refuses no invalid input has one fault and not one for each constraint: nobody
 * validates. The first constraint carries it and the others are its evidence. `refusing`: operations that refused some.
 */
export function gatherUnvalidated(clusters: readonly Cluster[], refusing: ReadonlySet<OperationId>): readonly Cluster[] {
  const byOperation = new Map<OperationId, Cluster[]>();
  for (const cluster of clusters) {
    const operation = unvalidatedOperation(cluster, refusing);
    if (operation === undefined) continue;
    const known = byOperation.get(operation);
    if (known === undefined) byOperation.set(operation, [cluster]);
    else known.push(cluster);
  }
  const absorbed = new Set<Cluster>();
  for (const [first, ...others] of byOperation.values()) {
    if (first === undefined || others.length + 1 < FEWEST) continue;
    for (const other of others) {
      absorbed.add(other);
      absorbConstraint(first, other);
    }
    first.summary = `None of ${first.occurrences} invalid inputs was refused, which break ${others.length + 1} constraints.`;
  }
  return clusters.filter((cluster) => !absorbed.has(cluster));
}

function unvalidatedOperation({ rule, smallest, operations }: Cluster, refusing: ReadonlySet<OperationId>): OperationId | undefined {
  const [operation] = operations;
  if (rule.id !== invalidRejected.id || smallest.violation.kind !== 'invalid-accepted') return undefined;
  return operation === undefined || refusing.has(operation) ? undefined : operation;
}

function absorbConstraint(first: Cluster, { rule, smallest, occurrences, surfaces, backends, firstIndex }: Cluster): void {
  first.occurrences += occurrences;
  for (const surface of surfaces) first.surfaces.add(surface);
  for (const backend of backends) first.backends.add(backend);
  const { surface, pointer, message } = smallest.violation;
  const item = { rule: rule.id, surface, operation: smallest.case.operation, pointer, message };
  first.evidence.set(`${rule.id} ${surface} ${pointer} ${message}`, { index: firstIndex, item });
}
