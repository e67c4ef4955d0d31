import { isOtherPost } from '../../../contract/collections/change-kind.js';
import type { Operation } from '../../../contract/operation.js';
import { joinPointer } from '../../../contract/json/json-pointer.js';
import { type Json, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { type TrialContext, responder } from '../../rule.js';
import { orOmitted } from '../../values/omitted.js';
import { sameJson } from '../../values/same-json.js';
import { earlierCalls } from '../evidence/earlier-calls.js';
import { changesOf, isOfItem, itemOf } from '../evidence/item-changes.js';
import { itemValue } from '../evidence/item-values.js';

/** A PUT, PATCH or DELETE that the service refused, with the last reads of the item before it. */
interface RefusedChange {
  readonly operation: Operation;
  readonly status: number;
  /** The item in the last two reads before the refused change. */
  readonly before: readonly [Json, Json];
}

/**
 * Judges the read of an item directly after a PUT, PATCH or DELETE that was answered with a 4xx: the item must be
 * unchanged. `undefined` if there was no such call, or if the item was not read twice before it.
 */
export function refusedChange(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const change = read.method === 'get' ? refused(read, context, observation) : undefined;
  const reply = replyOf(observation);
  const after = itemValue(context.contract, observation);
  if (change === undefined || reply === undefined) return undefined;
  const isGone = isAbsent(reply.status);
  if (!isGone && !isJsonObject(after)) return undefined;
  const [one, other] = change.before;
  const isSettled = (name: string): boolean => sameJson(ownValue(one, name) ?? null, ownValue(other, name) ?? null);
  const names = Object.keys({ ...(isJsonObject(one) && one), ...(isJsonObject(after) && after) });
  const name = names.find(
    (each) => isSettled(each) && !sameJson(ownValue(one, each) ?? null, ownValue(after, each) ?? null),
  );
  if (!isGone && name === undefined) return [];
  const { id, path } = change.operation;
  return [
    {
      surface: observation.surface,
      pointer: '/state',
      kind: 'changed-by-refused-call',
      message: `The service answered ${change.status} to ${id}, but ${read.id} ${isGone ? 'does not find the item' : `returns a different value at ${joinPointer('', name ?? '')}`} afterwards.`,
      expected: isGone ? 'the item' : orOmitted(ownValue(one, name ?? '')),
      received: isGone ? reply.status : orOmitted(ownValue(after, name ?? '')),
      blame: responder(context),
      cause: path,
    },
  ];
}

/**
 * Statuses after which the item is not judged. A different rule judges failed preconditions. After a 404 or a 408, it
 * is not known whether the service reached the item.
 */
const OTHERWISE: ReadonlySet<number> = new Set([401, 404, 408, 410, 412]);

function refused(read: Operation, { contract }: TrialContext, observation: Observation): RefusedChange | undefined {
  const item = itemOf(contract, observation);
  const change = item && changesOf(contract, observation, item).at(-1);
  const status = (change && replyOf(change.observation)?.status) ?? 0;
  if (item === undefined || change === undefined || isOtherPost(contract, change.operation)) return undefined;
  if (status < 400 || status > 499 || OTHERWISE.has(status)) return undefined;
  const { earlier = [] } = observation;
  const at = earlier.indexOf(change.observation);
  const reads = earlier
    .slice(0, at)
    .filter((step) => step.case.operation === read.id && isOfItem(step, item.step))
    .slice(-2);
  const [first] = reads;
  if (first === undefined) return undefined;
  const since = earlierCalls(contract, { ...observation, earlier: earlier.slice(earlier.indexOf(first)) });
  const isOther = since.some((call) => call.operation.method !== 'get' && call.status < 400);
  const [one, other] = reads.map((step) => itemValue(contract, step));
  if (isOther || !isJsonObject(one) || !isJsonObject(other)) return undefined;
  return { operation: change.operation, status, before: [one, other] };
}
