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

/** What a read after a PUT returned, and the members that the PUT omitted but that were not removed. */
export interface ReplacedContent {
  readonly put: ItemChanged;
  readonly value: JsonObject;
  /** Omitted members that still have the value that the previous PUT set. */
  readonly kept: readonly MemberNames[];
}

/**
 * Finds members that the last PUT omitted but did not remove, at a path whose content no POST creates. A value that the
 * service assigns by itself must not be reported. A member is therefore judged only if an earlier PUT omitted it too,
 * and a read after that PUT returned a different value. `undefined` if no member can be judged.
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

/**
 * Whether a value lacks the member to which the names lead, but has the object that should contain it: `{"size": {}}`
 * lacks `['size', 'width']`, and `{}` does not.
 */
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

/** The value that the last read between two changes returned. */
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
