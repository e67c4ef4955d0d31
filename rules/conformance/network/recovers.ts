import { EVERYWHERE, type TrialRule } from '../../rule.js';
import { OTHER_OUTCOME, eachDisturbed, isSameOutcome, outcomeWords } from './disturbed.js';

/** A network fault fails only the call in which it occurs. The next call succeeds. */
export const recovers: TrialRule = {
  id: 'conformance/recovers',
  severity: 'must',
  statement: 'A call that is repeated after a network fault has the same outcome as before the fault.',
  source:
    'RFC 9112 §9.5, §9.6: a connection that failed or was closed is not used again; contract-parity, surfaces: calls are independent',
  repair:
    'Discard the connection after every failure and after every incomplete read, and keep no state of a failed call.',
  backends: EVERYWHERE,
  reads: 'call',
  disturbed: 'only',
  check: (trial) =>
    eachDisturbed(
      trial,
      () => true,
      ({ fault, observation: { surface }, undisturbed: { before, after } }) => {
        if (isSameOutcome(before, after)) return [];
        const [expected, received] = [outcomeWords(before), outcomeWords(after)];
        return [
          {
            surface,
            pointer: '/outcome',
            kind: after.kind === before.kind ? OTHER_OUTCOME : 'next-call-fails',
            message: `The service ${fault.words}; the next call, without a fault, ends in ${received} instead of ${expected}.`,
            expected,
            received,
            blame: 'surface',
            cause: '',
          },
        ];
      },
    ),
};
