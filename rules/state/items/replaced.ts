import { withoutRepeatedId } from '../../../contract/collections/body/repeated-id.js';
import { sentItem, sentSchemas, withItem } from '../../../contract/collections/envelope.js';
import { statedMembers } from '../../../contract/collections/reply-members.js';
import type { Contract } from '../../../contract/contract.js';
import { joinPointer, lastToken } from '../../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject, ownValue } from '../../../contract/json/json.js';
import { fromMembers } from '../../../contract/json/members.js';
import type { Operation } from '../../../contract/operation.js';
import type { Observation } from '../../../surfaces/observation.js';
import type { Violation } from '../../finding.js';
import { replyOf } from '../../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../../rule.js';
import { orOmitted } from '../../values/omitted.js';
import { lastSegment } from '../../../contract/path-relations.js';
import { sameJson } from '../../values/same-json.js';
import {
  type ItemChanged,
  changesOf,
  createdItems,
  isMade,
  isOfItem,
  isRemoved,
  itemOf,
  lastValue,
  readsOf,
} from '../evidence/item-changes.js';
import { type CreatedItem, itemSchema, itemValue } from '../evidence/item-values.js';
import { type MemberNames, acceptsBody, hasStored, isWhole, omittedMembers } from '../evidence/puts/put-body.js';
import { keptElements } from './puts/kept-elements.js';
import { lacks, memberAt, replacedContent } from '../evidence/puts/replaced-content.js';

/** A PUT replaces the whole item: members that it omits are removed. */
export const replaced: TrialRule = {
  id: 'state/replaced',
  severity: 'must',
  statement:
    'After a successful PUT (other than 202) that omits an optional member of the item or of an object in it, a GET does not return the value that an earlier create or PUT gave to the member.',
  details: [
    'After two PUTs of a list of texts or numbers that is a part of the item, such as `/pages/{slug}/tags`, a GET of the item does not return an element that only the first PUT sent.',
  ],
  source:
    'RFC 9110 §9.3.4: PUT requests that the state of the resource is replaced with the state of the enclosed representation; RFC 5789 §1: PUT only allows a complete replacement',
  repair: 'Store the representation of the PUT in place of the earlier one, or offer a PATCH for partial changes.',
  backends: REAL_SERVICE,
  reads: 'reply',
  judgesCase: true,
  check: (trial, context) =>
    trial.operation.method === 'get'
      ? judgedEach(
          trial,
          (observation) =>
            keptElements(trial.operation, context, observation) ?? keptMembers(trial, context, observation),
        )
      : undefined,
};

/** A read of an item whose last change was a PUT of the whole item. */
interface Replacement {
  readonly item: CreatedItem;
  readonly put: ItemChanged;
  readonly sent: JsonObject;
  readonly value: JsonObject;
  /** The last values that the create of the item and earlier PUTs sent for its members. */
  readonly earlier: JsonObject;
  /** The item in the last read before its first change; `undefined` if it was not read then. */
  readonly first: Json | undefined;
  /** Other items that were created earlier. */
  readonly others: readonly CreatedItem[];
}

function keptMembers(trial: Trial, context: TrialContext, observation: Observation): readonly Violation[] | undefined {
  const { operation } = trial;
  const reply = replyOf(observation);
  const shown = reply && itemSchema(context.contract, operation, reply);
  if (shown === undefined) return undefined;
  const { schema } = shown;
  // A resource at a fixed path below an item, such as `/devices/{id}/settings`, has no create of its own.
  const hasCreate = lastSegment(operation.path).endsWith('}') && itemOf(context.contract, observation) !== undefined;
  if (!hasCreate) {
    const content = replacedContent(context, observation, schema);
    return content?.kept.map((names) => violation(trial, context, observation, content, shown.at, names));
  }
  const replacement = replacementOf(operation.path, context, observation);
  if (replacement === undefined) return undefined;
  const { sent, value, put } = replacement;
  const { earlier: steps = [] } = observation;
  // The last value of the item before the PUT.
  const before = lastValue(context.contract, steps.slice(0, steps.indexOf(put.observation)), replacement.item);
  if (!hasStored(sent, before, value)) return undefined;
  const bodies = { earlier: replacement.earlier, sent, value };
  const names = omittedMembers(context.contract, put.operation, bodies, schema);
  const judged = names.map((name) => isKept(name, before, replacement, context, observation));
  if (judged.every((kept) => kept === undefined)) return undefined;
  return names
    .filter((_, index) => judged[index] === true)
    .map((name) => violation(trial, context, observation, replacement, shown.at, name));
}

