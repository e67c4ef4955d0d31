import type { Case, CaseInput } from '../../../../../contract/case.js';
import type { Collection, ItemRead } from '../../../../../contract/collections/collection.js';
import type { Operation } from '../../../../../contract/operation.js';
import type { CaseMaker } from '../../../../cases/make-cases.js';
import { acceptedBelow, acceptedCases, pathWithout } from '../../planned/accepted-cases.js';
import type { PlannedCase } from '../../planned/planned-case.js';
import { sameJson } from '../../../../../rules/values/same-json.js';
import { type PlannedSequence, Steps } from '../../planned/planned-sequence.js';
import type { ItemSteps } from '../items/item-steps.js';
import { ownerParameter, parentPath } from '../../../../../contract/path-relations.js';

/** A parent of items: the operation that creates it, and the path parameter with which its child items refer to it. */
export interface Owner {
  readonly create: Operation;
  readonly input: CaseInput;
  /** The input that creates a second parent. Omitted if the plan has no second input. */
  readonly other?: CaseInput;
  readonly read: ItemRead;
  /** The parent of this parent, if it has one. */
  readonly above?: Owner;
}

/** The maximum number of levels of parents above an item. */
const MOST_LEVELS = 4;

/**
 * The parent that must exist before an operation can create items. `undefined` if the operation has a case that is
 * accepted without one.
 */
export function ownerOf(
  collections: readonly Collection[],
  create: Operation,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
  levels = MOST_LEVELS,
): Owner | undefined {
  const names = pathNames(create);
  // A parent that exists in the initial state is used only if no parent can be created.
  const isAccepted = acceptedCases(maker, create).some(({ input }) => !maker.found.areUsed(create, input));
  if (names.length === 0 || levels === 0 || isAccepted) return undefined;
  for (const { create: made, read } of collections) {
    const name = read && ownerParameter(create.path, read.operation.path);
    if (made === undefined || read === undefined || name === undefined || !isChosen(made)) continue;
    // If an item has only one parent, its path may have another name for the parameter of the parent. With several
    // parents, all their paths would need the changed names, so such a parent is skipped.
    if (name !== read.id.name && names.length > 1) continue;
    const above = pathNames(made).length === 0 ? undefined : ownerOf(collections, made, maker, isChosen, levels - 1);
    // The other path parameters identify the parents above this parent. If there are none, the parent may still be
    // created below another parent: `POST /rooms/{room}/bookings` for `/bookings/{booking}/files`.
    const others = names.filter((other) => other !== name);
    if (others.length > 0 && (others.length !== pathNames(made).length || above === undefined)) continue;
    const [first, second] = above === undefined ? acceptedCases(maker, made) : acceptedBelow(maker, made);
    if (first === undefined) continue;
    return {
      create: made,
      input: first.input,
      ...(second && { other: second.input }),
      read: { ...read, id: { ...read.id, name } },
      ...(above && { above }),
    };
  }
  return undefined;
}

/**
 * A copy of the operation for the path above an item: `/pads` in place of `/pads/{pad}`. It lacks the path parameter
 * `name`, which identifies the item.
 */
export function aboveItem(operation: Operation, name: string): Operation {
  const parameters = operation.parameters.filter((each) => each.in !== 'path' || each.name !== name);
  return { ...operation, path: parentPath(operation.path), parameters };
}

/** Functions that make sequences for one item. Each of these sequences ends with a list or a read of the item. */
export interface OfItem {
  readonly listed: (name: string) => readonly PlannedSequence[];
  readonly read: () => readonly PlannedSequence[];
}

/**
 * Places each sequence below a parent. If there can be a second parent, adds sequences with both parents. In some of
 * them, an item of the first parent must not be listed or read below the second parent. In the others, an item is
 * created below the second parent and must be listed there.
 */
export function belowOwner(
  sequences: readonly PlannedSequence[],
  { listed, read }: OfItem,
  owner: Owner,
): readonly PlannedSequence[] {
  return [
    ...sequences.map((sequence) => belowItem(sequence, owner)),
    ...[...listed('beside'), ...read()].flatMap((sequence) => besideItem(sequence, owner) ?? []),
    ...listed('second').flatMap((sequence) => belowSecond(sequence, owner) ?? []),
  ];
}

/**
 * Inserts calls that create the parents before the sequence. The paths of all other steps then contain the identifiers
 * of the parents.
 */
export function belowItem(sequence: PlannedSequence, owner: Owner): PlannedSequence {
  const below = belowOne(sequence, owner);
  return owner.above === undefined ? below : belowItem(below, owner.above);
}

/** Places a call that creates an item below its parents, which further calls create before it. */
export function belowParents(
  collections: readonly Collection[],
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): (made: PlannedCase, name: string) => readonly PlannedCase[] {
  return (made, name) => {
    const owner = ownerOf(collections, made.operation, maker, isChosen);
    return owner === undefined ? [made] : belowItem({ name, steps: [made] }, owner).steps;
  };
}

/**
 * Creates a second parent just before the last step of a sequence (a list or a read). The last step is then called
 * below this second parent, so its reply must not contain the item.
 */
