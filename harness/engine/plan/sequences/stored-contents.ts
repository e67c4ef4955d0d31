import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Collection } from '../../../../contract/collections/collection.js';
import { type Json, type JsonObject, isJsonObject } from '../../../../contract/json/json.js';
import { createdByPut } from '../../../../contract/documented-responses.js';
import type { Operation } from '../../../../contract/operation.js';
import { sameJson } from '../../../../rules/values/same-json.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { isMergePatchType } from '../../../../contract/wire/message.js';
import { leavesOf, mergePatches } from './bodies/merge-patches.js';
import { acceptedCases, pathWithout, withoutPreconditions } from '../planned/accepted-cases.js';
import { extendedPair, isExtended, membersOf } from './changed-items.js';
import { type PlannedSequence, Steps } from '../planned/planned-sequence.js';
import { isBelowPath } from '../../../../contract/path-relations.js';
import { plainName } from '../../../../contract/plain-name.js';

/** The maximum number of bodies that are stored one after another at the same path. */
const MOST_BODIES = 10;

interface Subject {
  readonly operations: readonly Operation[];
  readonly collections: readonly Collection[];
  readonly maker: CaseMaker;
  /** Returns whether an operation should accept the body. */
  readonly isAccepted: (operation: Operation, body: JsonObject) => boolean;
}

/**
 * Sequences that store a body by PUT and read it at the same path. There are three kinds of paths: without parameters,
 * chosen by the client, or below an item that is created first. Items that a POST creates have other sequences.
 */
export function storedContents(subject: Subject): readonly PlannedSequence[] {
  const items = new Set(subject.collections.flatMap(({ read }) => read?.operation.path ?? []));
  return subject.operations.flatMap((put) => {
    const read = subject.operations.find(({ method, path }) => method === 'get' && path === put.path);
    if (put.method !== 'put' || put.requestBody === undefined || read === undefined || items.has(put.path)) return [];
    const inputs = storedInputs(subject.maker, put);
    const patch = subject.operations.find(({ method, path }) => method === 'patch' && path === put.path);
    const patched = patch === undefined ? [] : patchedContents(subject, put, patch, read, inputs);
    if (inputs.length === 0) return [];
    const [replaced, below] = [replacements(subject, put), replacementsBelow(subject, put)];
    return [
      sequenceOf(subject, put, read, { name: 'content', inputs }),
      ...(replaced.length === 0 ? [] : [sequenceOf(subject, put, read, { name: 'replaced', inputs: replaced })]),
      ...(below.length === 0 ? [] : [sequenceOf(subject, put, read, { name: 'replaced-below', inputs: below })]),
      ...patched,
    ];
  });
}

/** A sequence that stores nested objects by PUT, and then changes and removes single members by JSON merge patches. */
function patchedContents(
  { maker, isAccepted }: Subject,
  put: Operation,
  patch: Operation,
  read: Operation,
  inputs: readonly CaseInput[],
): readonly PlannedSequence[] {
  if (!isMergePatchType(patch.requestBody?.content[0]?.mediaType)) return [];
  const all = acceptedCases(maker, put, 'accepted-or-absent').map(({ input }) => input);
  const [full] = all.toSorted((a, b) => leavesOf(b.body).length - leavesOf(a.body).length);
  const patches = mergePatches(full?.body).filter((body) => isAccepted(patch, body));
  if (full === undefined || patches.length === 0 || Object.keys(full.path ?? {}).length > 0) return [];
  const steps = new Steps(`merged-${patch.id}`);
  const [simplest] = acceptedCases(maker, read, 'accepted-or-absent');
  const reading = placed(read, simplest?.input ?? {}, {});
  const addRead = (): void => void steps.add(read, { input: reading }, { expect: { kind: 'accepted-or-absent' } });
  steps.add(put, { input: placed(put, full, {}) }, { expect: { kind: 'answered' } });
  addRead();
  for (const body of patches) {
    steps.add(patch, { input: { body } }, { expect: { kind: 'answered' } });
    addRead();
  }
  // The last PUT sends another body, which must replace all members.
  const [lean] = inputs;
  if (lean !== undefined) steps.add(put, { input: placed(put, lean, {}) }, { expect: { kind: 'answered' } });
  addRead();
  return [steps.extraSequence()];
}

function sequenceOf(
  { collections, maker, operations }: Subject,
  put: Operation,
  read: Operation,
  { name, inputs }: { readonly name: string; readonly inputs: readonly CaseInput[] },
): PlannedSequence {
  const steps = new Steps(`${name}-${put.id}`);
  const owner = collections.find((collection) => isOwner(collection, put));
  const made = owner?.create && acceptedCases(maker, owner.create)[0];
  const isFed = owner?.create !== undefined && owner.read !== undefined && made !== undefined;
  const created = isFed ? steps.add(owner.create, made) : undefined;
  const feeds = created !== undefined && owner?.read ? [{ ...owner.read.id, step: created }] : [];
  const stored = isFed ? undefined : storedOwner(operations, maker, put);
  if (stored !== undefined) steps.add(stored.operation, { input: stored.input }, { expect: { kind: 'answered' } });
  const path = isFed
    ? pathWithout(made.input.path, owner.read.id.name)
    : pathWithout(stored?.input.path ?? pathOf(maker, put, inputs), undefined);
  const more: Partial<Case> = feeds.length > 0 ? { feeds } : {};
  const [simplest] = acceptedCases(maker, read, 'accepted-or-absent');
  for (const input of inputs) {
    steps.add(put, { input: placed(put, input, path) }, { expect: { kind: 'answered' }, ...more });
    const reading = placed(read, simplest?.input ?? {}, path);
    steps.add(read, { input: reading }, { expect: { kind: 'accepted-or-absent' }, ...more });
  }
  return steps.extraSequence();
}

