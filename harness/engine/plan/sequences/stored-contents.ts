import type { CaseInput } from '../../../../contract/case.js';
import { type Json, isJsonObject } from '../../../../contract/json/json.js';
import { createdByPut } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { sameJson } from '../../../../rules/values/same-json.js';
import type { Contract } from '../../../../contract/contract.js';
import { isSameSchema, successSchema } from '../../../../contract/collections/reply-members.js';
import { valuesIn } from '../../../../contract/path-relations.js';
import { wordsOf } from '../../../../contract/sentences.js';
import { schemasInPlace } from '../../../../contract/wire/decode-value.js';
import { withoutRepeatedId } from '../../../../contract/collections/body/repeated-id.js';
import { isMergePatchType } from '../../../../contract/wire/message.js';
import { leavesOf, mergePatches } from './bodies/merge-patches.js';
import { acceptedCases } from '../planned/accepted-cases.js';
import type { PlannedSequence } from '../planned/planned-sequence.js';
import { type ContentSubject, ContentSteps } from './bodies/content-steps.js';
import { extendedPair, fullness, isExtended, isExtendedBelow, membersOf } from './bodies/compared-bodies.js';
import { invalidBatches } from './items/invalid-bodies.js';
import { isOtherBody } from './items/item-steps.js';
import { plainName } from '../../../../contract/plain-name.js';

/** The maximum number of bodies that are stored one after another at the same path. */
const MOST_BODIES = 10;

/**
 * Sequences that change a resource by PUT or PATCH and read it at the same path. There are four kinds of paths:
 * - without parameters;
 * - chosen by the client;
 * - below an item that is created first;
 * - a fixed path such as `/users/me` that matches the path of the read, `/users/{user_id}`.
 * Items that a POST creates have other sequences.
 */
export function storedContents(subject: ContentSubject): readonly PlannedSequence[] {
  const items = new Set(subject.collections.flatMap(({ read }) => read?.operation.path ?? []));
  return subject.operations.flatMap((read) => {
    if (read.method !== 'get' || items.has(read.path)) return [];
    const [put, patch] = (['put', 'patch'] as const).map((own) =>
      subject.operations.find(
        (change) =>
          change.method === own && change.requestBody !== undefined && isReadBy(subject.contract, change, read),
      ),
    );
    return [
      ...(put === undefined ? [] : replacedContents(subject, put, read)),
      ...(put === undefined || patch === undefined ? [] : mergedContents(subject, put, patch, read)),
      ...(patch === undefined ? [] : patchedContents(subject, put, patch, read)),
      ...[put, patch].flatMap((change) => (change === undefined ? [] : invalidContents(subject, change, read))),
    ];
  });
}

/**
 * Whether `read` returns what `change` changes. Both must return the same schema, unless they have the same path. The
 * paths may differ in one way: the path of the change, such as `/users/me`, has a fixed text in place of a path
 * parameter of the read (`/users/{user_id}`), and the contract states this text as a value of the parameter.
 */
function isReadBy(contract: Contract, change: Operation, read: Operation): boolean {
  if (change.path === read.path) return true;
  const values = Object.entries(valuesIn(change.path, read.path) ?? {});
  const isRead = contract.operations.some(({ method, path }) => method === 'get' && path === change.path);
  if (values.length === 0 || isRead) return false;
  const isNamed = ([name, value]: readonly [string, string]): boolean => {
    const parameter = read.parameters.find((each) => each.in === 'path' && each.name === name);
    const schemas = parameter ? [...schemasInPlace(contract.schemas, parameter.schema).values()] : [];
    const words = wordsOf([parameter?.description ?? '', ...schemas.map((each) => JSON.stringify(each))].join(' '));
    return parameter !== undefined && words.includes(value) && contract.schemas.accepts(parameter.schema, value);
  };
  const [one, other] = [change, read].map(successSchema);
  return (
    values.every(isNamed) && one !== undefined && other !== undefined && isSameSchema(contract.schemas, one, other)
  );
}

/** Sequences that store several different bodies at one path, one PUT after another. */
function replacedContents(subject: ContentSubject, put: Operation, read: Operation): readonly PlannedSequence[] {
  const stored = storedInputs(subject, put);
  if (stored.length === 0) return [];
  return Object.entries({
    content: stored,
    replaced: replacements(subject, put),
    'replaced-below': replacementsBelow(subject, put),
  })
    .filter(([, inputs]) => inputs.length > 0)
    .map(([name, inputs]) => {
      const steps = new ContentSteps(subject, name, read, put, inputs);
      for (const input of inputs) steps.addChange(put, input).addRead();
      return steps.sequence();
    });
}

