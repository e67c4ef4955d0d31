import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialRule } from '../rule.js';

/** A closed gate lets nothing through. */
export const sameGate: TrialRule = {
  id: 'parity/same-gate',
  severity: 'must',
  statement: 'Without an approval of its own gate an operation sends nothing, and its caller is told that the gate refused.',
  source: 'the contract: x-<prefix>-hitl-gate on the operation',
  repair: 'Decide the gate before the request is built; a denial, a missing terminal and the approval of another gate each end the call with the exit code of the gate.',
  backends: EVERYWHERE,
  check: (trial) => (trial.case.expect.kind === 'gated' ? trial.observations.flatMap((observation) => gated(trial, observation)) : undefined),
};

function gated(trial: Trial, observation: Observation): readonly Violation[] {
  const { surface, outcome, exchanges } = observation;
  const decision = { approved: 'approved', denied: 'denied', unanswered: 'not answered', other: 'not approved, only another one' }[trial.case.gate];
  const about = { surface, pointer: '/gate', blame: 'surface', cause: '' } as const;
  const [first] = exchanges;
  if (first !== undefined) {
    const received = `${first.request.method} ${first.request.target}`;
    return [{ ...about, kind: 'request-before-approval', message: `Gate ${trial.operation.gate ?? ''} was ${decision}, yet a request was sent.`, expected: 'no request', received }];
  }
  if (outcome.kind === 'refused' && outcome.by === 'gate') return [];
  return [{ ...about, kind: 'refusal-not-told', message: `Gate ${trial.operation.gate ?? ''} was ${decision}, but the caller was not told so.`, expected: 'refused by the gate', received: outcome.kind }];
}
