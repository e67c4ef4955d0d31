import { relative } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { isInside } from '../sources/local-modules.js';
import { sameFile } from '../configuration/surface-configs.js';
import { type FileOwners, type Owner, unrelatedKind, whyOwned } from './file-owners.js';

/** A changed file that belongs to generated code, if its change follows from that of the contract. */
export interface GeneratedChange {
  readonly surface: string;
  /** Operations whose generated code changed. Absent: all, as the change is in a part that they share. */
  readonly operations?: readonly string[];
}

export interface ChangedFiles {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Documents of the contracts, now and before: compared by operation, not as files. */
  readonly documents: ReadonlySet<string>;
  readonly generated: ReadonlyMap<string, GeneratedChange>;
  /** Folders whose files are results of a check. */
  readonly reports: readonly string[];
}

/** Why cells are chosen because of each changed file. Files of one reason share an entry. */
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
      // The contract chooses the operations that changed on all surfaces; a change of a shared part may reach any program.
      const isReached = ({ program }: Owner): boolean =>
        program.unknown === undefined || generated.operations === undefined;
      const others = owned.map(({ owner }) => owner).filter(isReached);
      return [generatedReason(subjects, generated, others)];
    }
    // A file that is known to be a part of something else is not also an unknown part of all programs.
    const named = owned.filter(({ owner }) => owner.program.files.has(path));
    const kind = named.length === 0 ? unrelatedKind(loaded.root, path) : undefined;
    if (kind !== undefined) return [{ subjects, reason: kind, operations: [] }];
    if (owned.length === 0) return [{ subjects, reason: 'changed; it belongs to no surface that is known' }];
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

/** The service or another surface may use the code, too. */
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

/** The maximum number of files that an entry of the report names; a new folder may have any number. */
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
