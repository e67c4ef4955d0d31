import { sentSchemas } from '../../../contract/collections/envelope.js';
import { joinPointer, pointerTokens } from '../../../contract/json/json-pointer.js';
import { isNameOf } from '../../../contract/collections/item-read.js';
import { type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import type { SchemaUri } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, responder } from '../../rule.js';
import type { JsonDifference } from '../../values/json-difference.js';
import { sameJson } from '../../values/same-json.js';
import { valueRelations } from '../../values/value-relation.js';
import { changesOf, createdItems, hasRemoved, isReadBeforeOther } from '../evidence/item-changes.js';
import {
  type CreatedItem,
  createName,
  createdItem,
  itemDifferences,
  itemViolation,
  itemSchema,
  itemValue,
} from '../evidence/item-values.js';
import { memberPlaces } from '../evidence/member-places.js';

/** A read of an item returns the values that the reply to its create returned. */
export const stored: TrialRule = {
  id: 'state/stored',
  severity: 'must',
  statement:
    'An item that was created can be read by the identifier in the reply to its create. Every member that clients send has the value from the reply to the create, and not the value of a different item.',
  details: [
    'If the create answers 201 with only a `Location`, its URI identifies the item, and the members have the values of the request.',
    'An item that was created below a parent item is not found below a different parent; this is checked if the identifier of the parent is a member of the item and a parameter of the path.',
  ],
  source:
    'RFC 9110 §9.3.3 and §15.3.2: the reply to a create describes the new resource; the contract: the link from the create, or the path of the item',
  repair:
    'Store every member with the value that the reply to the create has. Find the item by exactly the returned identifier: do not change its case, normalisation, escaping or length.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) => {
    const read = trial.observations.flatMap((observation) => {
      const item = readItem(trial, context, observation);
      return item === undefined ? [] : [{ observation, item }];
    });
    return read.length === 0
      ? undefined
      : read.flatMap(({ observation, item }) => faults(trial, context, observation, item));
  },
};

/**
 * The created item that this call reads. If the call reads a resource below the item, such as its settings, the result
 * is `undefined`.
 */
function readItem(trial: Trial, context: TrialContext, observation: Observation): CreatedItem | undefined {
  const { contract, collections = [] } = context;
  const { earlier = [] } = observation;
  const feed = trial.case.feeds?.find((each) => each.in === 'path');
  const source = earlier.find((step) => step.case.id === feed?.step);
  const item = source && createdItem(contract, source);
  const read = item && collections.find(({ create }) => create === item.create)?.read;
  if (read !== undefined && read.operation.path !== trial.operation.path) return undefined;
  // Other rules judge items that were changed or removed after their create, and items that a change of a different
  // item may have changed.
  const isOwn =
    item !== undefined &&
    changesOf(contract, observation, item).length === 0 &&
    !isReadBeforeOther(contract, observation, item);
  return trial.operation.method === 'get' && isOwn && !hasRemoved(contract, observation) ? item : undefined;
}