function besideItem(sequence: PlannedSequence, owner: Owner): PlannedSequence | undefined {
  const { steps, ...below } = belowOne(sequence, owner);
  const [first, list] = [steps[0], steps.at(-1)];
  if (first === undefined || list === undefined || owner.other === undefined) return undefined;
  const other = { ...first, case: { ...first.case, id: `${first.case.id}-other`, input: owner.other } };
  const moved = { ...list, case: { ...list.case, within: [{ ...owner.read.id, step: other.case.id }] } };
  const beside = { ...below, steps: [...steps.slice(0, -1), other, moved] };
  return owner.above === undefined ? beside : belowItem(beside, owner.above);
}

/**
 * A parent that can be created beside the known parent of an item, with the same path above it. `undefined` if there is
 * none, or if the service need not accept any call that creates one.
 */
export function parentBeside(
  collections: readonly Collection[],
  { collection: { create }, creates: [item] }: Pick<ItemSteps, 'collection' | 'creates'>,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
): Owner | undefined {
  if (create === undefined || item === undefined) return undefined;
  const { input } = item;
  for (const { create: made, read } of collections) {
    const name = read && ownerParameter(create.path, read.operation.path);
    if (made === undefined || read === undefined || name === undefined || !isChosen(made)) continue;
    const { path: above } = pathWithout(input.path, name);
    const parent = acceptedCases(maker, made).find((each) => sameJson(each.input.path ?? {}, above ?? {}));
    if (parent === undefined || sameJson(input.path ?? {}, above ?? {})) continue;
    return { create: made, input: parent.input, read: { ...read, id: { ...read.id, name } } };
  }
  return undefined;
}

/**
 * Sequences that create an item below a known parent, and then another parent. The last step, a list or a read, is
 * called below the other parent, so its reply must not contain the item.
 */
export function besideKnown({ listed, read }: OfItem, parent: Owner | undefined): readonly PlannedSequence[] {
  if (parent === undefined) return [];
  return [...listed('beside'), ...read()].flatMap((sequence) => besideOther(sequence, parent) ?? []);
}

function besideOther({ steps, ...sequence }: PlannedSequence, parent: Owner): PlannedSequence | undefined {
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const { create, input, read } = parent;
  const name = `${sequence.name}-beside`;
  const id = `${create.id}/sequence/${name}-${last.operation.id}`;
  const other = parentCase(id, name, { operation: create.id, input });
  const { path: _, ...rest } = last.case.input;
  const own = { ...rest, ...(input.path && { path: input.path }) };
  const moved = { ...last, case: { ...last.case, input: own, within: [{ ...read.id, step: id }] } };
  return { ...sequence, steps: [...steps.slice(0, -1), { operation: create, case: other }, moved], isExtra: true };
}

/** A call that creates a parent. */
function parentCase(id: string, name: string, call: Pick<Case, 'operation' | 'input'>): Case {
  const chosen = { expect: { kind: 'accepted' }, token: 'configured', gate: 'approved' } as const;
  return { id, ...call, provenance: { kind: 'sequence', name }, ...chosen };
}

/** Places all steps of a sequence below the second of two parents. */
function belowSecond(sequence: PlannedSequence, owner: Owner): PlannedSequence | undefined {
  if (owner.other === undefined) return undefined;
  const { steps, ...below } = belowOne(sequence, { ...owner, input: owner.other });
  const [second] = steps;
  if (second === undefined) return undefined;
  const first = { ...second, case: { ...second.case, id: `${second.case.id}-first`, input: owner.input } };
  const both = { ...below, steps: [first, ...steps] };
  return owner.above === undefined ? both : belowItem(both, owner.above);
}

function belowOne({ steps, ...sequence }: PlannedSequence, owner: Owner): PlannedSequence {
  const { create, input, read } = owner;
  const name = `${sequence.name}-owner`;
  const id = `${create.id}/sequence/${name}-${steps[0]?.operation.id ?? ''}`;
  const made = parentCase(id, name, { operation: create.id, input });
  const placed = (planned: PlannedCase): PlannedCase => {
    const parameter = ownerParameter(planned.operation.path, read.operation.path);
    if (parameter === undefined) return planned;
    const { path, ...rest } = planned.case.input;
    const own = { ...rest, ...pathWithout(path, parameter) };
    const known = planned.case.within ?? [];
    // A step that is already below the second parent is not changed.
    const isPlaced = known.some((feed) => feed.name === parameter);
    const within = isPlaced ? known : [...known, { ...read.id, name: parameter, step: made.id }];
    return { ...planned, case: { ...planned.case, input: own, within } };
  };
  return { ...sequence, steps: [{ operation: create, case: made }, ...steps.map(placed)] };
}

function pathNames({ parameters }: Operation): readonly string[] {
  return parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
}

/** A sequence that creates an item and reads it with different path arguments. */
export function readElsewhere(
  { collection: { create, read }, creates: [made], addRead }: ItemSteps,
  path: CaseInput['path'],
  name = 'elsewhere',
): readonly PlannedSequence[] {
  if (create === undefined || read === undefined || made === undefined) return [];
  const steps = new Steps(name);
  addRead(steps, steps.add(create, made), { expect: { kind: 'answered' } }, path);
  return [steps.extraSequence()];
}

/** A sequence that creates an item below one known parent and reads it below another known parent. */
export function otherPaths(items: ItemSteps): readonly PlannedSequence[] {
  const [made, ...others] = items.creates.map(({ input }) => input.path);
  const other = others.find((path) => !sameJson(path, made));
  return made === undefined || other === undefined ? [] : readElsewhere(items, other);
}
