import { isJsonObject } from '../../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { isJsonMediaType } from '../../../contract/wire/message.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { documentedResponse } from '../../reply.js';
import { EVERYWHERE, type TrialContext, type TrialRule, judgedEach } from '../../rule.js';
import { otherStatuses } from '../service/problems/problem-members.js';
import { schemaFaults } from '../service/schema-faults.js';

/**
 * A problem document that a surface makes without a request has the form of the service's problems. Otherwise a caller
 * that reads problems by the contract cannot read it.
 */
export const ownProblem: TrialRule = {
  id: 'conformance/own-problem',
  severity: 'must',
  statement:
    'If a surface refuses a call without a request and reports a problem document with a `status`, the document is valid against the schema that the contract documents for this status, if there is one.',
  details: [
    'If examples in the contract have the `type` of the problem, at least one of these examples is for the status.',
    'A problem document without `status` is not judged.',
  ],
  source: 'RFC 9457 §3.1.2 (status: the status code that the service generated); OpenAPI 3.1 §4.8.17 (Response Object)',
  repair:
    'Give the problem document the status, the type and the pointers that the contract documents for this failure, or leave out its `status`.',
  backends: EVERYWHERE,
  reads: 'outcome',
  misuse: 'too',
  check: (trial, context) =>
    judgedEach(trial, (observation) => ownProblemFaults(observation, trial.operation, context)),
};

function ownProblemFaults(
  { surface, outcome, exchanges }: Observation,
  operation: Operation,
  { contract }: TrialContext,
): readonly Violation[] | undefined {
  if (exchanges.length > 0) return undefined;
  if (outcome.kind === 'refused') return [];
  if (outcome.kind !== 'problem' || !isJsonObject(outcome.problem)) return undefined;
  const { problem } = outcome;
  const { status, type } = problem;
  if (typeof status !== 'number' || typeof type !== 'string') return undefined;
  const about = { surface, received: problem, blame: 'surface', cause: 'own problem' } as const;
  const others = otherStatuses(contract, type, status);
  if (others !== undefined) {
    const documented = others.join(', ');
    return [
      {
        ...about,
        pointer: '/problem/status',
        kind: 'type-of-other-status',
        message: `The surface refused the call itself, with a problem of the status ${status}, but the contract documents its type only for ${documented}.`,
        expected: `a problem of the status ${documented}`,
      },
    ];
  }
  const schema = problemSchema(operation, status);
  if (schema === undefined) return undefined;
  const [broken] = schemaFaults(contract.schemas, schema, problem);
  if (broken === undefined) return [];
  return [
    {
      ...about,
      pointer: `/problem${broken.pointer}`,
      kind: 'undocumented-problem',
      message: `The surface refused the call itself, with a problem document that breaks the schema of the ${status} replies: ${broken.message}.`,
      expected: `a problem document that is valid against the schema of the ${status} replies`,
      location: contract.schemas.locate(broken.schema),
    },
  ];
}

/** The schema of the JSON documents that the operation sends with the status of a failure, if the contract has one. */
function problemSchema(operation: Operation, status: number): SchemaUri | undefined {
  if (isSuccess(status)) return undefined;
  return documentedResponse(operation, status)?.content.find(({ mediaType }) => isJsonMediaType(mediaType))?.schema;
}