function faults(
  trial: Trial,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem,
): readonly Violation[] {
  const { surface } = observation;
  const { operation } = trial;
  const reply = replyOf(observation);
  if (reply === undefined) return [];
  const made = observation.earlier?.find((step) => step.case.id === item.step)?.case.input.path ?? {};
  const own = observation.case.input.path ?? {};
  // The path of the read may lack the parent below which the item was created.
  const isOwn = (name: string): boolean =>
    operation.parameters.some((each) => each.in === 'path' && each.name === name);
  const others = Object.keys(made).filter((name) => isOwn(name) && !sameJson(made[name], own[name]));
  if (others.length > 0) return foreignItem(trial, context, observation, { made, own, others });
  if (isAbsent(reply.status))
    return [
      {
        surface,
        pointer: '/response/status',
        kind: 'not-found',
        message: `The service answered ${reply.status} to ${operation.id} with the identifier that ${createName(item, surface)} returned.`,
        expected: 'the created item',
        received: reply.status,
        blame: responder(context),
        cause: item.create.id,
        status: reply.status,
      },
    ];
  const shown = itemSchema(context.contract, operation, reply);
  const value = itemValue(context.contract, observation);
  if (shown === undefined || !isJsonObject(value)) return [];
  const differences = [
    ...otherIdentifier(trial, item, value),
    ...itemDifferences(context, item, [shown.schema], item.value, value),
  ];
  const isOther = differences.some((difference) => !isRelated(difference));
  const other = isOther ? itemWith(context, observation, item, [shown.schema], value) : undefined;
  if (other !== undefined)
    return [
      {
        surface,
        pointer: shown.at,
        kind: 'another-item',
        message: `${operation.id} returns the values of an item that ${createName(other, surface)} created with another identifier.`,
        expected: item.value,
        received: value,
        blame: responder(context),
        cause: item.create.id,
      },
    ];
  const message = (pointer: string): string =>
    `${operation.id} returns a different value at ${pointer} from the one that ${createName(item, surface)} ${item.value === item.sent ? 'received' : 'returned'}.`;
  const placeOf = memberPlaces(
    context.contract.schemas,
    sentSchemas(context.contract, item.create),
    item.value,
    differences,
  );
  return differences.map((difference) => {
    const { pointer } = difference;
    const about = [context, surface, item.create, shown.at, message(pointer)] as const;
    return itemViolation(...about, difference, placeOf(pointer));
  });
}

/**
 * Two items must differ in at least this number of members, so that one can be recognised in place of the other. A
 * single member may be equal by chance.
 */
const FEWEST = 2;

/**
 * Finds an earlier created item whose values a read returned in place of those of `item`. `undefined` if there is none,
 * or if the two items differ in too few members.
 */
function itemWith(
  context: TrialContext,
  observation: Observation,
  item: CreatedItem,
  stated: readonly SchemaUri[],
  value: JsonObject,
): CreatedItem | undefined {
  return createdItems(context.contract, observation).find(
    (other) =>
      other.create === item.create &&
      other.step !== item.step &&
      itemDifferences(context, other, stated, other.value, value).length === 0 &&
      itemDifferences(context, other, stated, other.value, item.value).length >= FEWEST,
  );
}

/**
 * Whether a known transformation, such as a conversion to lower case, turns the expected value into the received one.
 */
function isRelated({ expected, received }: JsonDifference): boolean {
  return valueRelations(expected ?? null, received ?? null).length > 0;
}

/**
 * The violation for an item that was found below a wrong parent: the parent in the path of the read differs from the
 * parent that a member of the item names.
 */
function foreignItem(
  { operation }: Trial,
  context: TrialContext,
  observation: Observation,
  { made, own, others }: { readonly made: JsonObject; readonly own: JsonObject; readonly others: readonly string[] },
): readonly Violation[] {
  const value = itemValue(context.contract, observation) ?? null;
  // The member `id` is the identifier of the item itself, also if the parameter of the parent ends with `id`.
  const members = Object.keys(isJsonObject(value) ? value : {}).filter((member) => member !== 'id');
  const isInValue = (each: string): boolean =>
    members.some((member) => isNameOf(member, each) && sameJson(ownValue(value, member), made[each]));
  const name = others.find(isInValue);
  if (name === undefined) return [];
  return [
    {
      surface: observation.surface,
      pointer: joinPointer('/response/body', name),
      kind: 'foreign-item',
      message: `${operation.id} with ${name}=${String(own[name])} returns an item whose ${name} is ${String(made[name])}.`,
      expected: 404,
      received: made[name] ?? null,
      blame: responder(context),
      cause: operation.id,
    },
  ];
}

/**
 * The difference between the identifier in the reply to the create and that in the read item. `undefined` unless both
 * have a member of the same name for it.
 */
function otherIdentifier(
  trial: Trial,
  { value: created }: CreatedItem,
  value: JsonObject,
): ReturnType<typeof itemDifferences> {
  const pointer = trial.case.feeds?.find((each) => each.in === 'path')?.pointer ?? '';
  const name = pointerTokens(pointer).at(-1);
  const [expected, received] = [created, value].map((item) => name && ownValue(item, name));
  if (name === undefined || expected === undefined) return [];
  return received === undefined || sameJson(expected, received)
    ? []
    : [{ pointer, kind: 'changed', expected, received }];
}
