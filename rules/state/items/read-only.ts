import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { parseJson } from '../../../contract/wire/request/split-request.js';
import type { Operation } from '../../../contract/operation.js';
import { hiddenMembers } from '../../../contract/schema/schema-direction.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { successValue } from '../evidence/item-values.js';

/** The service assigns the values of read-only members. */
export const readOnly: TrialRule = {
  id: 'state/read-only',
  severity: 'should',
  statement:
    'If a create sends a value for a member that the contract marks as `readOnly`, the create is refused, or its reply does not have this value. The value is checked only if it differs from the values that the service returns for creates without the member.',
  source:
    'JSON Schema 2020-12 Validation §9.4 (`readOnly`): attempts to modify the value are expected to be ignored or rejected; OpenAPI 3.0.3 §4.7.24',
  repair: 'Take from a request only the members that clients may write, or remove `readOnly` from the schema.',
  backends: REAL_SERVICE,
  reads: 'value',
  check: (trial, context) => judgedEach(trial, (observation) => faultsOf(trial.operation, context, observation)),
};

function faultsOf(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { id } = operation;
  const { earlier = [] } = observation;
  const tried = earlier.findLast(({ case: { operation: called, raw } }) => called === id && raw?.fault === 'read-only');
  const sent = tried && parseJson(tried.exchanges.at(-1)?.request.body ?? new Uint8Array());
  const value = tried && successValue(tried);
  if (tried === undefined || !isJsonObject(sent)) return undefined;
  const plain = [observation, ...earlier].filter((step) => step !== tried && step.case.operation === id);
  const values = plain.map(successValue);
  if (value === undefined || !values.every((each) => each !== undefined)) return [];
  const { requestBody } = operation;
  const hidden = (requestBody?.content ?? []).flatMap(({ schema }) =>
    schema === undefined ? [] : [...hiddenMembers(context.contract.schemas, schema, 'input')],
  );
  const isStored = (name: string): boolean =>
    hidden.includes(name) &&
    sameJson(ownValue(value, name), sent[name]) &&
    !values.some((each) => sameJson(ownValue(each, name), sent[name]));
  const [name, ...others] = Object.keys(sent).filter(isStored);
  if (name === undefined) return [];
  return [
    {
      surface: observation.surface,
      pointer: `/response/body/${name}`,
      kind: 'read-only-stored',
      message: `${id} returns the value of the request at ${[name, ...others].join(', ')}, which the contract marks as readOnly.`,
      expected: ownValue(values[0] ?? null, name) ?? 'a value that the service assigns',
      received: sent[name] as Json,
      blame: responder(context),
      cause: id,
    },
  ];
}