/** A PUT that creates the item above the path of `put`. It must not have a path parameter that `put` lacks. */
function storedOwner(
  operations: readonly Operation[],
  maker: CaseMaker,
  put: Operation,
): { readonly operation: Operation; readonly input: CaseInput } | undefined {
  const namesIn = ({ parameters }: Operation): readonly string[] =>
    parameters.flatMap(({ in: place, name }) => (place === 'path' ? [name] : []));
  const operation = operations.find(
    (each) =>
      createdByPut(each) !== undefined &&
      isBelowPath(put.path, each.path) &&
      namesIn(put).join() === namesIn(each).join(),
  );
  const [made] = operation === undefined ? [] : acceptedCases(maker, operation, 'accepted-or-absent');
  return operation && made && { operation, input: withoutPreconditions(operation, made.input) };
}

/** The path of an item that should exist. If none is known, the path of the first input. */
function pathOf(maker: CaseMaker, put: Operation, [first]: readonly CaseInput[]): CaseInput['path'] {
  return acceptedCases(maker, put)[0]?.input.path ?? first?.path;
}

/**
 * Three inputs for a PUT: the smallest body, a body with one more member, and the smallest body again. The first PUT
 * shows which value the service assigns to the omitted member.
 */
function replacements({ maker, isAccepted }: Subject, put: Operation): readonly CaseInput[] {
  const inputs = acceptedCases(maker, put, 'accepted-or-absent')
    .map(({ input }) => input)
    .filter((input) => isJsonObject(input.body) && !namesItem(put, input));
  const byMembers = inputs.toSorted((a, b) => membersOf(a).length - membersOf(b).length);
  const [lean] = byMembers;
  const full = byMembers.findLast((input) => lean !== undefined && isExtended(input, lean));
  if (lean !== undefined && full !== undefined) return [lean, full, lean];
  // The bodies of maps may have different member names, so that no body has all members of another. A smaller body is
  // then made from a larger one.
  if (createdByPut(put) === undefined) return [];
  const isValid = (input: CaseInput): boolean =>
    isJsonObject(input.body) && isAccepted(put, input.body) && maker.isKnown(put, input);
  return smallerBody(byMembers.toReversed(), isValid) ?? [];
}

/** The maximum number of inputs that are searched for a larger and a smaller body. */
const MOST_INPUTS = 60;

/** Like `replacements`, but the smaller body lacks a member inside one of its objects. */
function replacementsBelow({ maker }: Subject, put: Operation): readonly CaseInput[] {
  const inputs = acceptedCases(maker, put, 'accepted-or-absent')
    .map(({ input }) => input)
    .filter((input) => isJsonObject(input.body) && !namesItem(put, input))
    .toSorted((a, b) => leavesOf(b.body).length - leavesOf(a.body).length)
    .slice(0, MOST_INPUTS);
  const [full, lean] = extendedPair(inputs, inputs.toReversed()) ?? [];
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

/** Whether the path is below an item of the collection and has no other parameters. */
function isOwner({ create, read }: Collection, { path, parameters }: Operation): boolean {
  if (create === undefined || read === undefined || !isBelowPath(path, read.operation.path)) return false;
  const names = parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
  return names.every((name) => read.operation.parameters.some((own) => own.in === 'path' && own.name === name));
}

function placed(operation: Operation, input: CaseInput, path: Pick<CaseInput, 'path'>): CaseInput {
  const { path: _, ...rest } = withoutPreconditions(operation, input);
  return { ...rest, ...path };
}

/**
 * Inputs with different bodies. Besides the first bodies, these are bodies that a service may change: with unusual
 * characters, or with spaces at the start or end.
 */
function storedInputs(maker: CaseMaker, put: Operation): readonly CaseInput[] {
  const inputs = acceptedCases(maker, put, 'accepted-or-absent')
    .map(({ input }) => input)
    .filter((input) => input.body !== undefined && !namesItem(put, input));
  const distinct = [...new Map(inputs.map((input) => [JSON.stringify(input.body), input])).values()];
  const isUnusual = ({ body }: CaseInput): boolean =>
    typeof body === 'string' && /[\0\r\u0080-\u{10FFFF}]|^\s|\s$/u.test(body);
  const unusual = distinct.filter(isUnusual).slice(0, MOST_BODIES / 2);
  return [...new Set([...distinct.slice(0, MOST_BODIES / 2), ...unusual])];
}

/**
 * Whether the body has a member for the identifier of the item. The value of such a member would have to match the
 * path.
 */
function namesItem({ parameters }: Operation, { body }: CaseInput): boolean {
  const names = new Set(parameters.flatMap(({ in: place, name }) => (place === 'path' ? [plainName(name), 'id'] : [])));
  return isJsonObject(body) && Object.keys(body).some((name) => names.has(plainName(name)));
}
