import { sentItem } from '../../../../contract/collections/envelope.js';
import type { Contract } from '../../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../../contract/json/json.js';
import type { SchemaUri } from '../../../../contract/operation.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { TrialContext } from '../../../rule.js';
import { sameJson } from '../../../values/same-json.js';
import { type ItemChanged, changesAt, isMade, lastValueAt } from '../item-changes.js';
import { itemValue } from '../item-values.js';
import { type MemberNames, hasStored, isWholeContent, omittedMembers } from './put-body.js';

/** The value that a read returned after a PUT, and the members that the PUT omitted but did not remove. */
export interface ReplacedContent {
  readonly put: ItemChanged;
  readonly value: JsonObject;
  /** Omitted members that still have the value of the previous PUT. */
  readonly kept: readonly MemberNames[];
}

/**
 * For a path without a create: finds the members that the last PUT omitted but did not remove. Members that the service
 * assigns must not be judged. A member is therefore judged only if an earlier PUT also omitted it, and a read after
 * that PUT returned a value different from the kept value. `undefined` if there is no member to judge.
 */
export function replacedContent(
  context: TrialContext,
  observation: Observation,
  schema: SchemaUri,
): ReplacedContent | undefined {
  const { contract } = context;
  const puts = changesAt(contract, observation).filter(isMade);
  const [put, before] = [puts.at(-1), puts.at(-2)];
  const value = itemValue(contract, observation);
  const [sent, stored] = [put, before].map((change) => bodyOf(contract, change));
  if (put === undefined || before === undefined || !isJsonObject(value)) return undefined;
  if (sent === undefined || stored === undefined || !isWholeContent(contract, put)) return undefined;
  const earlier = readAfter(context, observation, before, put);
  if (!isJsonObject(earlier) || !hasStored(sent, earlier, value)) return undefined;
  const bodies = { earlier: stored, sent, value };
  const judged = omittedMembers(contract, put.operation, bodies, schema).filter(
    (names) =>
      sameJson(memberAt(stored, names), memberAt(earlier, names)) &&
      puts.some((one, index) => {
        const lean = bodyOf(contract, one);
        const next = puts[index + 1];
        if (lean === undefined || next === undefined || one === before || !lacks(lean, names)) return false;
        const after = readAfter(context, observation, one, next);
        return isJsonObject(after) && !sameJson(memberAt(after, names), memberAt(stored, names));
      }),
  );
  if (judged.length === 0) return undefined;
  return { put, value, kept: judged.filter((names) => sameJson(memberAt(value, names), memberAt(stored, names))) };
}

export function memberAt(value: Json | undefined, names: MemberNames): Json | undefined {
  return names.reduce<Json | undefined>((member, name) => ownValue(member, name), value);
}

/** Whether a value has the object that should contain the last name, but this object lacks the name. */
export function lacks(value: Json, names: MemberNames): boolean {
  return isJsonObject(memberAt(value, names.slice(0, -1))) && memberAt(value, names) === undefined;
}

function bodyOf(contract: Contract, change: ItemChanged | undefined): JsonObject | undefined {
  const body =
    change?.operation.method === 'put'
      ? sentItem(contract, change.operation, change.observation.case.input.body)
      : undefined;
  return isJsonObject(body) ? body : undefined;
}

/** The last value that a read between two changes returned. */
function readAfter(
  { contract }: TrialContext,
  observation: Observation,
  from: ItemChanged,
  to: ItemChanged,
): Json | undefined {
  const { earlier = [] } = observation;
  const between = earlier.slice(earlier.indexOf(from.observation), earlier.indexOf(to.observation));
  return lastValueAt(contract, between, observation);
}
