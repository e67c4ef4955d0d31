import type { GateChoice } from '../../contract/case.js';
import { CLIENT_EXIT } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialRule } from '../rule.js';

/** A call without approval sends no request. */
export const sameGate: TrialRule = {
  id: 'parity/same-gate',
  severity: 'must',
  statement:
    'Without an approval of its own gate an operation sends no request, and reports to its caller that the gate was denied or not answered.',
  source:
    'the contract: x-<prefix>-hitl-gate on the operation; contract-parity, failure table (surfaces/failure-table.ts)',
  repair:
    'Decide the gate before the request is built. End the call if the gate is denied, if there is no terminal, or if only a different gate is approved.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial) =>
    trial.case.expect.kind === 'gated'
      ? trial.observations.flatMap((observation) => gated(trial, observation))
      : undefined,
};

const DECISIONS: Readonly<Record<GateChoice, { readonly words: string; readonly exitCode: number }>> = {
  approved: { words: 'approved', exitCode: CLIENT_EXIT.ok },
  denied: { words: 'denied', exitCode: CLIENT_EXIT.gateDenied },
  unanswered: { words: 'not answered', exitCode: CLIENT_EXIT.gateUnanswered },
  other: { words: 'not approved (only a different gate was)', exitCode: CLIENT_EXIT.gateUnanswered },
};

function gated(trial: Trial, observation: Observation): readonly Violation[] {
  const { surface, outcome, exchanges } = observation;
  const decision = DECISIONS[trial.case.gate];
  const about = { surface, pointer: '/gate', blame: 'surface', cause: trial.case.gate } as const;
  const gate = `Gate ${trial.operation.gate ?? ''} was ${decision.words}`;
  const [first] = exchanges;
  if (first !== undefined) {
    const received = `${first.request.method} ${first.request.target}`;
    return [
      {
        ...about,
        kind: 'request-before-approval',
        message: `${gate}, but the surface sent a request.`,
        expected: 'no request',
        received,
      },
    ];
  }
  if (outcome.kind === 'inexpressible') return [];
  if (outcome.kind !== 'refused' || outcome.by !== 'gate') {
    return [
      {
        ...about,
        kind: 'refusal-not-reported',
        message: `${gate}, but the caller received no refusal.`,
        expected: 'refused by the gate',
        received: outcome.kind,
      },
    ];
  }
  const exitCode = outcome.native?.exitCode;
  if (exitCode === undefined || exitCode === decision.exitCode) return [];
  return [
    {
      ...about,
      kind: 'other-exit-code',
      message: `${gate}. The surface exits with ${exitCode}; the failure table expects ${decision.exitCode}.`,
      expected: decision.exitCode,
      received: exitCode,
    },
  ];
}
