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
 * An earlier accepted create with the same request, apart from idempotency keys. `undefined` if there is none, or if
 * one of the earlier calls is a change, an action or a removal: it may have freed a value or a time that the first item
 * had. Creates of other kinds of items free nothing. `folded` returns the form in which bodies are compared, such as
 * all texts in lower case.
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
  const key = ({ body = null, path = {}, query = {}, header = {} }: CaseInput): string =>
    canonicalJson({ body: folded(body), path, query, header: withoutKeys(header) });
  return earlier.find(
    (call) =>
      call.operation === operation &&
      call.observation.case.token === made.token &&
      isSuccess(call.status) &&
      key(call.observation.case.input) === key(made.input),
  )?.observation;
}

/** Whether the second of two creates made a new item. Its reply may also contain the item of the first create. */
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

/** Whether a reply states a new item: with 201, or with 200 if the contract documents no 201. */
function isCreated(create: Operation, status: number | undefined): boolean {
  return status === 201 || (status === 200 && !documentsStatus(create, 201));
}

/**
 * Whether two creates returned the same item, by its identifier. If an identifier is unknown, a reply 201 means a new
 * item, and a reply 200 may contain the earlier one.
 */
function isSameItem({ collections = [] }: TrialContext, before: Observation, observation: Observation): boolean {
  const { id } = collections.find(({ create }) => create?.id === observation.case.operation)?.read ?? {};
  const [one, other] = [before, observation].map((each) =>
    id === undefined || id.location !== undefined ? undefined : valueAt(successValue(each), id.pointer),
  );
  if (one === undefined || other === undefined) return replyOf(observation)?.status !== 201;
  return sameJson(one, other);
}

/** The header arguments without idempotency keys, which differ in each request. */
function withoutKeys(header: NonNullable<CaseInput['header']>): JsonObject {
  return fromMembers(Object.entries(header).filter(([name]) => !/idempotency-key$/i.test(name)));
}
