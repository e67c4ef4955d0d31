import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { EVERYWHERE, type Trial, type TrialContext, type TrialRule } from '../rule.js';

/** What a surface says that it cannot say was not verified: a surface that refuses everything would pass. */
export const expressible: TrialRule = {
  id: 'parity/expressible',
  severity: 'must',
  statement: 'A surface can say every input that the contract allows its callers, but for what is declared of it.',
  source: 'the contract: parameters, requestBody; contract-parity, `inexpressible` of a surface in parity.config.ts',
  repair:
    'Let the surface take this input; or, where it is not meant to, declare it: `inexpressible: { <operationId>: ["<part of the reason>"] }` of the surface in parity.config.ts.',
  backends: EVERYWHERE,
  reads: 'call',
  check: (trial, context) =>
    trial.case.expect.kind === 'gated' ? undefined : trial.observations.flatMap((observation) => unsaid(trial, context, observation)),
};

function unsaid(trial: Trial, context: TrialContext, { surface, outcome }: Observation): readonly Violation[] {
  // What our own drivers have no way to say is no fault of the surface.
  if (outcome.kind !== 'inexpressible' || outcome.by !== 'surface') return [];
  const declared = context.inexpressible?.get(surface)?.get(trial.operation.id) ?? [];
  if (declared.some((part) => outcome.reason.includes(part))) return [];
  const message = `The surface says that it cannot say this: ${outcome.reason}`;
  return [
    { surface, pointer: '/outcome', kind: 'inexpressible', message, expected: 'a call', received: outcome.reason, blame: 'surface', cause: '' },
  ];
}
