import {
  type UniqueMember,
  refusesTaken,
  statedUnique,
  statusOfTaken,
} from '../../contract/collections/body/stated-unique.js';
import { documentsStatus } from '../../contract/documented-responses.js';
import { isOtherPost } from '../../contract/collections/change-kind.js';
import { sentItem, withItem } from '../../contract/collections/envelope.js';
import type { Contract } from '../../contract/contract.js';
import { joinPointer, pointerTokens, valueAt } from '../../contract/json/json-pointer.js';
import { type Json, type JsonObject, isJsonObject } from '../../contract/json/json.js';
import type { Operation } from '../../contract/operation.js';
import { fromMembers } from '../../contract/json/members.js';
import { isSuccess } from '../../surfaces/failure-table.js';
import type { Observation } from '../../surfaces/observation.js';
import type { Violation } from '../finding.js';
import { replyOf } from '../reply.js';
import { REAL_SERVICE, type Trial, type TrialContext, type TrialRule, judgedEach, responder } from '../rule.js';
import { sameJson } from '../values/same-json.js';
import { equalCreate, isOtherItem } from './equal-creates.js';
import { type EarlierCall, earlierCalls } from './evidence/earlier-calls.js';
import { itemOf, setsMembers } from './evidence/item-changes.js';
import { itemValue } from './evidence/item-values.js';

const CONFLICT = 409;

/** A member whose values must be unique among the items is checked when an item is created or changed. */
export const unique: TrialRule = {
  id: 'state/unique',
  severity: 'must',
  statement:
    'If the service answers 409 to a create because the text of a member is taken, a change that documents 409 does not give an item a taken text in this member.',
  details: [
    'The cause of the 409 is clear if the service accepts an item that differs from the refused one only in texts, and an earlier item has exactly one of the differing texts in the same member.',
    'A 422 or 400 counts as well if a text of the create states that the member is unique. A change that does not document 409 is judged if its own text states this, such as "the `sku` of another product gives a violation (422)".',
    'If the contract documents 409, 422 or 400 for the create and states that a member is unique, such as "another account has the code" or "must be unique", a second item with an equal body is not created. If the contract states that letter case does not matter, the texts may also differ in letter case.',
  ],
  source: 'RFC 9110 §15.5.10, and the contract: the 409 of the create and of the change',
  repair: 'Check unique members when an item is created and changed, and answer 409.',
  backends: REAL_SERVICE,
  reads: 'call',
  judgesCase: true,
  check: (trial, context) => {
    const members = statedUnique(context.contract, trial.operation);
    if (members.length > 0 && isOtherPost(context.contract, trial.operation))
      return judgedEach(trial, (observation) => repeatedItem(trial, context, observation, members));
    return setsMembers(context.contract, trial.operation) &&
      (documentsStatus(trial.operation, CONFLICT) || members.length > 0)
      ? judgedEach(trial, (observation) => repeatedValue(trial, context, observation))
      : undefined;
  },
};

/**
 * The violation for a create that makes a second item with an equal body. `members`: the members that must be unique.
 * If the reply returns the first item, there is no violation.
 */
function repeatedItem(
  trial: Trial,
  context: TrialContext,
  observation: Observation,
  members: readonly UniqueMember[],
): readonly Violation[] | undefined {
  const { contract } = context;
  const { operation } = trial;
  const names = members.map(({ name }) => name);
  const status = replyOf(observation)?.status;
  const before = equalCreate(trial, context, observation, (body) => inOneCase(contract, operation, body, members));
  const sent = sentItem(contract, operation, trial.case.input.body);
  if (before === undefined || status === undefined || !isJsonObject(sent)) return undefined;
  if (names.some((name) => !Object.hasOwn(sent, name))) return undefined;
  const refusal = statusOfTaken(operation) ?? CONFLICT;
  if (status === CONFLICT || status === refusal) return [];
  if (!isOtherItem(operation, context, before, observation)) return undefined;
  const listed = names.map((name) => `\`${name}\``).join(' and ');
  return [
    {
      surface: observation.surface,
      pointer: `/request/body${joinPointer('', names[0] ?? '')}`,
      kind: 'repeated-by-create',
      message: `${operation.id} creates a second item with the ${listed} of another item. The contract states that ${listed} must be unique.`,
      expected: refusal,
      received: status,
      status,
      blame: responder(context),
      cause: operation.id,
    },
  ];
}

