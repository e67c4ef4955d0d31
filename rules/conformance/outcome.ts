import type { Outcome } from '../../surfaces/outcome.js';
import type { TrialRule } from '../rule.js';
import { EVERYWHERE } from '../rule.js';

/** A call ends: it neither hangs nor takes the surface down. */
export const outcome: TrialRule = {
  id: 'conformance/outcome',
  severity: 'must',
  statement: 'A call ends in a value, a problem or a refusal, within its time.',
  source: 'contract-parity, words: outcome',
  repair: 'Replay the case and read what the surface printed; make it return or throw what its interface documents.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial) =>
    trial.observations.flatMap(({ surface, outcome: seen, exchanges }) => {
      if (seen.kind !== 'crash' && seen.kind !== 'timeout') return [];
      // The surface waited for a service that never answered.
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
          cause: causeOf(seen),
          dependsOnReply: true,
        },
      ];
    }),
};

/** What a surface dies of, as far as it says so: its words would tell every value apart. */
function causeOf(seen: Outcome): string {
  if (seen.kind !== 'crash') return '';
  return seen.native?.error ?? (seen.native?.exitCode === undefined ? '' : `exit code ${seen.native.exitCode}`);
}
