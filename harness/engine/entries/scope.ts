import type { ChangedScope, RunScope, Selection } from '../../../reports/report.js';
import type { LoadedConfig } from '../../configuration/load-config.js';
import { sameFile, surfaceConfigsFor } from '../../configuration/surface-configs.js';
import type { RequestedChanges } from '../../change/requested-cells.js';
import { type CheckOptions, PHASES } from '../options/check-options.js';
import { type Promised, unsafeOperations } from '../plan/contracts.js';

/** What the command line selected. `undefined` if the run covers the whole configuration. */
export function scopeOf(
  loaded: LoadedConfig,
  options: CheckOptions,
  promised: Promised | undefined,
  requested?: RequestedChanges,
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
  const changed = promised && requested && changedScope(loaded, options, promised, requested, new Set(notCalled));
  if (
    shard === undefined &&
    budgetMs === undefined &&
    changed === undefined &&
    narrowed.length + notCalled.length === 0
  )
    return undefined;
  return {
    ...(shard && { shard: { index: shard.index + 1, count: shard.count } }),
    ...Object.fromEntries(narrowed),
    ...(notCalled.length > 0 && { notCalled }),
    ...(changed && { changed }),
    ...(budgetMs !== undefined && { budgetMs }),
  };
}

/**
 * The scope of a run with `--changed-since`: the number of cells of all operations, and the cells that are left out
 * because their operations did not change.
 */
function changedScope(
  loaded: LoadedConfig,
  options: CheckOptions,
  promised: Promised,
  requested: RequestedChanges,
  notCalled: ReadonlySet<string>,
): ChangedScope {
  const cells = promised.served.flatMap((contract) =>
    surfaceConfigsFor(loaded, contract.file, options.surfaces).flatMap(({ id }) =>
      promised
        .bindings(id, contract)
        .filter(({ operation }) => isNamed(operation, options) && !notCalled.has(operation))
        .map((binding) => ({ surface: id, ...binding, isRequested: requested.has(id, binding.operation) })),
    ),
  );
  const left = new Map<string, { readonly group: string; readonly operation: string; readonly surfaces: string[] }>();
  for (const { surface, group, operation } of cells.filter(({ isRequested }) => !isRequested)) {
    const key = JSON.stringify([group, operation]);
    const entry = left.get(key) ?? { group, operation, surfaces: [] };
    entry.surfaces.push(surface);
    left.set(key, entry);
  }
  const { since, commit, reasons } = requested;
  return {
    since,
    ...(commit !== undefined && { commit }),
    requested: cells.filter(({ isRequested }) => isRequested).length,
    reasons,
    notRequested: [...left.values()],
  };
}

/**
 * The phases that run without `--phase`: those that the configuration lists. If this run has a phase that the
 * configuration does not list, the result is all phases.
 */
function usualPhases({ phases }: LoadedConfig, options: CheckOptions): readonly string[] {
  return phases !== undefined && options.phases.every((phase) => phases.includes(phase)) ? phases : PHASES;
}

function isNamed(id: string, { operations, exclude = [] }: CheckOptions): boolean {
  return (operations.length === 0 || operations.includes(id)) && !exclude.includes(id);
}

/** The selected and the omitted names. `undefined` if every name is selected. */
function selection(all: readonly string[], named: readonly string[]): Selection | undefined {
  if (named.length === 0) return undefined;
  const leftOut = all.filter((one) => !named.includes(one));
  return leftOut.length === 0 ? undefined : { selected: all.filter((one) => named.includes(one)), leftOut };
}
