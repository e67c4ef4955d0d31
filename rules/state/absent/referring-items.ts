import { isOtherPost } from '../../../contract/collections/change-kind.js';
import { createdReferences } from '../../../contract/collections/body/created-references.js';
import { statesRemovalOf } from '../../../contract/collections/changes/stated-removal.js';
import { sentItem } from '../../../contract/collections/envelope.js';
import { ownValue } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import type { Operation } from '../../../contract/operation.js';
import { lastSegment } from '../../../contract/path-relations.js';
import { isSafeMethod } from '../../../contract/wire/safe-method.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { type TrialContext, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../evidence/earlier-calls.js';
import { isUnchanged, itemOf } from '../evidence/item-changes.js';
import { type CreatedItem, itemValue } from '../evidence/item-values.js';

/**
 * Whether this call created an item that refers, in its path or in its body, to the item that the given step created.
 * The two items must be of different kinds, such as a review of a product.
 */
export function refersTo({ contract, collections = [] }: TrialContext, call: EarlierCall, step: string): boolean {
  const { operation, observation } = call;
  const { case: made } = observation;
  const isCreate = collections.some(({ create }) => create === operation) && isOtherPost(contract, operation);
  const feeds = [...(made.feeds ?? []), ...(made.within ?? [])].filter((feed) => feed.step === step);
  if (!isCreate || call.status === 202) return false;
  if (feeds.some(({ in: place }) => place === 'path')) return true;
  const sent = sentItem(contract, operation, made.input.body);
  const item = itemValue(contract, observation);
  // The service may have stored another reference, which is a different fault.
  return feeds.some(({ in: place, name, at }) => {
    const [returned, given] = [item, sent].map((each) => (at === undefined ? ownValue(each, name) : valueAt(each, at)));
    return place === 'body' && (returned === undefined || sameJson(returned, given ?? null));
  });
}

/** Whether a created item refers to the item that the given step created. */
export function isReferring(
  context: TrialContext,
  observation: Observation,
  { step: own }: CreatedItem,
  step: string,
): boolean {
  const made = earlierCalls(context.contract, observation).find((call) => call.observation.case.id === own);
  return made !== undefined && refersTo(context, made, step);
}

/**
 * Whether an item has several references to items of one kind, such as `author_id` and `reviewer_id` to users. If the
 * contract states that the removal of a user also removes the items that refer to the user, it may mean only one of
 * these references.
 */
function hasOtherReference({ contract, collections = [] }: TrialContext, made: EarlierCall, to: CreatedItem): boolean {
  const references = createdReferences(contract, contract.operations, collections, made.operation);
  return references.filter(({ create }) => create === to.create).length > 1;
}

/**
 * Whether an item refers to another one in a list or a nested object, beside other references to items of this kind. A
 * user who only watches a task, as one of `watcher_ids`, may not be meant by "a user with tasks cannot be removed".
 */
export function refersAside(context: TrialContext, made: EarlierCall, to: CreatedItem): boolean {
  const feeds = made.observation.case.feeds ?? [];
  return feeds.some(({ step, at }) => step === to.step && at !== undefined) && hasOtherReference(context, made, to);
}

/**
 * Judges the read of an item that refers to a second item, such as a review of a product, after the second item was
 * removed. Applies only if the contract states that the DELETE also removes the items that refer to it. `undefined` if
 * there was no such DELETE, or if a later call may have changed something.
 */
export function referrerFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const calls = earlierCalls(contract, observation);
  const last = calls.findLast((call) => !isSafeMethod(call.operation.method));
  const item = itemOf(contract, observation);
  const made = calls.find((call) => call.observation.case.id === item?.step);
  const status = replyOf(observation)?.status;
  if (last?.operation.method !== 'delete' || item === undefined || made === undefined || status === undefined)
    return undefined;
  if (!isSuccess(last.status) || last.status === 202) return undefined;
  const removed = itemOf(contract, last.observation);
  if (removed === undefined || !refersTo(context, made, removed.step)) return undefined;
  if (!statesRemovalOf(last.operation, lastSegment(made.operation.path))) return undefined;
  if (hasOtherReference(context, made, removed)) return undefined;
  // A service may keep the item and mark it as removed.
  if (!isSuccess(status) || !isUnchanged(item.value, itemValue(contract, observation))) return [];
  return [
    {
      surface: observation.surface,
      pointer: '/response/status',
      kind: 'child-still-there',
      message: `${operation.id} still returns an item that refers to an item which ${last.operation.id} removed. The contract states that ${last.operation.id} also removes these items.`,
      expected: 404,
      received: status,
      blame: responder(context),
      cause: `${last.operation.id} ${operation.id}`,
    },
  ];
}
