import { sentItem, sentSchemas } from '../../../contract/collections/envelope.js';
import { schemasAt, statedMembers } from '../../../contract/collections/reply-members.js';
import { joinPointer, pointerTokens, valueAt } from '../../../contract/json/json-pointer.js';
import type { Contract, SchemaSource } from '../../../contract/contract.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { isUnsetValue } from '../../../contract/json/unset-value.js';
import type { Operation, SchemaUri } from '../../../contract/operation.js';
import { schemasInPlace } from '../../../contract/wire/decode-value.js';
import { isHidden } from '../../../surfaces/generation/schema-direction.js';
import type { Observation } from '../../../surfaces/observation.js';
import { differencesUnder } from '../../comparison.js';
import type { Violation } from '../../finding.js';
import { isAbsent, replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { type JsonDifference, SYSTEMATIC } from '../../values/json-difference.js';
import { sameJson } from '../../values/same-json.js';
import { withAdditions } from '../evidence/added-members.js';
import {
  type ItemChanged,
  changesAt,
  changesOf,
  isChangedUnread,
  isMade,
  isRemoved,
  itemOf,
  lastValue,
  lastValueAt,
  hasRemovedAbove,
} from '../evidence/item-changes.js';
import { isInvalidChange, isMergePatch, keptMembers, mergedMembers } from '../evidence/merge-patch.js';
import { type CreatedItem, isAddition, itemViolation, itemSchema, itemValue } from '../evidence/item-values.js';
import { isChangedBeside } from './put-beside.js';
import { memberPlaces } from '../evidence/member-places.js';

/** A service stores the changes of a PUT or a PATCH. */
export const updated: TrialRule = {
  id: 'state/updated',
  severity: 'must',
  statement:
    'After a successful PUT or PATCH (other than 202), a GET of the same path finds the item. The GET returns each member of the request with the value of the request, if the schema of the reply has the member. A PATCH removes no other member and resets none to its default. A PATCH that names only texts sets no other member to an empty value, false or zero. A JSON merge patch keeps the members of nested objects that it does not name, and removes the members that it sets to null. PUT and PATCH find every item that exists.',
  source:
    'RFC 9110 §9.3.4: a successful PUT suggests that a GET returns an equivalent representation; RFC 5789 §2 and RFC 7396: a patch changes what it describes',
  repair:
    'Store every member of the request, and keep all other members after a PATCH. Or answer 202 if the change is made later.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    judgedEach(trial, (observation) => faultsOf(trial, context, observation, itemOf(context.contract, observation))),
};

function faultsOf(
  { operation }: Trial,
  context: TrialContext,
  observation: Observation,
  item: CreatedItem | undefined,
): readonly Violation[] | undefined {
  const { contract } = context;
  const changes = item === undefined ? changesAt(contract, observation) : changesOf(contract, observation, item);
  // The rule `state/conditional-requests` judges a change that was refused because of its precondition.
  if (isRemoved(changes) || isRefusedByCondition(changes.at(-1))) return undefined;
  // A second change is not judged, because the read after the first change already shows what the first change lost.
  if (operation.method === 'put' || operation.method === 'patch')
    return item && !changes.some(isMade) && isAtItem(context, item, operation)
      ? notFound(context, observation, operation.id, item.create.id)
      : undefined;
  const change = changes.findLast(isMade);
  const reply = replyOf(observation);
  const value = itemValue(contract, observation);
  const shown = reply && itemSchema(contract, operation, reply);
  // The rule `state/acted` judges actions.
  if (operation.method !== 'get' || change === undefined || change.operation.method === 'post') return undefined;
  // The rule `state/put-item` judges items beside a different item that was changed afterwards.
  const isBeside = item === undefined && isChangedBeside(contract, observation, change.observation);
  if (isInvalidChange(contract, change) || isBeside) return undefined;
  if (change.operation.method === 'put' && change.operation.path === operation.path && isAbsent(reply?.status))
    return notFound(context, observation, operation.id, change.operation.id);
  if (shown === undefined || !isJsonObject(value)) return undefined;
  const { operation: changing } = change;
  const message = (pointer: string): string =>
    `${operation.id} returns a different value at ${pointer === '' ? 'its root' : pointer} from the one that ${changing.id} stored before.`;
  const found = differences(context, observation, change, item, [shown.schema], value);
  const sent = sentItem(contract, changing, change.observation.case.input.body) ?? null;
  const placeOf = memberPlaces(contract.schemas, sentSchemas(contract, changing), sent, found);
  return found.map(({ kind, ...difference }) => {
    const about = message(difference.pointer);
    const changed = { ...difference, kind: 'changed' } as const;
    const place = placeOf(difference.pointer);
    const violation = itemViolation(context, observation.surface, changing, shown.at, about, changed, place);
    if (place.isWhole) return violation;
    return WHOLE.has(kind) ? { ...violation, kind, cause: changing.id } : { ...violation, kind };
  });
}

function isRefusedByCondition(change: ItemChanged | undefined): boolean {
  return change?.observation.case.raw?.fault === 'condition' && !isMade(change);
}

type StoredDifference = Omit<JsonDifference, 'kind'> & { readonly kind: string };

/** Kinds of violations that have one cause for the whole operation, even if several members show them. */
const WHOLE: ReadonlySet<string> = new Set([
  'not-stored',
  'reset-by-patch',
  'kept-by-merge-patch',
  'not-merged',
  ...SYSTEMATIC,
]);

/** Whether a change is at the path of the item itself. A resource below this path may not exist yet. */
function isAtItem({ collections = [] }: TrialContext, { create }: CreatedItem, { path }: Operation): boolean {
  return collections.some(
    (collection) =>
      collection.create === create && collection.changes?.some((change) => change.operation.path === path),
  );
}

/** Reports a 404 or 410 to a call of an item that the operation `writer` created or replaced earlier. */
function notFound(
  context: TrialContext,
  observation: Observation,
  caller: string,
  writer: string,
): readonly Violation[] | undefined {
  const reply = replyOf(observation);
  if (reply === undefined) return undefined;
  if (!isAbsent(reply.status) || hasRemovedAbove(context.contract, observation)) return [];
  const { status } = reply;
  const message = `The service answered ${status} to ${caller} of an item that ${writer} stored before.`;
  const about = { surface: observation.surface, pointer: '/response/status', blame: responder(context) } as const;
  return [
    { ...about, kind: 'not-found', message, expected: 'the stored item', received: status, cause: caller, status },
  ];
}

function differences(
  context: TrialContext,
  observation: Observation,
  { operation, observation: made }: ItemChanged,
  item: CreatedItem | undefined,
  stated: readonly SchemaUri[],
  value: JsonObject,
): readonly StoredDifference[] {
  const { contract } = context;
  const { schemas } = contract;
  const sent = sentItem(contract, operation, made.case.input.body);
  if (!isJsonObject(sent)) return [];
  const given = statedMembers(schemas, sentSchemas(contract, operation));
  const returned = statedMembers(schemas, stated);
  const isShown = (name: string, own: readonly SchemaUri[] = []): boolean =>
    returned.has(name) && !own.some((uri) => isHidden(schemas, uri, 'input') || isHidden(schemas, uri, 'output'));
  const isStored = (name: string): boolean =>
    isShown(name, [...(given.get(name) ?? []), ...(returned.get(name) ?? [])]);
  const isPatch = operation.method === 'patch';
  const { earlier = [] } = observation;
  const steps = earlier.slice(0, earlier.indexOf(made));
  const before = item ? lastKnownValue(contract, steps, item) : lastValueAt(contract, steps, observation);
  const isMerge = isMergePatch(operation, made);
  const wanted = isMerge ? mergedMembers(before, sent) : sent;
  const differencesOf = (name: string, to: Json, from: Json): readonly JsonDifference[] => {
    const both = [...(given.get(name) ?? []), ...(returned.get(name) ?? [])];
    const comparison = { schemas, stated: both, ignored: ['input', 'output'] } as const;
    return differencesUnder(comparison, to, ownValue(from, name), joinPointer('', name)).filter(
      (difference) => !isAddition(wanted, difference),
    );
  };
  const compared = Object.entries(wanted)
    .filter(([name, to]) => isStored(name) && !(isPatch && to === null && !isKept(value, name)))
    .filter(([name, to]) => {
      const held = withAdditions(to, ownValue(value, name));
      return (returned.get(name) ?? []).every((uri) => schemas.forDirection('input').accepts(uri, held));
    });
  const different = compared.filter(([name, to]) => differencesOf(name, to, before).length > 0);
  const lost = different.filter(([name, to]) => differencesOf(name, to, value).length > 0);
  if (different.length >= FEWEST && lost.length === different.length)
    return [{ pointer: '', kind: 'not-stored', expected: sent, received: value }];
  const changed = compared.flatMap(([name, to]): readonly StoredDifference[] => {
    const found = differencesOf(name, to, value);
    const own = ownValue(sent, name);
    if (!isMerge || found.length === 0 || !isJsonObject(own)) return found;
    const named = ownValue(mergedMembers(null, { [name]: own }), name) as Json;
    // The members that the patch names were stored, but other members of the object were lost.
    return differencesOf(name, named, value).length > 0
      ? found
      : [{ pointer: joinPointer('', name), kind: 'not-merged', expected: to, received: ownValue(value, name) }];
  });
  const isDefault = (name: string, member: Json): boolean =>
    defaultsOf(context, item, stated, joinPointer('', name)).some((preset) => sameJson(preset, member));
  return [
    ...changed,
    ...(isMerge
      ? notRemoved(sent, before, value, (pointer) => isEntryAt(schemas, stated, pointer)).filter(
          ({ pointer }) =>
            isStored(pointerTokens(pointer)[0] ?? '') &&
            // A member with a default is skipped: it may have been removed, and may be returned with its default.
            defaultsOf(context, item, stated, pointer).length === 0,
        )
      : []),
    ...(isPatch
      ? // Only a PATCH may set members that a create must not send.
        reset(
          [...given.keys()].filter((name) => isShown(name, given.get(name))),
          sent,
          before,
          value,
          (name, member) => isDefault(name, member) || (isOnlyTexts(schemas, given, sent) && isUnsetValue(member)),
        )
      : []),
  ];
}

/** The value of an item before a change. `null` if an earlier change was not read. */
function lastKnownValue(contract: Contract, steps: readonly Observation[], item: CreatedItem): Json {
  return isChangedUnread(contract, steps, item) ? null : lastValue(contract, steps, item);
}

/** Members that a merge patch sets to null, but that were not removed. */
function notRemoved(
  sent: JsonObject,
  before: Json,
  value: JsonObject,
  isEntry: (pointer: string) => boolean,
): readonly StoredDifference[] {
  return keptMembers(before, sent, value, isEntry).map((pointer) => ({
    pointer,
    kind: 'kept-by-merge-patch',
    expected: undefined,
    received: valueAt(value, pointer),
  }));
}

/** Whether a nested member is a key of a map, because no schema names it. */
function isEntryAt(schemas: SchemaSource, stated: readonly SchemaUri[], pointer: string): boolean {
  const isNested = pointerTokens(pointer).length > 1;
  return isNested && stated.every((root) => schemasAt(schemas, root, pointer).length === 0);
}

/** The defaults that the schemas of the read and of the create state for a member. */
function defaultsOf(
  { contract }: TrialContext,
  item: CreatedItem | undefined,
  stated: readonly SchemaUri[],
  pointer: string,
): readonly Json[] {
  const { schemas } = contract;
  const created = item ? sentSchemas(contract, item.create) : [];
  return [...stated, ...created]
    .flatMap((root) => schemasAt(schemas, root, pointer))
    .flatMap((uri) => [...schemasInPlace(schemas, uri).values()])
    .flatMap((schema) => ownValue(schema, 'default') ?? []);
}

/**
 * The minimum number of changed members for the violation `not-stored`. If a request changes at least this number of
 * members and none is stored, the operation stores nothing.
 */
const FEWEST = 2;

/**
 * Matches names of members that may change because other members change. For example, a text that was edited becomes a
 * draft again.
 */
const FOLLOWS = /stat(?:e|us)|stage|phase|step|draft|review|ed$/i;

/** Whether a body has only free texts, without values of an enumeration. Other members rarely depend on free texts. */
function isOnlyTexts(
  schemas: SchemaSource,
  given: ReadonlyMap<string, readonly SchemaUri[]>,
  sent: JsonObject,
): boolean {
  const isListed = (uri: SchemaUri): boolean =>
    [...schemasInPlace(schemas, uri).values()].some((schema) => ownValue(schema, 'enum') !== undefined);
  return Object.entries(sent).every(
    ([name, value]) => typeof value === 'string' && given.get(name)?.some(isListed) === false,
  );
}

/** Members that a PATCH does not name, but that are lost or reset to an initial value after the PATCH. */
function reset(
  names: readonly string[],
  sent: JsonObject,
  before: Json,
  value: JsonObject,
  isInitial: (name: string, member: Json) => boolean,
): readonly StoredDifference[] {
  const isReset = (name: string): boolean => {
    const [from, to] = [ownValue(before, name), ownValue(value, name)];
    if (!isKept(value, name) || to === undefined || from === undefined) return true;
    return !FOLLOWS.test(name) && !sameJson(from, to) && isInitial(name, to);
  };
  return names
    .filter((name) => !Object.hasOwn(sent, name) && isKept(before, name) && isReset(name))
    .map((name) => ({
      pointer: joinPointer('', name),
      kind: 'reset-by-patch',
      expected: ownValue(before, name),
      received: ownValue(value, name),
    }));
}

function isKept(value: Json, name: string): boolean {
  const member = ownValue(value, name);
  return member !== undefined && member !== null;
}