/** A sequence that stores nested objects by PUT, and then changes and removes single members by JSON merge patches. */
function mergedContents(
  subject: ContentSubject,
  put: Operation,
  patch: Operation,
  read: Operation,
): readonly PlannedSequence[] {
  if (!isMergePatchType(patch.requestBody?.content[0]?.mediaType)) return [];
  const all = acceptedCases(subject.maker, put, 'accepted-or-absent').map(({ input }) => input);
  const [full] = all.toSorted((a, b) => leavesOf(b.body).length - leavesOf(a.body).length);
  const patches = mergePatches(full?.body).filter((body) => subject.isAccepted(patch, body));
  if (full === undefined || patches.length === 0) return [];
  const steps = new ContentSteps(subject, 'merged', read, patch, [full]);
  steps.addChange(put, full).addRead();
  for (const body of patches) steps.addChange(patch, { body }).addRead();
  // The last PUT sends another body, which must replace all members.
  const [lean] = storedInputs(subject, put);
  if (lean !== undefined) steps.addChange(put, lean);
  return [steps.addRead().sequence()];
}

/** The maximum number of patches with few members. */
const MOST_PATCHES = 4;

/**
 * A sequence that sets as many members as possible, by PUT or by PATCH, and then changes a few members at a time by
 * PATCH. All other members must stay unchanged.
 */
function patchedContents(
  subject: ContentSubject,
  put: Operation | undefined,
  patch: Operation,
  read: Operation,
): readonly PlannedSequence[] {
  const full = bodiesOf(subject, put ?? patch).toSorted((a, b) => fullness(b) - fullness(a))[0];
  const bySize = bodiesOf(subject, patch).toSorted((a, b) => membersOf(a).length - membersOf(b).length);
  const changing = bySize.filter((input) => full !== undefined && isOtherBody(input, full));
  const distinct = [...new Map(changing.toReversed().map((input) => [membersOf(input).join(), input])).values()];
  if (full === undefined || distinct.length === 0) return [];
  const steps = new ContentSteps(subject, 'patched', read, patch, [full]);
  steps
    .addRead()
    .addChange(put ?? patch, full)
    .addRead();
  for (const input of distinct.toReversed().slice(0, MOST_PATCHES)) steps.addChange(patch, input).addRead();
  return [steps.sequence()];
}

/** Sequences that create the item above the path, if there is one, and then send invalid bodies to the path. */
function invalidContents(subject: ContentSubject, change: Operation, read: Operation): readonly PlannedSequence[] {
  // The sequences of an item that a PUT creates have invalid bodies of their own.
  if (!subject.areInvalidTested || createdByPut(change) !== undefined) return [];
  return invalidBatches(subject.maker, change).flatMap((batch, index) => {
    const steps = new ContentSteps(subject, `invalid-${index}`, read, change, []);
    for (const { input, expect } of batch) steps.addChange(change, input, expect);
    return steps.isBelowCreated ? [steps.sequence()] : [];
  });
}

/** The inputs of the cases that the service must accept and whose body does not contain the identifier of the item. */
function inputsOf({ maker, contract }: ContentSubject, operation: Operation): readonly CaseInput[] {
  return acceptedCases(maker, operation, 'accepted-or-absent')
    .map(({ input }) => input)
    .filter((input) => !namesItem(contract, operation, input));
}

/** The inputs of an operation whose body contains an object with members. */
function bodiesOf(subject: ContentSubject, operation: Operation): readonly CaseInput[] {
  return inputsOf(subject, operation).filter((input) => membersOf(input).length > 0);
}

/**
 * Three inputs for a PUT: the smallest body, a body with one more member, and the smallest body again. The first PUT
 * shows which value the service assigns to the omitted member.
 */
