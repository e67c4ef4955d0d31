import { crashCause } from '../conformance/surface/outcome.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { gateDecisionName, gateDecisionRow } from './gate-decisions.js';
import { EVERYWHERE, type Trial, type TrialRule } from '../rule.js';

/**
 * A call whose gate (a person's approval) is not approved sends no request. A call whose gate is approved is not
 * refused at the gate.
 */
export const sameGate: TrialRule = {
  id: 'parity/same-gate',
  severity: 'must',
  statement:
    'If the gate of an operation is not approved, a call sends no request, and reports to its caller that the gate was denied or not answered. An approval by flag, by variable or at a terminal opens the gate; a denial takes precedence.',
  source: 'the contract: x-<prefix>-hitl-gate on the operation; contract-parity, failure table (docs/failures.md)',
  repair:
    'Decide the gate before the request is built. End the call if the gate is denied, if there is no terminal, or if only a different gate is approved.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial) => {
    const { expect, provenance, gate } = trial.case;
    if (expect.kind === 'gated') return trial.observations.flatMap((observation) => gated(trial, observation));
    const ignored =
      gate === 'approved' ? trial.observations.flatMap((observation) => approved(trial, observation)) : [];
    return ignored.length > 0 || provenance.kind === 'gate' ? ignored : undefined;
  },
};

function approved(trial: Trial, { surface, outcome, exchanges }: Observation): readonly Violation[] {
  if (trial.operation.gate === undefined || exchanges.length > 0) return [];
  if (outcome.kind !== 'refused' || outcome.by !== 'gate') return [];
  return [
    {
      ...about(trial, surface),
      kind: 'approval-ignored',
      message: `${gateWords(trial)}, but the surface refused the call at the gate.`,
      expected: 'one request',
      received: outcome.reason,
    },
  ];
}

function about(trial: Trial, surface: string): Pick<Violation, 'surface' | 'pointer' | 'blame' | 'cause'> {
  return { surface, pointer: '/gate', blame: 'surface', cause: gateDecisionName(trial.case) };
}

function gateWords(trial: Trial): string {
  return `Gate ${trial.operation.gate ?? ''} was ${gateDecisionRow(trial.case).words}`;
}

function gated(trial: Trial, { surface, outcome, exchanges }: Observation): readonly Violation[] {
  const { exitCodes, mayBeUsage } = gateDecisionRow(trial.case);
  const [first] = exchanges;
  if (first !== undefined) {
    return [
      {
        ...about(trial, surface),
        kind: 'request-before-approval',
        message: `${gateWords(trial)}, but the surface sent a request.`,
        expected: 'no request',
        received: `${first.request.method} ${first.request.target}`,
      },
    ];
  }
  if (outcome.kind === 'inexpressible') return [];
  if (outcome.kind === 'refused' && outcome.by === 'client' && mayBeUsage === true) return [];
  if (outcome.kind !== 'refused' || outcome.by !== 'gate') {
    return [
      {
        ...about(trial, surface),
        kind: 'refusal-not-reported',
        message: `${gateWords(trial)}, but the caller received no refusal.`,
        expected: 'refused by the gate',
        received: outcome.kind,
        ...(outcome.kind === 'crash' && { crash: crashCause(outcome) }),
      },
    ];
  }
  const exitCode = outcome.native?.exitCode;
  return exitCode === undefined || exitCodes.includes(exitCode) ? [] : [otherExitCode(trial, surface, exitCode)];
}

function otherExitCode(trial: Trial, surface: string, exitCode: number): Violation {
  const [wanted = 0] = gateDecisionRow(trial.case).exitCodes;
  return {
    ...about(trial, surface),
    kind: 'other-exit-code',
    message: `${gateWords(trial)}. The surface exits with ${exitCode}; the failure table expects ${wanted}.`,
    expected: wanted,
    received: exitCode,
  };
}
