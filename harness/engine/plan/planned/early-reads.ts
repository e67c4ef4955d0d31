import type { Case, StepFeed } from '../../../../contract/case.js';
import { documentsStatus } from '../../../../contract/documented-responses.js';
import { fedInput } from '../../../../contract/inputs/link-expressions.js';
import type { Json } from '../../../../contract/json/json.js';
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
  if (operation.method !== 'post') return undefined;
  for (const step of steps) {
    const { feeds = [] } = step.case;
    const feed = feeds.find((each) => each.step === create.id && each.in === 'path');
    const chosen: Json | undefined = feed && valueAt(create.input.body, feed.pointer);
    if (feed === undefined || step.operation.method !== 'get' || !documentsStatus(step.operation, 404)) continue;
    return typeof chosen === 'string' || typeof chosen === 'number' ? before(step, feed, chosen) : undefined;
  }
  return undefined;
}

/** The read with a value of its own in place of the one that the feed takes from the reply to the create. */
function before({ operation, case: read }: PlannedCase, feed: StepFeed, value: Json): PlannedCase {
  const { id, provenance, feeds, ...rest } = read;
  const others = (feeds ?? []).filter((each) => each !== feed);
  const made: Case = {
    ...rest,
    id: `${id}-before`,
    provenance: { ...provenance, name: `${provenance.name}-before` },
    input: fedInput(rest.input, feed, value),
    expect: { kind: 'accepted-or-absent' },
    ...(others.length > 0 && { feeds: others }),
  };
  return { operation, case: made };
}
