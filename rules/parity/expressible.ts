import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** An input that a surface cannot express was not verified: a surface that refuses everything would pass. */
export const expressible: TrialRule = {
  id: 'parity/expressible',
  severity: 'must',
  statement: 'A surface can express every input that the contract allows, except for what is declared of it.',
  source: 'the contract: parameters, requestBody; contract-parity, `inexpressible` of a surface in parity.config.ts',
  repair:
    'Let the surface take this input; or, where it is not meant to, declare it: `inexpressible: { <operationId>: ["<part of the reason>"] }` of the surface in parity.config.ts.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial, context) => {
    const { kind } = trial.case.expect;
    // A type that has no place for a forbidden input refuses it in the best way there is.
    if (kind === 'gated' || kind === 'rejected') return undefined;
    return trial.observations.flatMap((observation) => unexpressed(trial, context, observation));
  },
};

function unexpressed(trial: Trial, context: TrialContext, { surface, outcome }: Observation): readonly Violation[] {
  // What our own drivers cannot express is no fault of the surface.
  if (outcome.kind !== 'inexpressible' || outcome.by !== 'surface') return [];
  const declared = context.inexpressible?.get(surface)?.get(trial.operation.id) ?? [];
  if (declared.some((part) => outcome.reason.includes(part))) return [];
  const message = `The surface cannot express this input: ${outcome.reason}`;
  return [
    { surface, pointer: '/outcome', kind: 'inexpressible', message, expected: 'a call', received: outcome.reason, blame: 'surface', cause: '' },
  ];
}
