import type { Collection } from '../../../contract/collections/collection.js';
import type { Json, JsonObject } from '../../../contract/json/json.js';
import { valueAt } from '../../../contract/json/json-pointer.js';
import { isSuccess } from '../../../surfaces/failure-table.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { type Trial, type TrialContext, responder } from '../../rule.js';
import { sameJson } from '../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../evidence/earlier-calls.js';
import { successValue } from '../evidence/item-values.js';
import { listedCollection, readList } from '../evidence/listed-elements.js';
import { keyOf, repeatOf, sendsKey } from '../evidence/repeat-key.js';

/**
 * Judges a list after equal creates with one idempotency key: it may have at most one new element. `undefined` if other
 * calls may have changed the list. Also `undefined` if the creates already returned two items, which a different rule
 * reports.
 */
export function listedRepeats(
  { operation }: Trial,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const known = listedCollection(context, operation.id);
  const create = known?.collection.create;
  if (known?.list.id === undefined || create === undefined || !context.isolated) return undefined;
  const calls = earlierCalls(context.contract, observation);
  const creates = calls.filter((call) => call.operation === create);
  const [first] = creates;
  const isOther = (call: EarlierCall): boolean => call.operation.method !== 'get' && call.operation !== create;
  if (first === undefined || calls.some(isOther) || !areRepeats(known.collection, creates)) return undefined;
  const earlier = calls.slice(0, calls.indexOf(first)).findLast((call) => call.operation === operation);
  const [before, after] = [earlier?.observation, observation].map((read) => read && readList(known.list, read));
  if (before?.isWhole !== true || after?.isWhole !== true) return undefined;
  const added = new Set(after.keys.filter((key) => !before.keys.includes(key)));
  if (added.size < 2) return [];
  return [
    {
      surface: observation.surface,
      pointer: `/response/body${known.list.elements}`,
      kind: 'repeat-creates',
      message: `${operation.id} lists ${added.size} new items after ${creates.length} equal calls of ${create.id} with one idempotency key.`,
      expected: 1,
      received: added.size,
      blame: responder(context),
      cause: `${create.id} repeat`,
    },
  ];
}

/** Whether several creates are equal, have the same idempotency key, and returned the same item. */
function areRepeats({ create, read }: Collection, [first, ...others]: readonly EarlierCall[]): boolean {
  if (create === undefined || first === undefined || others.length === 0) return false;
  const key = repeatOf(create)?.key;
  const idOf = ({ observation }: EarlierCall): Json =>
    read?.id.location === undefined ? (valueAt(successValue(observation), read?.id.pointer ?? '') ?? null) : null;
  return (
    keyOf(first.observation.case.input, key) !== undefined &&
    sendsKey(first.observation, key) &&
    isSuccess(first.status) &&
    others.every(
      (call) =>
        sendsKey(call.observation, key) &&
        isSuccess(call.status) &&
        sameJson(call.observation.case.input as JsonObject, first.observation.case.input as JsonObject) &&
        sameJson(idOf(call), idOf(first)),
    )
  );
}
