import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Contract } from '../../contract/contract.js';
import { type ReadBytes, readDocumentBytes } from '../../contract/document/document-bytes.js';
import { readContract } from '../../contract/reading/read-contract.js';
import type { ChangeReason } from '../../reports/report.js';
import type { LoadedConfig } from '../configuration/load-config.js';
import { type GeneratedChange, fileReasons } from './changed-files.js';
import { contractChanges } from './contract-changes.js';
import { contractParts } from './contract-parts.js';
import { fileOwners } from './file-owners.js';
import { generatedChanges } from './generated-changes.js';
import { type GitRevision, gitRevision } from './git-revision.js';
import {
  type ComparedContract,
  type RequestedChanges,
  type RunContracts,
  contractReasons,
  requestedCells,
} from './requested-cells.js';

/**
 * Compares the working tree with a git revision, and selects the operations of each surface that must be checked
 * because of the changes. If a change may concern any operation, all operations are selected. `reports` are the folders
 * to which a check writes. Throws a `ParityError` if there is no repository or no such revision.
 */
export async function changesSince(
  loaded: LoadedConfig,
  { served, unserved }: RunContracts,
  ref: string,
  reports: readonly string[],
): Promise<RequestedChanges> {
  const revision = gitRevision(loaded.root, ref);
  const readBytes = bytesAt(revision);
  const documents = new Set<string>();
  const generated = new Map<string, GeneratedChange>();
  const reasons: ChangeReason[] = [];
  for (const contract of served) {
    const compared = comparedWith(contract, loaded.root, readBytes, documents);
    reasons.push(...contractReasons(loaded, compared));
    // Generated code is only examined if a document of a contract changed.
    if (!revision.changed.some((path) => documents.has(path))) continue;
    const former = await readContract(contract.file, {
      root: loaded.root,
      prefix: loaded.prefix,
      readBytes,
      leavesOut: true,
    });
    if (former.kind === 'faults') continue;
    const changes = await generatedChanges(loaded, former.contract, contract, revision.changed, revision.read);
    for (const [path, change] of changes) generated.set(path, change);
  }
  reasons.push(...unserved.flatMap((contract) => unservedReason(revision, contract, loaded.root, documents)));
  const owners = fileOwners(loaded, revision.isKnown);
  for (const [path, part] of owners.configuration)
    if (!revision.isKnown(path) && existsSync(path)) {
      const subjects = [relative(loaded.root, path)];
      reasons.push({ subjects, reason: `${part}: git ignores the file, so it cannot be compared` });
    }
  const changed = { paths: revision.changed, documents, generated, reports };
  reasons.push(...fileReasons(loaded, served, owners, changed));
  return { ...requestedCells(loaded, reasons), since: ref, commit: revision.commit };
}

/** A function that reads the files of a contract as they were at the revision. */
function bytesAt(revision: GitRevision): ReadBytes {
  const changed = new Set(revision.changed);
  return (path, name, location) => {
    const isSame = !changed.has(path) && revision.isKnown(path);
    if (isSame || /[/\\]node_modules[/\\]/.test(path)) return readDocumentBytes(path, name, location);
    const bytes = revision.read(path);
    if (bytes !== undefined) return { kind: 'bytes', bytes };
    const message = changed.has(path) ? `${name} did not exist at ${revision.ref}` : `git does not store ${name}`;
    return { kind: 'fault', fault: { code: 'document-missing', message, repair: '', location } };
  };
}

function comparedWith(
  contract: Contract,
  root: string,
  readBytes: ReadBytes,
  documents: Set<string>,
): ComparedContract {
  const [before, now] = [contractParts(contract.file, root, readBytes), contractParts(contract.file, root)];
  for (const reading of [before, now])
    for (const file of reading.kind === 'parts' ? reading.files : [contract.file]) documents.add(resolve(root, file));
  if (before.kind === 'parts' && now.kind === 'parts')
    return { kind: 'changes', contract, changes: contractChanges(contract, before, now) };
  const fault = [before, now].flatMap((reading) => (reading.kind === 'faults' ? reading.faults : []))[0];
  return {
    kind: 'all',
    contract,
    reason: `${fault?.message ?? 'the contract cannot be read'}, so it cannot be compared`,
  };
}

function unservedReason(
  revision: GitRevision,
  contract: Contract,
  root: string,
  documents: Set<string>,
): readonly ChangeReason[] {
  const parts = contractParts(contract.file, root);
  const paths = (parts.kind === 'parts' ? parts.files : [contract.file]).map((file) => resolve(root, file));
  const changed = paths.some((path) => revision.changed.includes(path) && !documents.has(path));
  for (const path of paths) documents.add(path);
  return changed
    ? [{ subjects: [contract.file], reason: 'the contract changed, but no surface offers it', operations: [] }]
    : [];
}
