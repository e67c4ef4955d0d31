import { relative } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { isInside } from '../sources/local-modules.js';
import { sameFile } from '../configuration/surface-configs.js';
import { type FileOwners, type Owner, unrelatedKind, whyOwned } from './file-owners.js';

/** A file of generated code that changed only because the contract changed. */
export interface GeneratedChange {
  readonly surface: string;
  /** The operations whose code changed. Not set if the change concerns code that all operations share. */
  readonly operations?: readonly string[];
}

export interface ChangedFiles {
  /** Absolute paths of the changed files. */
  readonly paths: readonly string[];
  /**
   * The files of the contracts, before and after the change. For these files, `fileReasons` returns no reasons, because
   * contracts are compared by operation.
   */
  readonly documents: ReadonlySet<string>;
  readonly generated: ReadonlyMap<string, GeneratedChange>;
  /** Folders to which a check writes its reports. */
  readonly reports: readonly string[];
}

/**
 * The reasons why operations must be checked because of changed files. One reason combines all files that concern the
 * same operations in the same way.
 */
export function fileReasons(
  loaded: LoadedConfig,
  contracts: readonly Contract[],
  { owners, configuration }: FileOwners,
  changed: ChangedFiles,
): readonly ChangeReason[] {
  const reasons = changed.paths.filter((path) => !changed.documents.has(path)).flatMap((path) => reasonsOf(path));
  return joined(reasons);

  function reasonsOf(path: string): readonly ChangeReason[] {
    const subjects = [relative(loaded.root, path).replaceAll('\\', '/')];
    if (changed.reports.some((folder) => isInside(folder, path)))
      return [{ subjects, reason: 'the file is a report of an earlier check', operations: [] }];
    const part = configuration.get(path);
    if (part !== undefined) return [{ subjects, reason: `${part} changed` }];
    const owned = owners.flatMap((owner) => {
      const why = whyOwned(owner.program, path);
      return why === undefined ? [] : [{ owner, why }];
    });
    const generated = changed.generated.get(path);
    if (generated !== undefined) {
      // All surfaces are checked for the changed operations anyway, because the contract changed. If the file is shared
      // by all operations, the programs that may use it are checked too.
      const isReached = ({ program }: Owner): boolean =>
        program.unknown === undefined || generated.operations === undefined;
      const others = owned.map(({ owner }) => owner).filter(isReached);
      return [generatedReason(subjects, generated, others)];
    }
    // If the file is known to belong to one program, programs with unknown files are not assumed to use it.
    const named = owned.filter(({ owner }) => owner.program.files.has(path));
    const kind = named.length === 0 ? unrelatedKind(loaded.root, path) : undefined;
    if (kind !== undefined) return [{ subjects, reason: kind, operations: [] }];
    if (owned.length === 0) return [{ subjects, reason: 'the file changed, and belongs to no known surface' }];
    return owned.map(({ owner, why }) => ownedReason(subjects, owner, why));
  }

  function ownedReason(subjects: readonly string[], { surface, contract }: Owner, why: string): ChangeReason {
    const operations = contracts.find(({ file }) => sameFile(loaded, file, contract))?.operations.map(({ id }) => id);
    const reason = `${surface ?? 'the service'}: ${why}`;
    const isWhole = contracts.length === 1;
    return {
      subjects,
      reason,
      ...(surface !== undefined && { surfaces: [surface] }),
      ...(!isWhole && operations !== undefined && { operations }),
    };
  }
}

/**
 * The reason to check operations because a file of generated code changed. The service and other surfaces may use the
 * file too.
 */
function generatedReason(
  subjects: readonly string[],
  { surface, operations }: GeneratedChange,
  users: readonly Owner[],
): ChangeReason {
  const reason = `${surface}: the generated code changed because the contract changed`;
  const surfaces = new Set([surface, ...users.flatMap((user) => user.surface ?? [])]);
  return {
    subjects,
    reason,
    ...(users.every((user) => user.surface !== undefined) && { surfaces: [...surfaces] }),
    ...(operations !== undefined && { operations }),
  };
}

/** The maximum number of files that one reason of the report names. */
const MOST_SUBJECTS = 500;

function joined(reasons: readonly ChangeReason[]): readonly ChangeReason[] {
  const groups = new Map<string, { readonly first: ChangeReason; readonly subjects: string[] }>();
  for (const first of reasons) {
    const key = JSON.stringify([first.reason, first.surfaces, first.operations]);
    const group = groups.get(key) ?? { first, subjects: [] };
    group.subjects.push(...first.subjects);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first, subjects }) => {
    const more = subjects.length - MOST_SUBJECTS;
    const rest = more > 0 ? [`${more} more files`] : [];
    return { ...first, subjects: [...subjects.slice(0, MOST_SUBJECTS), ...rest] };
  });
}
