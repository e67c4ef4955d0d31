import type { Outcome } from '../../../surfaces/outcome.js';
import type { TrialRule } from '../../rule.js';
import { EVERYWHERE } from '../../rule.js';

/** A call ends without a timeout and without a crash of the surface. */
export const outcome: TrialRule = {
  id: 'conformance/outcome',
  severity: 'must',
  statement: 'A call ends with a value, a problem or a refusal before its timeout.',
  source: 'contract-parity, surfaces: every call ends with an outcome (surfaces/outcome.ts)',
  repair:
    'Replay the case and read the output of the surface. Change the surface so that it returns or throws what its interface documents.',
  backends: EVERYWHERE,
  reads: 'call',
  misuse: 'too',
  check: (trial) =>
    trial.observations.flatMap(({ surface, outcome: seen, exchanges }) => {
      if (seen.kind !== 'crash' && seen.kind !== 'timeout') return [];
      // The service did not reply, so the surface is not at fault.
      const { response } = exchanges.at(-1) ?? {};
      if (seen.kind === 'timeout' && response?.kind === 'failed' && response.silent === true) return [];
      const received = seen.kind === 'crash' ? `crash: ${seen.detail}` : `no end within ${seen.afterMs} ms`;
      return [
        {
          surface,
          pointer: '/outcome',
          kind: seen.kind,
          message: `The call ended in a ${seen.kind}.`,
          expected: 'a value, a problem or a refusal',
          received,
          blame: 'surface',
          cause: crashCause(seen),
          crash: crashCause(seen),
          dependsOnReply: true,
        },
      ];
    }),
};

/**
 * The error name or exit code of a crash. Not its message, which may contain the value and would make each value a
 * cause of its own.
 */
export function crashCause(seen: Outcome): string {
  if (seen.kind !== 'crash') return '';
  return seen.native?.error ?? (seen.native?.exitCode === undefined ? '' : `exit code ${seen.native.exitCode}`);
}
