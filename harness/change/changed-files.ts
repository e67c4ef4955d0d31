import { relative } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { isInside } from '../sources/local-modules.js';
import { sameFile } from '../configuration/surface-configs.js';
import { type FileOwners, type Owner, unrelatedKind, whyOwned } from './file-owners.js';

/** A changed file of generated code. The change follows from a change of the contract. */
export interface GeneratedChange {
  readonly surface: string;
  /** The operations whose code changed. Not set for a part that all operations share. */
  readonly operations?: readonly string[];
}

export interface ChangedFiles {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Documents of the contracts, now and before. They are compared by operation, not as files. */
  readonly documents: ReadonlySet<string>;
  readonly generated: ReadonlyMap<string, GeneratedChange>;
  /** Folders that a check writes. */
  readonly reports: readonly string[];
}

/** The reasons why the changed files concern cells. Files with the same reason share an entry. */
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
      return [{ subjects, reason: 'a report of an earlier check', operations: [] }];
    const part = configuration.get(path);
    if (part !== undefined) return [{ subjects, reason: `${part} changed` }];
    const owned = owners.flatMap((owner) => {
      const why = whyOwned(owner.program, path);
      return why === undefined ? [] : [{ owner, why }];
    });
    const generated = changed.generated.get(path);
    if (generated !== undefined) {
      // The change of the contract selects its operations on all surfaces. Other programs are added only if the
      // generated file does not belong to particular operations.
      const isReached = ({ program }: Owner): boolean =>
        program.unknown === undefined || generated.operations === undefined;
      const others = owned.map(({ owner }) => owner).filter(isReached);
      return [generatedReason(subjects, generated, others)];
    }
    // If a file is known to belong to one program, it does not count as an unknown file of other programs.
    const named = owned.filter(({ owner }) => owner.program.files.has(path));
    const kind = named.length === 0 ? unrelatedKind(loaded.root, path) : undefined;
    if (kind !== undefined) return [{ subjects, reason: kind, operations: [] }];
    if (owned.length === 0) return [{ subjects, reason: 'changed; it belongs to no known surface' }];
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

/** The reason for a file of generated code. The service or another surface may also use the file. */
function generatedReason(
  subjects: readonly string[],
  { surface, operations }: GeneratedChange,
  users: readonly Owner[],
): ChangeReason {
  const reason = `${surface}: generated code that follows from the contract`;
  const surfaces = new Set([surface, ...users.flatMap((user) => user.surface ?? [])]);
  return {
    subjects,
    reason,
    ...(users.every((user) => user.surface !== undefined) && { surfaces: [...surfaces] }),
    ...(operations !== undefined && { operations }),
  };
}

/** The maximum number of files in one entry of the report. */
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
