import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { Implementations, type Surface, surfacesOf } from '../bindings/surfaces.js';
import { closed } from './drive/lane/stopping.js';
import type { Phase } from './options/check-options.js';
import type { Run } from './options/run.js';

/** Returns whether this run calls the operation on the surface. */
export type ChosenCells = (surface: string, id: OperationId) => boolean;

interface ContractSurfaces {
  /** All surfaces of the run that offer the contract. */
  readonly surfaces: readonly Surface[];
  /** The surfaces on which this run calls at least one operation. */
  readonly driven: readonly Surface[];
}

/** Phases that do not start any surface. */
const STATIC: ReadonlySet<Phase> = new Set(['lint', 'freshness', 'registry']);

/**
 * The surfaces of all contracts of a run. Resources that their sessions share, such as a browser, are started once for
 * all contracts. They start while the contracts are linted and planned.
 */
export class HeldSurfaces {
  private constructor(
    private readonly run: Run,
    private readonly byContract: ReadonlyMap<Contract, ContractSurfaces>,
    private readonly releases: readonly (() => Promise<void>)[],
  ) {}

  static async start(run: Run, chosen: ChosenCells): Promise<HeldSurfaces> {
    const { loaded, options, promised, requested } = run;
    const implementations = new Implementations();
    const byContract = new Map<Contract, ContractSurfaces>();
    const releases: (() => Promise<void>)[] = [];
    for (const contract of promised.served) {
      const surfaces = await surfacesOf(loaded, contract.file, options.surfaces, implementations);
      const isChosen = ({ id }: Surface): boolean => contract.operations.some((each) => chosen(id, each.id));
      const driven = requested === undefined ? surfaces : surfaces.filter(isChosen);
      byContract.set(contract, { surfaces, driven });
      const isCalled = (surface: Surface): boolean =>
        promised.bindings(surface.id, contract).some(({ operation }) => chosen(surface.id, operation));
      if (options.phases.every((phase) => STATIC.has(phase)) || options.signal.aborted) continue;
      releases.push(...driven.filter(isCalled).flatMap(({ driver }) => driver.hold?.(loaded.root) ?? []));
    }
    return new HeldSurfaces(run, byContract, releases);
  }

  of(contract: Contract): ContractSurfaces {
    return this.byContract.get(contract) ?? { surfaces: [], driven: [] };
  }

  async release(): Promise<void> {
    await closed(this.run.options.signal, Promise.allSettled(this.releases.map((release) => release())));
  }
}
