import type { Contract, ContractFault } from '../../../contract/contract.js';
import type { Operation, OperationId } from '../../../contract/operation.js';
import { readParityGroups } from '../../../contract/manifests/parity-groups.js';
import { ParityError } from '../../../contract/parity-error.js';
import { withGivenFirst } from '../../../contract/wire/request/preferred-security.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { readContract } from '../../../contract/reading/read-contract.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { sameFile, surfaceConfigsFor } from '../../configuration/surface-configs.js';
import { generatedKind } from '../../../surfaces/kinds/surface-kinds.js';
import { nameOneOf } from '../../configuration/name-one-of.js';

/** The contracts of a run, and the operations that each surface must offer. */
export interface Promised {
  /** The contracts whose operations are called. */
  readonly served: readonly Contract[];
  /** The contracts that are only read and linted, because no surface offers them. */
  readonly unserved: readonly Contract[];
  /** The operations that a surface must offer, with their parity groups. Excluded operations are omitted. */
  bindings(surface: string, contract: Contract): readonly Binding[];
}

export interface Binding {
  readonly group: string;
  readonly operation: OperationId;
}

export type Reading =
  | { readonly kind: 'promised'; readonly promised: Promised }
  | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

/**
 * Reads all contracts and the parity groups. If any file has errors, returns the errors in all files instead.
 * `leavesOut`: whether operations whose requests cannot be known are left out, instead of being errors.
 */
export async function readPromised(
  loaded: LoadedConfig,
  files: readonly string[] = [],
  leavesOut = false,
): Promise<Reading> {
  const foreign = files.filter((name) => !loaded.contracts.some(({ file }) => sameFile(loaded, file, name)));
  const chosen = [...loaded.contracts, ...foreign.map((file) => ({ file, served: true }))];
  const isNamed = (file: string): boolean => files.length === 0 || files.some((name) => sameFile(loaded, name, file));
  const readings = await Promise.all(
    chosen
      .filter(({ file }) => foreign.length === 0 || isNamed(file))
      .map(({ file }) => readContract(file, { root: loaded.root, prefix: loaded.prefix, leavesOut })),
  );
  const faults = readings.flatMap((reading) => (reading.kind === 'faults' ? reading.faults : []));
  if (faults.length > 0) return { kind: 'faults', faults };
  const read = readings.flatMap((reading) => (reading.kind === 'contract' ? [reading.contract] : []));
  // A configured token satisfies the first security alternative of each operation.
  const contracts = loaded.config.token === undefined ? read.map((each) => preferringGiven(each, loaded)) : read;
  const { groups } = loaded.config;
  // The parity groups do not cover a contract that is named only on the command line. Each of its operations then forms
  // a group.
  const reading =
    groups === undefined || foreign.length > 0
      ? undefined
      : await readParityGroups(groups, contracts, { root: loaded.root });
  if (reading?.kind === 'faults') {
    // A fault that the reader works around, such as a repeated operationId, may be the cause of a fault of the groups.
    const around = contracts.flatMap(({ readAround = [] }) => readAround);
    return { kind: 'faults', faults: [...around, ...reading.faults] };
  }
  const named = contracts.filter(({ file }) => isNamed(file));
  const isServed = (contract: Contract): boolean =>
    chosen.some(({ file, served }) => served && sameFile(loaded, file, contract.file));
  return {
    kind: 'promised',
    promised: {
      served: named.filter((contract) => isServed(contract)),
      unserved: named.filter((contract) => !isServed(contract)),
      bindings: (name, contract) => {
        const surface = loaded.suffix === undefined ? name : name.slice(0, -loaded.suffix.length);
        if (reading === undefined)
          return offeredOperations(loaded, surface, contract).map(({ id }) => ({ group: id, operation: id }));
        const own = new Set(contract.operations.map(({ id }) => id));
        return reading.groups.groups.flatMap((group) =>
          group.bindings
            .filter((binding) => binding.surface === surface && own.has(binding.operation))
            .map(({ operation }) => ({ group: group.name, operation })),
        );
      },
    },
  };
}

function preferringGiven(contract: Contract, { credentials }: LoadedConfig): Contract {
  const operations = withGivenFirst(contract.operations, credentials);
  const isSame = operations.every((operation, index) => operation === contract.operations[index]);
  return isSame ? contract : { ...contract, operations };
}

/**
 * The operations that a surface must offer if there are no parity groups. For a surface with generated code, these are
 * the operations in this code. For any other surface, they are all operations.
 */
function offeredOperations(loaded: LoadedConfig, surface: string, contract: Contract): readonly Operation[] {
  const found = surfaceConfigsFor(loaded, contract.file).find(({ id }) => id === surface);
  const generate = found?.config.generate;
  if (generate === undefined || !('generator' in generate)) return contract.operations;
  return generatedKind(generate.generator).offered?.(contract) ?? contract.operations;
}

/** The operations that the command line selects, and those that it excludes. */
export interface OperationChoice {
  readonly operations: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Returns a function that decides whether an operation is called. If operations are named, only these are called;
 * otherwise, all are. Excluded operations are never called. Throws a `ParityError` if no served contract has an
 * operation with a given name.
 */
export function chosenOperations(
  promised: Promised,
  { operations, exclude = [] }: OperationChoice,
): (id: OperationId) => boolean {
  const all = promised.served.flatMap((contract) => contract.operations.map(({ id }) => id));
  const leftOut = promised.served.flatMap((contract) => contract.leftOut ?? []);
  const unknown = [...operations, ...exclude.filter((name) => !leftOut.some((id) => id === name))].find(
    (name) => !all.some((id) => id === name),
  );
  if (unknown !== undefined) {
    throw new ParityError(
      'operation-unknown',
      `no served contract has the operation \`${unknown}\``,
      nameOneOf(unknown, all),
    );
  }
  return (id) => (operations.length === 0 || operations.includes(id)) && !exclude.includes(id);
}

/** The operations of served contracts whose method is not safe (RFC 9110 §9.2.1). */
export function unsafeOperations({ served }: Promised): ReadonlySet<OperationId> {
  const unsafe = served.flatMap(({ operations }) => operations.filter(({ method }) => !isSafeMethod(method)));
  return new Set(unsafe.map(({ id }) => id));
}
