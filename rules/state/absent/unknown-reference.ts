import { sentItem } from '../../../contract/collections/envelope.js';
import { referredRead, statesReference } from '../../../contract/inputs/body-references.js';
import { type Json, isJsonObject } from '../../../contract/json/json.js';
import type { Operation } from '../../../contract/operation.js';
import { lastSegment } from '../../../contract/path-relations.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type TrialContext, type TrialRule, judgedEach } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../evidence/earlier-calls.js';
import { acceptedAnyway } from './accepted-anyway.js';

/**
 * If a GET does not find an item, a request whose body refers to this item is refused. Applies only if the contract
 * states that the item must exist.
 */
export const unknownReference: TrialRule = {
  id: 'state/unknown-reference',
  severity: 'must',
  statement:
    'A request whose body refers to an item is not answered with success (other than 202), if a GET of the item was answered 404, and the contract states that the item must exist. An example is "the author must exist" for `author_id`, in the description of the operation or of its 400, 404, 409 or 422. The rule does not apply if another call may have created the item.',
  source:
    'the contract: the descriptions of the operation and its refusals; the replies of the service contradict each other',
  repair:
    'Look up the item that the body refers to before anything is stored, and refuse the request if it does not exist.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.requestBody === undefined || trial.observations.every(({ earlier = [] }) => earlier.length === 0)
      ? undefined
      : judgedEach(trial, (observation) => faultsOf(trial.operation, context, observation)),
};

function faultsOf(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const status = replyOf(observation)?.status;
  const found = unknownMember(operation, context, observation);
  if (status === undefined || found === undefined) return undefined;
  const [name, value, read] = found;
  return acceptedAnyway(operation, context, observation, status, {
    kind: 'unknown-reference-accepted',
    message: `${read.operation.id} of ${JSON.stringify(value)} is answered ${read.status}, but ${operation.id} with this \`${name}\` is answered ${status}. The contract states that the item must exist.`,
    expected: 'a refusal',
    cause: `${operation.id} ${name}`,
  });
}

/**
 * Finds the first member of a body that refers to an item for which an earlier GET was answered 404. Returns the member
 * and this GET.
 */
function unknownMember(
  operation: Operation,
  { contract }: TrialContext,
  observation: Observation,
): readonly [name: string, value: Json, read: EarlierCall] | undefined {
  const body = sentItem(contract, operation, observation.case.input.body);
  const calls = earlierCalls(contract, observation);
  // A call other than a GET may have created the item.
  if (!isJsonObject(body) || calls.some(({ operation: { method } }) => method !== 'get')) return undefined;
  for (const [name, value] of Object.entries(body)) {
    const read = referredRead(contract, operation, name);
    const failed = calls.find((call) => call.operation === read && isAbsent(call.status) && isReadOf(call, value));
    if (failed !== undefined && statesReference(contract.schemas, operation, name)) return [name, value, failed];
  }
  return undefined;
}

function isReadOf({ operation: { path }, observation: { case: called } }: EarlierCall, value: Json): boolean {
  const given = called.input.path?.[lastSegment(path).slice(1, -1)];
  return given !== undefined && sameJson(given, value);
}
