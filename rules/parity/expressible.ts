import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/**
 * A surface can express every input that the contract allows. Without this rule, a surface that expresses no input at
 * all would pass, because no other rule could judge it.
 */
export const expressible: TrialRule = {
  id: 'parity/expressible',
  severity: 'must',
  statement: 'A surface can express every input that the contract allows, except for the declared exceptions.',
  source: 'the contract: parameters, requestBody; contract-parity, `inexpressible` of a surface in parity.config.ts',
  repair:
    'Change the surface so that it takes this input, or declare the exception in parity.config.ts: `inexpressible: { <operationId>: ["<part of the reason>"] }` of the surface.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial, context) => {
    const { kind } = trial.case.expect;
    // A surface whose types cannot express an invalid input is correct.
    if (kind === 'gated' || kind === 'rejected') return undefined;
    return trial.observations.flatMap((observation) => unexpressed(trial, context, observation));
  },
};

function unexpressed(trial: Trial, context: TrialContext, { surface, outcome }: Observation): readonly Violation[] {
  // An input that the driver cannot express is not a fault of the surface.
  if (outcome.kind !== 'inexpressible' || outcome.by !== 'surface') return [];
  const declared = context.inexpressible?.get(surface)?.get(trial.operation.id) ?? [];
  if (declared.some((part) => outcome.reason.includes(part))) return [];
  const message = `The surface cannot express this input: ${outcome.reason}`;
  return [
    {
      surface,
      pointer: '/outcome',
      kind: 'inexpressible',
      message,
      expected: 'a call',
      received: outcome.reason,
      blame: 'surface',
      cause: '',
    },
  ];
}
