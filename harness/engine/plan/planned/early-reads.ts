import { documentsStatus } from '../../../../contract/documented-responses.js';
import { fedInput } from '../../../../contract/inputs/link-expressions.js';
import { valueAt } from '../../../../contract/json/json-pointer.js';
import type { PlannedCase } from './planned-case.js';
import type { PlannedSequence } from './planned-sequence.js';

/**
 * Adds a read of the first item whose identifier the client chooses in the body of the create, once for each create
 * operation. The item is read before it exists. A service must not remember that the identifier was unknown, because
 * the item is read again after its creation.
 */
export function withEarlyReads(sequences: readonly PlannedSequence[]): readonly PlannedSequence[] {
  const known = new Set<string>();
  return sequences.map((sequence) => {
    for (const [at, create] of sequence.isAtOnce ? [] : sequence.steps.entries()) {
      const read = known.has(create.operation.id) ? undefined : earlyRead(create, sequence.steps);
      if (read === undefined) continue;
      known.add(create.operation.id);
      return { ...sequence, steps: sequence.steps.toSpliced(at, 0, read) };
    }
    return sequence;
  });
}

/** The first read of the item of a create, with the identifier from the body of the create. */
function earlyRead({ operation, case: create }: PlannedCase, steps: readonly PlannedCase[]): PlannedCase | undefined {
  for (const { operation: get, case: read } of operation.method === 'post' ? steps : []) {
    const { id, input, feeds = [], ...rest } = read;
    const feed = feeds.find((each) => each.step === create.id && each.in === 'path');
    if (feed === undefined || get.method !== 'get' || !documentsStatus(get, 404)) continue;
    const chosen = valueAt(create.input.body, feed.pointer);
    if (typeof chosen !== 'string' && typeof chosen !== 'number') return undefined;
    const own = feeds.filter((each) => each !== feed);
    const made = { ...rest, id: `${id}-before`, input: fedInput(input, feed, chosen) };
    return { operation: get, case: { ...made, expect: { kind: 'accepted-or-absent' }, feeds: own } };
  }
  return undefined;
}
