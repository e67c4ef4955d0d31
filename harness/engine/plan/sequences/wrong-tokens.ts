import { isSecured } from '../../../../contract/wire/request/credentials.js';
import type { Operation } from '../../../../contract/operation.js';
import { isSafeMethod } from '../../../../contract/wire/safe-method.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedCases } from '../planned/accepted-cases.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';

/** The number of calls with a wrong token. Services usually lock out a client after three or five such calls. */
const WRONG_CALLS = 5;

/**
 * One sequence: several calls with a wrong token, then a call with the accepted token. Anyone can send wrong tokens, so
 * the service must still accept the right token. The operation is safe, needs a token, and must accept its simplest
 * input.
 */
export function wrongTokens(operations: readonly Operation[], maker: CaseMaker): readonly PlannedSequence[] {
  for (const operation of operations) {
    if (!isSafeMethod(operation.method) || !isSecured(operation)) continue;
    const [simplest] = acceptedCases(maker, operation);
    if (simplest === undefined) continue;
    const steps = new Steps('wrong-tokens');
    for (let call = 0; call < WRONG_CALLS; call += 1)
      steps.add(operation, simplest, { token: 'wrong', expect: { kind: 'answered' } });
    steps.add(operation, simplest);
    return [steps.extraSequence()];
  }
  return [];
}
