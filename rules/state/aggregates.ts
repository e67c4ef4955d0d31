import { aggregateMembers } from '../../contract/collections/changes/aggregate-members.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, ownValue } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { isSafeMethod } from '../../contract/wire/safe-method.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { type TrialContext, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { orOmitted } from '../values/omitted.js';
import { type EarlierCall, earlierCalls } from './evidence/earlier-calls.js';
import { isOfItem, isSamePath } from './evidence/item-changes.js';
import { itemSchema, itemValue } from './evidence/item-values.js';
import { replyOf } from '../reply.js';

/**
 * The largest relative difference at which two numbers count as equal. A service may update a number such as a mean
 * step by step, which makes it inexact.
 */
const PRECISION = 1e-6;

/**
 * Whether two values of a member that summarises items, such as a mean, count as equal. Small rounding errors are
 * permitted. If there are no items, the member may be null, zero or missing.
 */
export function isSameSummary(first: Json | undefined, last: Json | undefined): boolean {
  const [one, other] = [first ?? 0, last ?? 0];
  if (typeof one !== 'number' || typeof other !== 'number') return sameJson(one, other);
  return Math.abs(one - other) <= PRECISION * Math.max(1, Math.abs(one), Math.abs(other));
}

/**
 * Judges members of an item that summarise other items according to their descriptions, such as "the number of reviews
 * of the product". After an item was created and removed again, they must have their values from before. A member is
 * judged only if the create changed it immediately. `undefined` if other calls came before the read.
 */
export function aggregateFaults(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const calls = earlierCalls(contract, observation);
  const reads = calls.filter((call) => call.operation === read && isSamePath(call.observation, observation));
  const [before, between] = [reads.at(-2), reads.at(-1)];
  if (before === undefined || between === undefined) return undefined;
  const [made, removed] = [onlyChange(calls, before, between), onlyChange(calls, between)];
  const reply = replyOf(observation);
  const shown = reply && itemSchema(contract, read, reply);
  if (made === undefined || removed?.operation.method !== 'delete' || shown === undefined) return undefined;
  if (!isOfItem(removed.observation, made.observation.case.id)) return undefined;
  if (context.collections?.some(({ create }) => create === made.operation) !== true) return undefined;
  const [first, second, last] = [before.observation, between.observation, observation].map((each) =>
    itemValue(contract, each),
  );
  const names = aggregateMembers(contract, read, made.operation).filter(
    (name) => !sameJson(ownValue(first, name), ownValue(second, name)),
  );
  if (names.length === 0) return undefined;
  return names
    .filter((name) => !isSameSummary(ownValue(first, name), ownValue(last, name)))
    .map((name) => ({
      surface: observation.surface,
      pointer: `${shown.at}${joinPointer('', name)}`,
      kind: 'not-recomputed',
      message: `${read.id} does not return the earlier ${name} after ${removed.operation.id} removed the item that ${made.operation.id} created. The description of ${name} states that it summarises these items.`,
      expected: orOmitted(ownValue(first, name)),
      received: orOmitted(ownValue(last, name)),
      blame: responder(context),
      cause: `${removed.operation.id} ${name}`,
    }));
}

/**
 * The only call between two calls that may have changed something. `undefined` if there is none or more than one, if it
 * failed, or if it was answered 202.
 */
function onlyChange(calls: readonly EarlierCall[], after: EarlierCall, before?: EarlierCall): EarlierCall | undefined {
  const end = before === undefined ? calls.length : calls.indexOf(before);
  const changes = calls.slice(calls.indexOf(after) + 1, end).filter(({ operation }) => !isSafeMethod(operation.method));
  const [change] = changes;
  return changes.length === 1 && change !== undefined && isSuccess(change.status) && change.status !== 202
    ? change
    : undefined;
}
