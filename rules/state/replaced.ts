import { statedMembers } from '../../contract/collections/reply-members.js';
import type { CaseInput } from '../../contract/case.js';
import type { SchemaSource } from '../../contract/contract.js';
import { isValidInput } from '../../contract/inputs/input-violations.js';
import { joinPointer } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../contract/json/json.js';
import type { Operation, SchemaUri } from '../../contract/operation.js';
import { schemasInPlace } from '../../contract/wire/decode-value.js';
import { isHidden } from '../../surfaces/generation/schema-direction.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { orOmitted } from '../values/omitted.js';
import { sameJson } from '../values/same-json.js';
import { type ItemChanged, changesOf, createdItems, isMade, isOfItem, isRemoved, lastValue } from './item-changes.js';
import { type CreatedItem, replySchema, successValue } from './item-values.js';

/** A PUT replaces the whole item. */
export const replaced: TrialRule = {
  id: 'state/replaced',
  severity: 'must',
  statement:
    'After a successful PUT of an item (other than 202) that omits an optional member, a GET does not return the value that the create gave to that member.',
  source:
    'RFC 9110 §9.3.4: PUT requests that the state of the resource is replaced with the state of the enclosed representation; RFC 5789 §1: PUT only allows a complete replacement',
  repair: 'Store the representation of the PUT in place of the earlier one, or offer a PATCH for partial changes.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get'
      ? judgedEach(trial, (observation) => keptMembers(trial, context, observation))
      : undefined,
};

/** A read of an item whose last change was a PUT of a whole representation. */
interface Replacement {
  readonly item: CreatedItem;
  readonly put: ItemChanged;
  readonly sent: JsonObject;
  readonly value: JsonObject;
  /** Other items that were created before. */
  readonly others: readonly CreatedItem[];
}

function keptMembers(
  { operation }: Trial,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const replacement = replacementOf(operation.path, context, observation);
  const reply = replyOf(observation);
  const schema = reply && replySchema(operation, reply);
  if (replacement === undefined || schema === undefined) return undefined;
  const { put, value } = replacement;
  if (!isStored(replacement, context, observation)) return undefined;
  const names = omittedMembers(replacement, context, schema);
  const judged = names.map((name) => isKept(name, replacement, context, observation));
  if (judged.every((kept) => kept === undefined)) return undefined;
  return names
    .filter((_, index) => judged[index] === true)
    .map((name) => ({
      surface: observation.surface,
      pointer: joinPointer('/response/body', name),
      kind: 'kept-by-put',
      message: `${operation.id} returns ${joinPointer('', name)} as the create stored it, although ${put.operation.id} replaced the item without that member.`,
      expected: 'the value of an item that was created without the member',
      received: orOmitted(ownValue(value, name)),
      blame: responder(context),
      cause: put.operation.id,
    }));
}

function replacementOf(path: string, context: TrialContext, observation: Observation): Replacement | undefined {
  const { contract } = context;
  const created = createdItems(contract, observation);
  const item = created.find(({ step }) => isOfItem(observation, step));
  const changes = item === undefined ? [] : changesOf(contract, observation, item);
  const put = changes.findLast(isMade);
  const value = successValue(observation);
  if (item === undefined || put?.operation.method !== 'put' || isRemoved(changes) || !isJsonObject(value))
    return undefined;
  const sent = put.observation.case.input.body;
  if (put.operation.path !== path || !isJsonObject(sent) || !isWhole(context, item, put, sent)) return undefined;
  return { item, put, sent, value, others: created.filter(({ step }) => step !== item.step) };
}

/** A description that states it makes a PUT a partial change. */
const PARTIAL = /\b(?:merg|partial|ke(?:ep|pt)|retain|unchanged|preserv|untouched)/i;

/**
 * Whether the body of a PUT describes a whole item: the create accepts it, and the PUT requires one of its members. A
 * PUT that accepts less than the create, or anything at all, is a partial change.
 */
function isWhole(
  { contract }: TrialContext,
  { create }: CreatedItem,
  { operation, observation }: ItemChanged,
  body: JsonObject,
): boolean {
  const accepts = (target: Operation, input: CaseInput): boolean =>
    isValidInput(contract, { ...target, parameters: [] }, input);
  const { mediaType } = observation.case.input;
  const isNeeded = (name: string): boolean => {
    const others = Object.fromEntries(Object.entries(body).filter(([known]) => known !== name));
    return !accepts(operation, { body: others, ...(mediaType !== undefined && { mediaType }) });
  };
  return (
    !PARTIAL.test(`${mediaType ?? ''} ${operation.summary} ${operation.description}`) &&
    accepts(create, { body }) &&
    Object.keys(body).some(isNeeded)
  );
}

/** Whether the PUT changed a member. One that stores nothing is another fault. */
function isStored(
  { item, put, sent, value }: Replacement,
  { contract }: TrialContext,
  { earlier = [] }: Observation,
): boolean {
  const before = lastValue(contract, earlier.slice(0, earlier.indexOf(put.observation)), item);
  return Object.entries(sent).some(
    ([name, to]) => sameJson(ownValue(value, name), to) && !sameJson(ownValue(before, name), to),
  );
}

/** Members that the create sent and the PUT could have sent, and that a read returns. */
function omittedMembers(
  { item, put, sent, value }: Replacement,
  { contract: { schemas } }: TrialContext,
  schema: SchemaUri,
): readonly string[] {
  const given = statedMembers(
    schemas,
    (put.operation.requestBody?.content ?? []).flatMap((content) => content.schema ?? []),
  );
  const returned = statedMembers(schemas, [schema]);
  const created = isJsonObject(item.sent) ? item.sent : {};
  return Object.keys(created).filter((name) => {
    const stated = [...(given.get(name) ?? []), ...(returned.get(name) ?? [])];
    return (
      !Object.hasOwn(sent, name) &&
      given.has(name) &&
      returned.has(name) &&
      ownValue(created, name) !== null &&
      !stated.some((uri) => isHidden(schemas, uri, 'input') || isHidden(schemas, uri, 'output')) &&
      !stated.some((uri) => isExempt(schemas, uri, ownValue(value, name)))
    );
  });
}

/** The value is the default, or the description of the member states that it is kept. */
function isExempt(schemas: SchemaSource, uri: SchemaUri, value: Json | undefined): boolean {
  return [...schemasInPlace(schemas, uri).values()].some((schema) => {
    const [preset, description] = [ownValue(schema, 'default'), ownValue(schema, 'description')];
    const isDefault = preset !== undefined && value !== undefined && sameJson(preset, value);
    return isDefault || (typeof description === 'string' && PARTIAL.test(description));
  });
}

/**
 * Whether the item still has the value that the create sent. `undefined` if the service may have assigned it: other items
 * that were created without the member show what it assigns.
 */
function isKept(
  name: string,
  { item, put, value, others }: Replacement,
  { contract }: TrialContext,
  { earlier = [] }: Observation,
): boolean | undefined {
  const created = ownValue(item.sent ?? null, name);
  const before = ownValue(lastValue(contract, earlier.slice(0, earlier.indexOf(put.observation)), item), name);
  const without = others.filter((other) => isJsonObject(other.sent) && !Object.hasOwn(other.sent, name));
  if (created === undefined || before === undefined || !sameJson(created, before) || without.length === 0)
    return undefined;
  const assigned = without.map((other) => ownValue(lastValue(contract, earlier, other), name));
  if (assigned.some((each) => each !== undefined && sameJson(each, before))) return undefined;
  const after = ownValue(value, name);
  return after !== undefined && sameJson(after, before);
}
