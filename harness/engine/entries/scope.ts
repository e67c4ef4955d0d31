import type { RunScope, Selection } from '../../../reports/report.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { sameFile } from '../../configuration/surface-configs.js';
import { type CheckOptions, PHASES } from '../options/check-options.js';
import { type Promised, unsafeOperations } from '../plan/contracts.js';

/** The selection that the command line made; `undefined` if the run covers the whole configuration. */
export function scopeOf(
  loaded: LoadedConfig,
  options: CheckOptions,
  promised: Promised | undefined,
): RunScope | undefined {
  const { shard, budgetMs } = options;
  const files = loaded.contracts.map(({ file }) => file);
  const contracts =
    options.contracts.length === 0
      ? files
      : files.filter((file) => options.contracts.some((name) => sameFile(loaded, name, file)));
  const operations = promised?.served.flatMap((contract) => contract.operations.map(({ id }) => id)) ?? [];
  const notCalled =
    loaded.safe === true && promised !== undefined
      ? [...unsafeOperations(promised)].filter((id) => isNamed(id, options))
      : [];
  const selections = {
    contracts: selection(files, contracts),
    surfaces: selection(Object.keys(loaded.config.surfaces), options.surfaces),
    operations: selection(
      operations,
      operations.filter((id) => isNamed(id, options)),
    ),
    phases: selection(usualPhases(loaded, options), options.phases),
    backends: selection(loaded.backends, options.backends),
  };
  const narrowed = Object.entries(selections).filter(([, value]) => value !== undefined);
  if (shard === undefined && budgetMs === undefined && narrowed.length + notCalled.length === 0) return undefined;
  return {
    ...(shard && { shard: { index: shard.index + 1, count: shard.count } }),
    ...Object.fromEntries(narrowed),
    ...(notCalled.length > 0 && { notCalled }),
    ...(budgetMs !== undefined && { budgetMs }),
  };
}

/** The phases that the run would have without `--phase`; all phases if the run has another one. */
function usualPhases({ phases }: LoadedConfig, options: CheckOptions): readonly string[] {
  return phases !== undefined && options.phases.every((phase) => phases.includes(phase)) ? phases : PHASES;
}

function isNamed(id: string, { operations, exclude = [] }: CheckOptions): boolean {
  return (operations.length === 0 || operations.includes(id)) && !exclude.includes(id);
}

/** `undefined` if the selection covers all: no name selects all, too. */
function selection(all: readonly string[], named: readonly string[]): Selection | undefined {
  if (named.length === 0) return undefined;
  const leftOut = all.filter((one) => !named.includes(one));
  return leftOut.length === 0 ? undefined : { selected: all.filter((one) => named.includes(one)), leftOut };
}
