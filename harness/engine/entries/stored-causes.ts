import { type Contract, operationNamed } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import type { CellEntry } from '../../../reports/report.js';
import { invalidRejected } from '../../../rules/conformance/service/invalid-rejected.js';
import { noServerError } from '../../../rules/conformance/service/no-server-error.js';
import type { Finding } from '../../../rules/finding.js';
import type { Found } from '../group/found.js';

/** A finding, and the number of the first case that shows it. */
export interface OrderedFound {
  readonly found: Found;
  readonly firstIndex: number;
}

/**
 * Adds a sentence to findings about server errors of reads, if the service accepted an invalid item before the first
 * error. The sentence states that this item may be the cause. A running service keeps the item, so that each later read
 * of its collection may fail. The finding stays a finding, because only the log of the service shows its cause.
 */
export function withStoredCauses(
  contract: Contract,
  all: readonly OrderedFound[],
  cells: readonly CellEntry[],
): readonly Found[] {
  const stored = all.filter(({ found: { finding } }) => finding.rule === invalidRejected.id && isAccepted(finding));
  return all.map(({ found, firstIndex }) => {
    const cause = stored.find(
      (other) => other.firstIndex < firstIndex && mayFollow(contract, cells, found.finding, other.found.finding),
    );
    return cause === undefined ? found : { ...found, finding: withCause(found.finding, cause.found.finding) };
  });
}

function isAccepted({ kind }: Finding): boolean {
  return kind === 'invalid-accepted' || kind === 'other-case-accepted';
}

function mayFollow(contract: Contract, cells: readonly CellEntry[], error: Finding, cause: Finding): boolean {
  if (error.rule !== noServerError.id || !error.backends.includes('live')) return false;
  const changed = new Set(cause.operations.filter((id) => changes(contract, id)).map((id) => root(contract, id)));
  return error.operations.every(
    (id) => isRead(contract, id) && changed.has(root(contract, id)) && hasWorked(id, cells),
  );
}

function isRead(contract: Contract, id: OperationId): boolean {
  return operationNamed(contract, id)?.method === 'get';
}

function changes(contract: Contract, id: OperationId): boolean {
  return ['post', 'put', 'patch'].includes(operationNamed(contract, id)?.method ?? '');
}

/** The path of an operation up to its first parameter. Operations of one collection have it in common. */
function root(contract: Contract, id: OperationId): string | undefined {
  return operationNamed(contract, id)?.path.split('{', 1)[0]?.replace(/\/$/, '');
}

/** Whether the operation also had successful calls. Its errors then depend on the stored items. */
function hasWorked(id: OperationId, cells: readonly CellEntry[]): boolean {
  return cells.some(({ operation, accepted }) => operation === id && accepted > 0);
}

function withCause(finding: Finding, cause: Finding): Finding {
  const text = `An invalid item may cause this error: ${cause.operations[0] ?? 'the service'} accepted the item (finding ${cause.id}), and the service still stores it.`;
  return { ...finding, message: `${finding.message} ${text}` };
}
