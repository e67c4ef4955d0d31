import { headerParameter } from '../../../../contract/arguments.js';
import type { Case, CaseInput, RawChange } from '../../../../contract/case.js';
import { documentsHeader, documentsStatus } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { neededIfMatch } from '../../../../contract/wire/request/preconditions.js';
import type { Steps } from './planned-sequence.js';

export type Precondition = 'If-Match' | 'If-None-Match';

/** An entity tag that matches no representation. */
export const NO_TAG = '"no-such-tag"';

/**
 * Makes the header with the tag from the reply to a step. If the contract lists the header as a parameter, it becomes
 * an argument. Otherwise, the harness adds it to the request.
 */
export function withTag(operation: Operation, name: Precondition, step: string): Partial<Case> {
  const stated = headerParameter(operation, name);
  const feeds = [{ in: 'header', name: stated?.name ?? name, pointer: '', step }] as const;
  return stated === undefined ? { raw: rawCondition(name), feeds } : { feeds };
}

export function rawCondition(name: Precondition, headers?: RawChange['headers']): RawChange {
  return { fault: 'condition', words: `with the precondition ${name}`, ...(headers && { headers }) };
}

/** Whether the contract documents an `ETag` header or the status 304 for the read. */
export function isTagged(read: Operation): boolean {
  return documentsStatus(read, 304) || documentsHeader(read, 'etag');
}

/**
 * The `If-Match` header of a change, with the `ETag` of the last read at the same path. Empty if the change does not
 * need the header, or if no earlier step reads the path.
 */
export function neededTag(
  steps: Steps,
  change: Operation,
  read: Operation,
  path: CaseInput['path'],
): Pick<Case, 'feeds'> {
  const last = isTagged(read) ? steps.lastAt(read, path) : undefined;
  const needed = last === undefined ? undefined : neededIfMatch(change);
  if (needed === undefined || last === undefined) return {};
  return { feeds: [{ in: 'header', name: needed.name, pointer: '', step: last }] };
}
