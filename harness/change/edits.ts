import { resolve } from 'node:path';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { fileReasons } from './changed-files.js';
import { contractChanges } from './contract-changes.js';
import { type ContractParts, contractParts } from './contract-parts.js';
import type { FileOwners } from './file-owners.js';
import { type RequestedChanges, type RunContracts, contractReasons, requestedCells } from './requested-cells.js';

/** Maps the file of each contract to the parts that the contract had at an earlier time. */
export type KnownContracts = ReadonlyMap<string, ContractParts>;

/** The operations to check after edits, and the parts of each contract after these edits. */
interface Edits {
  readonly requested: RequestedChanges;
  readonly contracts: KnownContracts;
}

/** The state of the project before the edits. */
interface EditContext {
  readonly before: KnownContracts;
  readonly owners: FileOwners;
  /** Folders to which a check writes its reports. */
  readonly reports: readonly string[];
}

/**
 * Selects the operations of each surface that must be checked because of edits. `before` has the parts of the contracts
 * before the edits, and `paths` are all edited files.
 */
export function changesOfEdits(
  loaded: LoadedConfig,
  { served, unserved }: RunContracts,
  paths: readonly string[],
  { before, owners, reports }: EditContext,
): Edits {
  const contracts = new Map<string, ContractParts>();
  const documents = new Set<string>();
  const reasons: ChangeReason[] = [];
  for (const contract of [...served, ...unserved]) {
    const now = contractParts(contract.file, loaded.root);
    const former = before.get(contract.file);
    for (const file of [...(now.kind === 'parts' ? now.files : []), ...(former?.files ?? [])])
      documents.add(resolve(loaded.root, file));
    if (now.kind === 'parts') contracts.set(contract.file, now);
    if (!served.includes(contract)) continue;
    if (now.kind === 'faults' || former === undefined)
      reasons.push(
        ...contractReasons(loaded, { kind: 'all', contract, reason: 'the contract was not compared before' }),
      );
    else
      reasons.push(
        ...contractReasons(loaded, { kind: 'changes', contract, changes: contractChanges(contract, former, now) }),
      );
  }
  const changed = { paths, documents, generated: new Map(), reports };
  reasons.push(...fileReasons(loaded, served, owners, changed));
  return { requested: { ...requestedCells(loaded, reasons), since: 'the run before' }, contracts };
}

/** The files that a check reads or runs. */
export interface WatchedFiles {
  readonly root: string;
  /** Files that a check certainly reads or runs. */
  readonly files: ReadonlySet<string>;
  /** Folders with files that a check may read or run. */
  readonly folders: readonly string[];
  /**
   * Maps source files to the built files that a check runs. An edit of the source file has no effect before the next
   * build.
   */
  readonly sources: ReadonlyMap<string, string>;
  /** Folders to which a check writes its reports. */
  readonly reports: readonly string[];
}

export function watchedFiles(
  loaded: LoadedConfig,
  contracts: KnownContracts,
  { owners, configuration }: FileOwners,
  reports: readonly string[],
): WatchedFiles {
  const named = loaded.contracts.map(({ file }) => resolve(loaded.root, file));
  const documents = [...contracts.values()].flatMap(({ files }) => files.map((file) => resolve(loaded.root, file)));
  const programs = owners.map(({ program }) => program);
  const sources = new Map(programs.flatMap((program) => [...program.sources]));
  const run = programs.flatMap(({ files }) => [...files.keys()]).filter((file) => !sources.has(file));
  return {
    root: loaded.root,
    files: new Set([loaded.file, ...configuration.keys(), ...named, ...documents, ...run]),
    folders: [...new Set(programs.flatMap(({ folders }) => [...folders.keys()]))],
    sources,
    reports,
  };
}
