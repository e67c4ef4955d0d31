import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { collectionsOf } from '../../contract/collections/collections.js';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceNames } from '../configuration/surface-configs.js';
import type { ContractChanges } from './contract-changes.js';

/** The operations that must be checked on each surface because of a change, and the reasons. */
export interface RequestedCells {
  readonly reasons: readonly ChangeReason[];
  has(surface: string, operation: OperationId): boolean;
}

/** The operations that must be checked because of a change, and the revision with which the project was compared. */
export interface RequestedChanges extends RequestedCells {
  readonly since: string;
  readonly commit?: string;
}

/** The contracts that a run reads. */
export interface RunContracts {
  readonly served: readonly Contract[];
  /** Contracts that are read and linted, but that no surface serves. */
  readonly unserved: readonly Contract[];
}

/**
 * The differences between two revisions of one contract. If its kind is `all`, every operation must be checked, for the
 * stated reason.
 */
export type ComparedContract =
  | { readonly kind: 'changes'; readonly contract: Contract; readonly changes: ContractChanges }
  | { readonly kind: 'all'; readonly contract: Contract; readonly reason: string };

/**
 * Selects the operations to check on each surface, given the reasons. A reason without `surfaces` applies to all
 * surfaces, and a reason without `operations` to all operations.
 */
export function requestedCells(loaded: LoadedConfig, reasons: readonly ChangeReason[]): RequestedCells {
  const bySurface = new Map(surfaceNames(loaded).map((name) => [name, new Set<string>()] as const));
  const whole = new Set<string>();
  for (const { surfaces = [...bySurface.keys()], operations } of reasons)
    for (const surface of surfaces) {
      if (operations === undefined) whole.add(surface);
      for (const operation of operations ?? []) bySurface.get(surface)?.add(operation);
    }
  return {
    reasons,
    has: (surface, operation) => whole.has(surface) || (bySurface.get(surface)?.has(operation) ?? false),
  };
}

/** Derives from the changes of a contract which operations must be checked, and why. */
export function contractReasons(loaded: LoadedConfig, compared: ComparedContract): readonly ChangeReason[] {
  const { contract } = compared;
  const every = ids(contract);
  if (compared.kind === 'all') return [{ subjects: [contract.file], reason: compared.reason, operations: every }];
  const { parts, added, removed, unused } = compared.changes;
  const changed = new Set([...added, ...[...parts.values()].flat()]);
  return [
    ...(removed.length === 0
      ? []
      : [{ subjects: [contract.file], reason: `the contract no longer has ${removed.join(', ')}`, operations: every }]),
    ...(added.length === 0 ? [] : [{ subjects: [contract.file], reason: 'new', operations: added }]),
    ...[...parts].map(([address, operations]) => ({ subjects: [address], reason: 'changed', operations })),
    ...relatedReasons(loaded, contract, changed),
    ...unused.map((address) => ({
      subjects: [address],
      reason: 'the part changed, and no operation refers to it',
      operations: [],
    })),
  ];
}

/**
 * Selects the operations that use the same items as a changed operation, or that an OpenAPI link connects with a
 * changed operation. Rules about stored state need all of these operations, and a case of one operation may first call
 * another operation.
 */
function relatedReasons(
  { config }: LoadedConfig,
  contract: Contract,
  changed: ReadonlySet<OperationId>,
): readonly ChangeReason[] {
  const { all } = collectionsOf(contract, config.collections);
  const together = all.map(({ create, read, list }) =>
    [create, read?.operation, list?.operation].flatMap((operation) => operation?.id ?? []),
  );
  const linked = contract.operations.flatMap((operation) =>
    operation.responses.flatMap(({ links }) =>
      links.map((link) => ids(contract).filter((id) => id === operation.id || id === link.operation)),
    ),
  );
  const related = new Map<OperationId, Set<OperationId>>();
  for (const group of [...together, ...linked])
    for (const cause of group.filter((id) => changed.has(id)))
      related.set(cause, new Set([...(related.get(cause) ?? []), ...group.filter((id) => !changed.has(id))]));
  return [...related]
    .filter(([, operations]) => operations.size > 0)
    .map(([cause, operations]) => ({
      subjects: [cause],
      reason: 'the operation changed, and these operations use the same items',
      operations: [...operations],
    }));
}

function ids({ operations }: Contract): readonly OperationId[] {
  return operations.map(({ id }) => id);
}
