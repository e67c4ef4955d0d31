import type { Contract } from '../contract.js';
import type { OperationId } from '../operation.js';
import type { ParityBinding, ParityExclusion, ParityGroups } from './parity-group.js';
import { formatLocation } from '../json/source-location.js';
import type { FaultLog } from '../document/fault-log.js';
import { childPlace, type Place, placeLocation } from '../document/place.js';

/** Checks that every operation is either bound once or excluded once, on every surface that the parity file lists. */
export function checkCoverage(
  groups: ParityGroups,
  contracts: readonly Contract[],
  entry: Place,
  faults: FaultLog,
): void {
  const operations = knownOperations(contracts, entry, faults);
  const bindings = groups.groups.flatMap((group) => group.bindings);
  const exclusions = groups.groups.flatMap((group) => group.excluded);
  checkKnown([...bindings, ...exclusions], operations, faults);
  const bound = indexOnce(bindings, 'bound', faults);
  const excluded = indexOnce(exclusions, 'excluded', faults);
  for (const [pair, exclusion] of excluded) {
    const binding = bound.get(pair);
    if (binding !== undefined) reportBoth(exclusion, binding, faults);
  }
  for (const operation of operations) {
    const isNamed = (pair: string): boolean => bound.has(pair) || excluded.has(pair);
    const missing = groups.surfaces.filter((surface) => !isNamed(pairOf(surface, operation)));
    if (missing.length > 0) reportMissing(operation, missing, entry, faults);
  }
}

/**
 * The ids of all operations of the contracts. An id that two contracts use is reported as a fault, because the parity
 * file refers to operations only by their ids.
 */
function knownOperations(contracts: readonly Contract[], entry: Place, faults: FaultLog): ReadonlySet<OperationId> {
  const owners = new Map<OperationId, string>();
  for (const contract of contracts) {
    for (const { id, location } of contract.operations) {
      const owner = owners.get(id);
      if (owner === undefined) owners.set(id, formatLocation(location));
      else {
        faults.add(
          placeLocation(childPlace(entry, 'contracts') ?? entry),
          'parity-operation-ambiguous',
          `operationId ${id} is declared at ${owner} and at ${formatLocation(location)}`,
          'Rename one of the two operations.',
        );
      }
    }
  }
  return new Set(owners.keys());
}

function checkKnown(named: readonly ParityBinding[], operations: ReadonlySet<OperationId>, faults: FaultLog): void {
  for (const { operation, location } of named) {
    if (operations.has(operation)) continue;
    faults.add(
      location,
      'parity-operation-unknown',
      `no contract has an operation ${JSON.stringify(operation)}`,
      `Use one of ${[...operations].join(', ')}.`,
    );
  }
}

function indexOnce<Entry extends ParityBinding>(
  entries: readonly Entry[],
  what: string,
  faults: FaultLog,
): ReadonlyMap<string, Entry> {
  const index = new Map<string, Entry>();
  for (const entry of entries) {
    const pair = pairOf(entry.surface, entry.operation);
    const first = index.get(pair);
    if (first === undefined) index.set(pair, entry);
    else {
      const message = `${entry.operation} is already ${what} on ${entry.surface} at ${formatLocation(first.location)}`;
      faults.add(entry.location, 'parity-twice', message, 'Remove one of the two entries.');
    }
  }
  return index;
}

function reportBoth(exclusion: ParityExclusion, binding: ParityBinding, faults: FaultLog): void {
  const message = `${exclusion.operation} is excluded on ${exclusion.surface} but bound at ${formatLocation(binding.location)}`;
  faults.add(exclusion.location, 'parity-twice', message, 'Remove the exclusion or the binding.');
}

function reportMissing(operation: OperationId, surfaces: readonly string[], entry: Place, faults: FaultLog): void {
  const message = `${operation} is neither bound nor excluded on ${surfaces.join(', ')}`;
  faults.add(
    placeLocation(childPlace(entry, 'groups') ?? entry),
    'parity-uncovered',
    message,
    'Bind the operation in a group, or exclude it with a reason.',
  );
}

function pairOf(surface: string, operation: OperationId): string {
  return JSON.stringify([surface, operation]);
}
