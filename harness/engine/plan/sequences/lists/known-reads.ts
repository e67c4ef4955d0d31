import type { Case, CaseInput } from '../../../../../contract/case.js';
import { createdByPut, documentsStatus } from '../../../../../contract/documented-responses.js';
import type { Operation } from '../../../../../contract/operation.js';
import { takesOneTag } from '../../../../../contract/wire/request/preconditions.js';
import { acceptedCases, withoutOptions } from '../../planned/accepted-cases.js';
import { type PlanSubject, type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import { NO_TAG, rawCondition, withTag } from '../../planned/conditions.js';

/**
 * Sequences of conditional reads, if the contract documents 304, for resources that no operation creates: lists,
 * resources without a path parameter, and items that exist in the initial state. The current `ETag` is sent by itself,
 * as the second of two, and as `*` (RFC 9110 §13.1.2). The last read has only a tag that the service never returned.
 */
export function knownReads({ operations, collections, maker }: PlanSubject): readonly PlannedSequence[] {
  return operations
    .filter((read) => read.method === 'get' && documentsStatus(read, 304))
    .filter((read) => !isCreated(read, operations, collections))
    .flatMap((read) => {
      const [known] = acceptedCases(maker, read);
      if (known === undefined) return [];
      const input: CaseInput = withoutOptions(read, known.input);
      const steps = new Steps(`known-${read.id}`);
      const add = (more: Partial<Case>): string =>
        steps.add(read, { input }, { expect: { kind: 'answered' }, ...more });
      const first = add({ expect: { kind: 'accepted' } });
      add({ expect: { kind: 'accepted' } });
      const name = 'If-None-Match';
      add(withTag(read, name, first));
      if (!takesOneTag(read, name))
        add({
          raw: rawCondition(name, { 'if-none-match': `${NO_TAG}, ` }),
          feeds: [{ in: 'header', name, pointer: '', step: first }],
        });
      add({ raw: rawCondition(name, { 'if-none-match': '*' }) });
      add({ raw: rawCondition(name, { 'if-none-match': NO_TAG }) });
      return [steps.extraSequence()];
    });
}

/** Whether other sequences create the item that the operation reads, and read it with its tag. */
function isCreated(
  read: Operation,
  operations: PlanSubject['operations'],
  collections: PlanSubject['collections'],
): boolean {
  const isPut = operations.some((put) => put.path === read.path && createdByPut(put) !== undefined);
  return (
    isPut ||
    collections.some(
      ({ create, read: own }) => own?.operation === read && create !== undefined && operations.includes(create),
    )
  );
}
