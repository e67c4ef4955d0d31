import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { collectionsOf } from '../../contract/collections/collections.js';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { surfaceNames } from '../configuration/surface-configs.js';
import type { ContractChanges } from './contract-changes.js';

/** The operations of each surface that a change concerns, and why. */
export interface RequestedCells {
  readonly reasons: readonly ChangeReason[];
  has(surface: string, operation: OperationId): boolean;
}

/** `RequestedCells`, and the revision with which the project was compared. */
export interface RequestedChanges extends RequestedCells {
  readonly since: string;
  readonly commit?: string;
}

/** The contracts of a run. */
export interface RunContracts {
  readonly served: readonly Contract[];
  /** Contracts that are only read and linted. */
  readonly unserved: readonly Contract[];
}

/** The changes of one contract. `all`: the reason why every operation is selected. */
export type ComparedContract =
  | { readonly kind: 'changes'; readonly contract: Contract; readonly changes: ContractChanges }
  | { readonly kind: 'all'; readonly contract: Contract; readonly reason: string };

/** The cells that any of the reasons selects. A reason without `surfaces` or `operations` selects all of them. */
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

/** The reasons for selecting operations that follow from the contract. */
export function contractReasons(loaded: LoadedConfig, compared: ComparedContract): readonly ChangeReason[] {
  const { contract } = compared;
  const every = ids(contract);
  if (compared.kind === 'all') return [{ subjects: [contract.file], reason: compared.reason, operations: every }];
  const { parts, added, removed, unused } = compared.changes;
  const changed = new Set([...added, ...[...parts.values()].flat()]);
  return [
    ...(removed.length === 0
      ? []
      : [{ subjects: [contract.file], reason: `no longer has ${removed.join(', ')}`, operations: every }]),
    ...(added.length === 0 ? [] : [{ subjects: [contract.file], reason: 'new', operations: added }]),
    ...[...parts].map(([address, operations]) => ({ subjects: [address], reason: 'changed', operations })),
    ...relatedReasons(loaded, contract, changed),
    ...unused.map((address) => ({ subjects: [address], reason: 'changed; no operation refers to it', operations: [] })),
  ];
}

/**
 * Selects operations on the same items, and operations that a link connects. Rules about stored state need both
 * operations, and a case of one operation may first call the other one.
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
      reason: 'changed, and these operations use the same items',
      operations: [...operations],
    }));
}

function ids({ operations }: Contract): readonly OperationId[] {
  return operations.map(({ id }) => id);
}