function violation(
  { operation }: Trial,
  context: TrialContext,
  { surface }: Observation,
  { put, value }: Pick<Replacement, 'put' | 'value'>,
  at: string,
  names: MemberNames,
): Violation {
  return {
    surface,
    pointer: joinPointer(at, ...names),
    kind: 'kept-by-put',
    message: `${operation.id} returns the earlier value of ${joinPointer('', ...names)}, although ${put.operation.id} replaced the whole item and omitted this member.`,
    expected: 'the value that the member gets when a create omits it',
    received: orOmitted(memberAt(value, names)),
    blame: responder(context),
    cause: put.operation.id,
  };
}

function replacementOf(path: string, context: TrialContext, observation: Observation): Replacement | undefined {
  const { contract } = context;
  const created = createdItems(contract, observation);
  const item = created.find(({ step }) => isOfItem(observation, step));
  const changes = item === undefined ? [] : changesOf(contract, observation, item);
  const put = changes.findLast(isMade);
  const value = itemValue(contract, observation);
  if (item === undefined || put?.operation.method !== 'put' || isRemoved(changes) || !isJsonObject(value))
    return undefined;
  const { body } = put.observation.case.input;
  const sent = sentItem(contract, put.operation, body);
  if (put.operation.path !== path || !isJsonObject(body) || !isJsonObject(sent)) return undefined;
  // If the create does not accept the body of the PUT, apart from the identifier, the PUT is a partial change.
  const bodies = [
    { body },
    withoutRepeatedId(contract, put.operation, { body }),
    { body: withIdentifier(context, item, put.operation, body) },
  ];
  if (!bodies.some((each) => acceptsBody(contract, item.create, each)) || !isWhole(contract, put)) return undefined;
  const others = created.filter(({ step }) => step !== item.step);
  return {
    item,
    put,
    sent,
    value,
    earlier: givenBefore(contract, item, changes, put),
    first: firstValue(contract, observation, item, changes),
    others,
  };
}

/** The body of a PUT with the identifier from the create, such as `key`, which a PUT has only in its path. */
function withIdentifier(
  { contract, collections = [] }: TrialContext,
  { create, sent }: CreatedItem,
  put: Operation,
  body: JsonObject,
): JsonObject {
  const { id } = collections.find((each) => each.create === create)?.read ?? {};
  const name = lastToken(id?.pointer ?? '') ?? '';
  const value = ownValue(sent, name);
  if (value === undefined || statedMembers(contract.schemas, sentSchemas(contract, put)).has(name)) return body;
  const item = sentItem(contract, put, body);
  const whole = withItem(contract, put, body, { ...(isJsonObject(item) && item), [name]: value });
  return isJsonObject(whole) ? whole : body;
}

/** The last values that the create of an item and the PUTs before this one sent for its members. */
function givenBefore(
  contract: Contract,
  { sent }: CreatedItem,
  changes: readonly ItemChanged[],
  put: ItemChanged,
): JsonObject {
  const puts = changes
    .slice(0, changes.indexOf(put))
    .filter((change) => isMade(change) && change.operation.method === 'put');
  const bodies = [
    sent,
    ...puts.map(({ operation, observation }) => sentItem(contract, operation, observation.case.input.body)),
  ];
  return fromMembers(bodies.flatMap((body) => (isJsonObject(body) ? Object.entries(body) : [])));
}

function firstValue(
  contract: Contract,
  { earlier = [] }: Observation,
  item: CreatedItem,
  [first]: readonly ItemChanged[],
): Json | undefined {
  const steps = earlier.slice(0, first && earlier.indexOf(first.observation));
  return readsOf(contract, steps, item).at(-1)?.value;
}

/**
 * Whether a member that the PUT omitted still has the value that an earlier create or PUT sent. `undefined` if the
 * service may have assigned this value by itself. Items that were created without the member show what the service
 * assigns: other items, and the item itself before its first change.
 */
function isKept(
  names: MemberNames,
  valueBefore: Json,
  { item, value, earlier: given, first, others }: Replacement,
  { contract }: TrialContext,
  { earlier = [] }: Observation,
): boolean | undefined {
  const sent = memberAt(given, names);
  const before = memberAt(valueBefore, names);
  const isWithout = ({ sent: own }: CreatedItem): boolean => own !== undefined && lacks(own, names);
  const without = [
    ...others.filter(isWithout).map((other) => lastValue(contract, earlier, other)),
    ...(isWithout(item) && first !== undefined ? [first] : []),
  ];
  if (sent === undefined || before === undefined || !sameJson(sent, before) || without.length === 0) return undefined;
  const assigned = without.map((other) => memberAt(other, names));
  if (assigned.some((each) => each !== undefined && sameJson(each, before))) return undefined;
  const after = memberAt(value, names);
  return after !== undefined && sameJson(after, before);
}
