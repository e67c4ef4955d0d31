import type { Contract, ContractFault } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import { readParityGroups } from '../../../contract/manifests/parity-groups.js';
import { ParityError } from '../../../contract/parity-error.js';
import { readContract } from '../../../contract/reading/read-contract.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { sameFile } from '../../configuration/surface-configs.js';
import { nameOneOf } from '../../configuration/name-one-of.js';

/** Everything that is promised: the contracts, and which surface performs what for which parity group. */
export interface Promised {
  /** Read and driven. */
  readonly served: readonly Contract[];
  /** Read and linted only. */
  readonly unserved: readonly Contract[];
  /** The operation that a surface performs for each of its groups; excluded ones are absent. */
  bindings(surface: string, contract: Contract): readonly Binding[];
}

export interface Binding {
  readonly group: string;
  readonly operation: OperationId;
}

export type Reading =
  { readonly kind: 'promised'; readonly promised: Promised } | { readonly kind: 'faults'; readonly faults: readonly ContractFault[] };

/** Reads all contracts and the parity groups; every fault of all of them, or all that is promised. */
export async function readPromised(loaded: LoadedConfig, files: readonly string[] = []): Promise<Reading> {
  const foreign = files.filter((name) => !loaded.contracts.some(({ file }) => sameFile(loaded, file, name)));
  const chosen = [...loaded.contracts, ...foreign.map((file) => ({ file, served: true }))];
  const isNamed = (file: string): boolean => files.length === 0 || files.some((name) => sameFile(loaded, name, file));
  const readings = await Promise.all(
    chosen
      .filter(({ file }) => foreign.length === 0 || isNamed(file))
      .map(({ file }) => readContract(file, { root: loaded.root, prefix: loaded.prefix })),
  );
  const faults = readings.flatMap((reading) => (reading.kind === 'faults' ? reading.faults : []));
  if (faults.length > 0) return { kind: 'faults', faults };
  const contracts = readings.flatMap((reading) => (reading.kind === 'contract' ? [reading.contract] : []));
  const { groups } = loaded.config;
  // A contract named on the command line may be one that the groups do not know: then each operation is its own group.
  const reading = groups === undefined || foreign.length > 0 ? undefined : await readParityGroups(groups, contracts, { root: loaded.root });
  if (reading?.kind === 'faults') return reading;
  const named = contracts.filter(({ file }) => isNamed(file));
  const isServed = (contract: Contract): boolean => chosen.some(({ file, served }) => served && sameFile(loaded, file, contract.file));
  return {
    kind: 'promised',
    promised: {
      served: named.filter((contract) => isServed(contract)),
      unserved: named.filter((contract) => !isServed(contract)),
      bindings: (surface, contract) => {
        if (reading === undefined) return contract.operations.map(({ id }) => ({ group: id, operation: id }));
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

/** The operations to drive: all, or those named, each of which must be some served contract's. */
export function chosenOperations(promised: Promised, named: readonly string[]): (id: OperationId) => boolean {
  const all = promised.served.flatMap((contract) => contract.operations.map(({ id }) => id));
  const unknown = named.find((name) => !all.some((id) => id === name));
  if (unknown !== undefined) {
    throw new ParityError(
      'operation-unknown',
      `there is no operation \`${unknown}\` in the served contracts`,
      nameOneOf(unknown, all),
    );
  }
  return (id) => named.length === 0 || named.includes(id);
}
