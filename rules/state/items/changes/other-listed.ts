import { listedPlace, listedSchemas, statedMembers } from '../../../../contract/collections/reply-members.js';
import { joinPointer } from '../../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, ownValue } from '../../../../contract/json/json.js';
import type { Operation } from '../../../../contract/operation.js';
import type { Observation } from '../../../../surfaces/observation.js';
import type { Violation } from '../../../finding.js';
import { replyOf } from '../../../reply.js';
import { type TrialContext, responder } from '../../../rule.js';
import { orOmitted } from '../../../values/omitted.js';
import { changesOf, createdItems, isItemChange, isMade, lastValue } from '../../evidence/item-changes.js';
import { type CreatedItem, replySchema } from '../../evidence/item-values.js';
import { isEqualCall } from '../../evidence/listed-before.js';
import { type Listed, elementsOfItem, listedCollection, readList } from '../../evidence/listed-elements.js';
import { areRelated } from '../../evidence/related-items.js';
import { type OtherChange, changedOf, takenMember } from './other-changed.js';

/** An element of a list, before and after other items were changed. */
interface Element {
  readonly id: Json;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * The violation for an element of a list that has a value which a PUT or PATCH set on a different item, since the last
 * equal call of the list. An element that the sequence created is only judged if no operation reads single items;
 * otherwise its GET shows the fault. `undefined` if no item was changed.
 */
export function otherListedFaults(
  operation: Operation,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const listed = listedCollection(context, operation.id);
  const { earlier = [] } = observation;
  const last = earlier.findLast((step) => isEqualCall(step, observation));
  if (listed === undefined || last === undefined) return undefined;
  const created = createdItems(context.contract, observation).filter(
    ({ create }) => create === listed.collection.create,
  );
  const changes = changesSince(context, observation, last, created);
  const elements = otherElements(listed, [last, observation], created);
  if (changes.length === 0 || elements.length === 0) return undefined;
  const reply = replyOf(observation);
  const { schemas } = context.contract;
  const schema = reply && replySchema(operation, reply);
  if (schema === undefined) return undefined;
  const members = statedMembers(schemas, listedSchemas(schemas, schema, listed.list));
  for (const each of changes) {
    for (const element of elements) {
      const name = takenByElement(context, each, element);
      if (name !== undefined && members.has(name))
        return [violation(context, observation, listed, each, element, name)];
    }
  }
  return [];
}

/** The changes of the given created items that were made after a step of the sequence. */
function changesSince(
  context: TrialContext,
  { earlier = [] }: Observation,
  last: Observation,
  created: readonly CreatedItem[],
): readonly OtherChange[] {
  const { contract } = context;
  const later = { earlier: earlier.slice(earlier.indexOf(last) + 1) };
  return created.flatMap((item) =>
    changesOf(contract, later, item)
      .filter((change) => isMade(change) && isItemChange(context, item, change.operation))
      .map((change) => {
        const steps = earlier.slice(0, earlier.indexOf(change.observation));
        return { change, before: lastValue(contract, steps, item) };
      }),
  );
}

/** The elements that two calls of a list both returned, without those that the sequence created. */
function otherElements(
  { list }: Listed,
  calls: readonly [Observation, Observation],
  created: readonly CreatedItem[],
): readonly Element[] {
  const { id: name } = list;
  const [before, after] = calls.map((call) => readList(list, call));
  if (name === undefined || before === undefined || after === undefined) return [];
  const own = new Set(created.flatMap((item) => elementsOfItem(list, item, after.elements) ?? []));
  const known = new Map(before.elements.map((element) => [JSON.stringify(ownValue(element, name)), element]));
  return after.elements.flatMap((element) => {
    const id = ownValue(element, name);
    const old = id === undefined ? undefined : known.get(JSON.stringify(id));
    return id === undefined || old === undefined || own.has(element) ? [] : [{ id, before: old, after: element }];
  });
}

/**
 * The member of an element that has the value which a change set on a different item. `undefined` if there is none, or
 * if the two items may belong together.
 */
function takenByElement({ contract }: TrialContext, other: OtherChange, element: Element): string | undefined {
  const { id, before, after } = element;
  return areRelated({ ids: [id], values: [before] }, changedOf(contract, other))
    ? undefined
    : takenMember(contract, other.change, other.before, before, after);
}

function violation(
  context: TrialContext,
  { surface, case: { operation: reader } }: Observation,
  { list }: Listed,
  { change: { operation } }: OtherChange,
  { before, after }: Element,
  name: string,
): Violation {
  const pointer = joinPointer('', name);
  return {
    surface,
    pointer: `/response/body${listedPlace(list, '*')}${pointer}`,
    kind: 'other-changed',
    message: `${reader} returns an item with the value at ${pointer} that ${operation.id} gave to a different item.`,
    expected: orOmitted(ownValue(before, name)),
    received: ownValue(after, name) ?? null,
    blame: responder(context),
    cause: operation.id,
    place: operation.id,
  };
}
