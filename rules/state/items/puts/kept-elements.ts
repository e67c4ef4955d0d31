import { isSetPart } from '../../../../contract/collections/changes/set-part.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import { scalarList } from '../../../../contract/json/scalar-list.js';
import type { Operation } from '../../../../contract/operation.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { replyOf } from '../../../reply.js';
import { type TrialContext, responder } from '../../../rule.js';
import { sameJson } from '../../../values/same-json.js';
import { type EarlierCall, earlierCalls } from '../../evidence/earlier-calls.js';
import { isOfItem, isSamePath, itemOf } from '../../evidence/item-changes.js';
import { itemSchema, itemValue } from '../../evidence/item-values.js';
import { isSuccess } from '../../../../surfaces/failure-table.js';

/** Matches texts of a PUT that adds elements and does not replace the whole list. */
const ADDS =
  /\b(?:add(?:s|ed|ing|itional)?|append\w*|merg\w*|union|combin\w*|keeps?|kept|retain\w*|partial\w*|unchanged)\b/i;

/**
 * Judges a read of an item after two PUTs of a list that is a part of it, such as `PUT /pages/{slug}/tags`. A read
 * between the PUTs shows which member of the item is this list: it has exactly the elements of the first PUT. After the
 * second PUT, this list must not have an element that only the first PUT sent.
 */
export function keptElements(
  read: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const isHere = (call: EarlierCall): boolean =>
    item === undefined ? isSamePath(call.observation, observation) : isOfItem(call.observation, item.step);
  const calls = earlierCalls(contract, observation).filter(isHere);
  const made = calls.filter(({ operation, status }) => operation.method !== 'get' && isSuccess(status));
  const [first, second] = made.slice(-2);
  const put = second?.operation;
  if (first === undefined || second === undefined || put === undefined || first.operation !== put) return undefined;
  if (!isSetPart(contract, put, read) || put.method !== 'put' || [first, second].some(({ status }) => status === 202))
    return undefined;
  if (ADDS.test(`${put.summary} ${put.description}`)) return undefined;
  const between = calls.slice(calls.indexOf(first), calls.indexOf(second)).findLast((call) => call.operation === read);
  const reply = replyOf(observation);
  const shown = reply && itemSchema(contract, read, reply);
  const [before, after] = [between && itemValue(contract, between.observation), itemValue(contract, observation)];
  const [old, sent] = [first, second].map((call) => call.observation.case.input.body ?? null);
  if (shown === undefined || !isJsonObject(before) || !isJsonObject(after) || !isJsonObject(sent)) return undefined;
  const judged = Object.keys(sent).flatMap((name) => {
    const [from, to, stored, now] = [old, sent, before, after].map((value) => scalarList(value, name));
    if (from === undefined || to === undefined || stored === undefined || now === undefined) return [];
    const isSet = haveSameElements(from, stored) && to.every((each) => includes(now, each));
    const dropped = from.filter((each) => !includes(to, each));
    return isSet && dropped.length > 0 ? [{ name, to, now, kept: dropped.filter((each) => includes(now, each)) }] : [];
  });
  if (judged.length === 0) return undefined;
  return judged
    .filter(({ kept }) => kept.length > 0)
    .map(({ name, to, now }) => ({
      surface: observation.surface,
      pointer: joinPointer(shown.at, name),
      kind: 'kept-by-put',
      message: `${read.id} returns elements of ${joinPointer('', name)} that an earlier ${put.id} set, although a later ${put.id} did not send them.`,
      expected: [...to],
      received: [...now],
      blame: responder(context),
      cause: put.id,
    }));
}

function includes(list: readonly Json[], element: Json): boolean {
  return list.some((each) => sameJson(each, element));
}

function haveSameElements(one: readonly Json[], other: readonly Json[]): boolean {
  return one.length === other.length && one.every((each) => includes(other, each));
}
