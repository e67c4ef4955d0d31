import type { CaseInput } from '../../contract/case.js';
import { documentsStatus } from '../../contract/documented-responses.js';
import { canonicalJson } from '../../contract/json/canonical-json.js';
import { valueAt } from '../../contract/json/json-pointer.js';
import type { Json, JsonObject } from '../../contract/json/json.js';
import { fromMembers } from '../../contract/json/members.js';
import type { Operation } from '../../contract/operation.js';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import { replyOf } from '../reply.js';
import type { Trial, TrialContext } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { earlierCalls } from './evidence/earlier-calls.js';
import { itemValue, successValue } from './evidence/item-values.js';

/**
 * An earlier create that the service accepted and whose request was equal, apart from idempotency keys. `undefined` if
 * there is none. Also `undefined` if a change, an action or a removal came before: the first item may then no longer
 * have the value or time that must be unique. `folded`: converts bodies before they are compared, for example to lower
 * case.
 */
export function equalCreate(
  { operation, case: made }: Trial,
  { contract, collections = [] }: TrialContext,
  observation: Observation,
  folded: (body: Json) => Json = (body) => body,
): Observation | undefined {
  const earlier = earlierCalls(contract, observation);
  const freesNothing = (called: Operation): boolean =>
    called === operation || isSafeMethod(called.method) || collections.some(({ create }) => create === called);
  if (!earlier.every((call) => freesNothing(call.operation))) return undefined;
  return earlier.find(
    (call) =>
      call.operation === operation &&
      call.observation.case.token === made.token &&
      isSuccess(call.status) &&
      createKey(call.observation.case.input, folded) === createKey(made.input, folded),
  )?.observation;
}

/**
 * A text that is equal for creates with equal inputs, apart from idempotency keys. `folded`: converts bodies before
 * they are compared.
 */
export function createKey(
  { body = null, path = {}, query = {}, header = {} }: CaseInput,
  folded: (body: Json) => Json = (own) => own,
): string {
  return canonicalJson({ body: folded(body), path, query, header: withoutKeys(header) });
}

/**
 * Whether two creates made two different items. The service may also answer the second create with the item of the
 * first.
 */
export function isOtherItem(
  create: Operation,
  context: TrialContext,
  before: Observation,
  observation: Observation,
): boolean {
  const both = [before, observation];
  if (!both.every((each) => isCreated(create, replyOf(each)?.status))) return false;
  const [first, second] = both.map((each) => itemValue(context.contract, each));
  return !sameJson(first ?? null, second ?? null) && !isSameItem(context, before, observation);
}

/** Whether a reply states that a new item was created: with 201, or with 200 if the contract does not document 201. */
function isCreated(create: Operation, status: number | undefined): boolean {
  return status === 201 || (status === 200 && !documentsStatus(create, 201));
}

/**
 * Whether two creates returned the same item: the identifiers in the replies are equal. If an identifier is not known,
 * a 201 to the second create means a new item, and a 200 means the earlier item.
 */
function isSameItem({ collections = [] }: TrialContext, before: Observation, observation: Observation): boolean {
  const { id } = collections.find(({ create }) => create?.id === observation.case.operation)?.read ?? {};
  const [one, other] = [before, observation].map((each) =>
    id === undefined || id.location !== undefined ? undefined : valueAt(successValue(each), id.pointer),
  );
  if (one === undefined || other === undefined) return replyOf(observation)?.status !== 201;
  return sameJson(one, other);
}

/** The header arguments of a call without idempotency keys, which are different in each request. */
function withoutKeys(header: NonNullable<CaseInput['header']>): JsonObject {
  return fromMembers(Object.entries(header).filter(([name]) => !/idempotency-key$/i.test(name)));
}