function replacements(subject: ContentSubject, put: Operation): readonly CaseInput[] {
  const inputs = inputsOf(subject, put).filter(({ body }) => isJsonObject(body));
  const byMembers = inputs.toSorted((a, b) => membersOf(a).length - membersOf(b).length);
  // A body without members shows nothing: the PUT must change a member, so that a read shows its effect.
  for (const lean of byMembers.filter((input) => membersOf(input).length > 0).slice(0, MOST_LEAN)) {
    const isLarger = (input: CaseInput): boolean => membersOf(lean).every((name) => membersOf(input).includes(name));
    const full = byMembers.findLast((input) => isLarger(input) && isExtended(input, lean));
    if (full !== undefined) return [lean, full, lean];
  }
  // The bodies of maps may have different member names, so that no body has all members of another. A smaller body is
  // then made from a larger one.
  if (createdByPut(put) === undefined) return [];
  const isValid = (input: CaseInput): boolean =>
    isJsonObject(input.body) && subject.isAccepted(put, input.body) && subject.maker.isKnown(put, input);
  return smallerBody(byMembers.toReversed(), isValid) ?? [];
}

/** The maximum number of smaller bodies for which a larger body is searched. */
const MOST_LEAN = 8;

/** The maximum number of inputs that are searched for a larger and a smaller body. */
const MOST_INPUTS = 60;

/** Like `replacements`, but the smaller body lacks a member inside one of its objects. */
function replacementsBelow(subject: ContentSubject, put: Operation): readonly CaseInput[] {
  const inputs = inputsOf(subject, put)
    .filter(({ body }) => isJsonObject(body))
    .toSorted((a, b) => leavesOf(b.body).length - leavesOf(a.body).length)
    .slice(0, MOST_INPUTS);
  const [full, lean] = extendedPair(inputs, inputs.toReversed(), isExtendedBelow) ?? [];
  return full === undefined || lean === undefined ? [] : [lean, full, lean];
}

/** The maximum number of bodies from which a member is removed to make a smaller body. */
const MOST_LARGER = 5;

/**
 * Three inputs: a smaller body, the larger body, and the smaller body again. The smaller body lacks one member of the
 * larger body, and has a different value in another member.
 */
function smallerBody(
  larger: readonly CaseInput[],
  isValid: (input: CaseInput) => boolean,
): readonly [CaseInput, CaseInput, CaseInput] | undefined {
  const values = larger.flatMap(({ body }) => (isJsonObject(body) ? Object.values(body) : []));
  for (const full of larger.slice(0, MOST_LARGER)) {
    const members = isJsonObject(full.body) ? Object.entries(full.body) : [];
    const dropped = members.findLast(([, value]) => value !== null);
    for (const [name, value] of members.filter((member) => member !== dropped)) {
      const others = members.filter((member) => member !== dropped && member[0] !== name);
      const isOther = (each: Json): boolean => typeof each === typeof value && !sameJson(each, value);
      const lean = values
        .filter((each) => isOther(each))
        .map((each): CaseInput => ({ ...full, body: Object.fromEntries([...others, [name, each]]) }))
        .find((input) => isValid(input));
      if (lean !== undefined) return [lean, full, lean];
    }
  }
  return undefined;
}

/**
 * Inputs with different bodies. Besides the first bodies, these are bodies that a service may change: with unusual
 * characters, or with spaces at the start or end.
 */
function storedInputs(subject: ContentSubject, put: Operation): readonly CaseInput[] {
  const inputs = inputsOf(subject, put).filter(({ body }) => body !== undefined);
  const distinct = [...new Map(inputs.map((input) => [JSON.stringify(input.body), input])).values()];
  const isUnusual = ({ body }: CaseInput): boolean =>
    typeof body === 'string' && /[\0\r\u0080-\u{10FFFF}]|^\s|\s$/u.test(body);
  const unusual = distinct.filter(isUnusual).slice(0, MOST_BODIES / 2);
  return [...new Set([...distinct.slice(0, MOST_BODIES / 2), ...unusual])];
}

/**
 * Whether the body has a member for the identifier of the item. The value of such a member would have to match the
 * path. `withFedIds` sets a member that repeats the last identifier in the path, if the body has other members too.
 */
function namesItem(contract: Contract, operation: Operation, input: CaseInput): boolean {
  const { parameters } = operation;
  const { body } = withoutRepeatedId(contract, operation, input);
  if (body !== input.body && membersOf({ body: body ?? null }).length === 0) return true;
  const names = new Set(parameters.flatMap(({ in: place, name }) => (place === 'path' ? [plainName(name), 'id'] : [])));
  return isJsonObject(body) && Object.keys(body).some((name) => names.has(plainName(name)));
}