/** A body for comparison: texts are in lower case in the members that must be unique regardless of letter case. */
function inOneCase(contract: Contract, operation: Operation, body: Json, members: readonly UniqueMember[]): Json {
  const item = sentItem(contract, operation, body);
  if (!isJsonObject(item)) return body;
  const isFolded = (name: string): boolean => members.some((each) => each.name === name && each.isAnyCase);
  const folded = fromMembers(
    Object.entries(item).map(([name, value]) => [
      name,
      isFolded(name) && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
  return withItem(contract, operation, body, folded);
}

function repeatedValue(
  trial: Trial,
  context: TrialContext,
  observation: Observation,
): readonly Violation[] | undefined {
  const { contract } = context;
  const item = itemOf(contract, observation);
  const status = replyOf(observation)?.status;
  const sent = flattened(sentItem(contract, trial.operation, observation.case.input.body));
  if (item === undefined || status === undefined || sent === undefined) return undefined;
  const creates = earlierCalls(contract, observation)
    .filter(({ operation }) => operation === item.create)
    .map((call) => ({ ...call, body: bodyOf(context, call) }));
  const made = creates.filter((call) => isSuccess(call.status));
  const names = creates
    .filter(({ status: refused }) => refused === CONFLICT || refused === statusOfTaken(item.create))
    .flatMap((call) => {
      const accepted = made.findLast(({ body }) => haveEqualOthers(body, call.body))?.body;
      const before = made.filter((each) => creates.indexOf(each) < creates.indexOf(call));
      return accepted === undefined ? [] : (onlyRepeated(call.body, accepted, before) ?? []);
    });
  const [place] = names
    .filter((each) => {
      const member = pointerTokens(each).at(-1) ?? '';
      return [item.create, trial.operation].every((operation) => refusesTaken(contract, operation, member));
    })
    .filter((each) =>
      made.some(
        (call) => call.observation.case.id !== item.step && sameJson(call.body?.[each] ?? null, sent[each] ?? null),
      ),
    );
  if (place === undefined || typeof sent[place] !== 'string') return undefined;
  // The service may ignore the member. That it does not store it is a different fault.
  const stored = valueAt(itemValue(contract, observation) ?? null, place);
  if (stored !== undefined && !sameJson(stored, sent[place])) return undefined;
  if (!isSuccess(status)) return [];
  const name = pointerTokens(place).at(-1) ?? '';
  return [
    {
      surface: observation.surface,
      pointer: `/request/body${place}`,
      kind: 'repeated-by-change',
      message: `${trial.operation.id} gives the item the ${name} of another item. ${item.create.id} refuses a second item with the same ${name}.`,
      expected: statusOfTaken(trial.operation) ?? CONFLICT,
      received: status,
      status,
      blame: responder(context),
      cause: `${item.create.id} ${name}`,
    },
  ];
}

function bodyOf({ contract }: TrialContext, { operation, observation }: EarlierCall): JsonObject | undefined {
  return flattened(sentItem(contract, operation, observation.case.input.body));
}

/** The values in an item and in the objects in it, by their pointers; `undefined` if the item is not an object. */
function flattened(item: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(item)) return undefined;
  return fromMembers(
    Object.entries(item).flatMap(([name, value]) =>
      isJsonObject(value)
        ? Object.entries(value).map(([inner, own]) => [joinPointer('', name, inner), own] as const)
        : [[joinPointer('', name), value] as const],
    ),
  );
}

/**
 * Finds the member because of which the service probably refused a body: the only one whose text an earlier item has in
 * the same member. Texts that are also in an accepted body are left out, because they cannot be the reason. The result
 * is a pointer.
 */
function onlyRepeated(
  refused: JsonObject | undefined,
  accepted: JsonObject,
  before: readonly { readonly body: JsonObject | undefined }[],
): string | undefined {
  const [name, ...others] = Object.entries(refused ?? {})
    .filter(([each, value]) => typeof value === 'string' && accepted[each] !== value)
    .filter(([each, value]) => before.some(({ body }) => body?.[each] === value))
    .map(([each]) => each);
  return others.length === 0 ? name : undefined;
}

/** Whether two bodies are equal in everything except texts. */
function haveEqualOthers(one: JsonObject | undefined, other: JsonObject | undefined): boolean {
  return one !== undefined && other !== undefined && sameJson(withoutTexts(one), withoutTexts(other));
}

/** A value for comparison, in which every text is empty, at any depth. */
function withoutTexts(value: Json): Json {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return value.map((element: Json) => withoutTexts(element));
  return isJsonObject(value)
    ? fromMembers(Object.entries(value).map(([name, member]) => [name, withoutTexts(member)]))
    : value;
}
