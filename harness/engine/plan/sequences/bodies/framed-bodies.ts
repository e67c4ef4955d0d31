import type { Case } from '../../../../../contract/case.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';

/**
 * Calls that send a body which may be too large, first with a `Content-Length` and then without it (RFC 9112 §6.3). The
 * last call sends a body of usual size without `Content-Length`.
 */
export function framedBodies(
  operations: readonly Operation[],
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): readonly PlannedSequence[] {
  // Only an operation with a required body has such a case. The invalid cases of the others take long to make, and a
  // run without the phase `invalid` does not need them.
  const withBody = operations.filter((operation) => isChosen(operation) && operation.requestBody?.required === true);
  return withBody.flatMap((operation) => {
    const large = maker.make(operation, 'invalid').find(({ provenance }) => provenance.name === 'size-large');
    if (large?.raw === undefined) return [];
    const { input, raw } = large;
    const answered: Partial<Case> = { expect: { kind: 'answered' } };
    const steps = new Steps(`framed-${operation.id}`);
    steps.add(operation, { input }, { ...answered, raw });
    steps.add(
      operation,
      { input },
      { ...answered, raw: { ...raw, words: `${raw.words}, in chunks`, framing: 'chunks' } },
    );
    steps.add(
      operation,
      { input },
      { ...answered, raw: { fault: 'framing', words: 'with its body in chunks', framing: 'chunks' } },
    );
    return [steps.extraSequence()];
  });
}
