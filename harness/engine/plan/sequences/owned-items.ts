import type { Case, CaseInput } from '../../../../contract/case.js';
import type { Collection, ItemRead } from '../../../../contract/collections/collection.js';
import type { Operation } from '../../../../contract/operation.js';
import type { CaseMaker } from '../../../cases/make-cases.js';
import { acceptedBelow, acceptedCases, pathWithout } from '../planned/accepted-cases.js';
import type { PlannedCase } from '../planned/planned-case.js';
import type { PlannedSequence } from '../planned/planned-sequence.js';

/** A parent item: how it is created, and the path parameter in which its children name it. */
export interface Owner {
  readonly create: Operation;
  readonly input: CaseInput;
  /** The input for a second parent. */
  readonly other?: CaseInput;
  readonly read: ItemRead;
  /** The parent of the parent. */
  readonly above?: Owner;
}

/** The maximum number of levels of parents. */
const MOST_LEVELS = 4;

/**
 * The parent of the items that an operation creates; `undefined` if the operation needs none, because it has an
 * accepted case.
 */
export function ownerOf(
  collections: readonly Collection[],
  create: Operation,
  maker: CaseMaker,
  isChosen: (operation: Operation) => boolean,
  levels = MOST_LEVELS,
): Owner | undefined {
  const names = pathNames(create);
  if (names.length === 0 || levels === 0 || acceptedCases(maker, create).length > 0) return undefined;
  for (const { create: made, read } of collections) {
    const isAbove = read !== undefined && create.path.startsWith(`${read.operation.path}/`);
    if (made === undefined || !isAbove || !isChosen(made) || !names.includes(read.id.name)) continue;
    const above = names.length === 1 ? undefined : ownerOf(collections, made, maker, isChosen, levels - 1);
    // The other path parameters are those of further parents.
    const others = names.filter((name) => name !== read.id.name);
    if (others.length !== pathNames(made).length || (others.length > 0 && above === undefined)) continue;
    const [first, second] = above === undefined ? acceptedCases(maker, made) : acceptedBelow(maker, made);
    if (first === undefined) continue;
    return { create: made, input: first.input, ...(second && { other: second.input }), read, ...(above && { above }) };
  }
  return undefined;
}

/**
 * The sequences of child items, and two with a second parent. In the first, the list of the second parent must not
 * contain the child of the first. In the second, the child belongs to the second parent.
 */
export function belowOwner(
  sequences: readonly PlannedSequence[],
  listed: (name: string) => readonly PlannedSequence[],
  owner: Owner,
): readonly PlannedSequence[] {
  return [
    ...sequences.map((sequence) => belowItem(sequence, owner)),
    ...listed('beside').flatMap((sequence) => besideItem(sequence, owner) ?? []),
    ...listed('second').flatMap((sequence) => belowSecond(sequence, owner) ?? []),
  ];
}

/** The sequence after the creates of the parents. Their identifiers are in the paths of the steps. */
function belowItem(sequence: PlannedSequence, owner: Owner): PlannedSequence {
  const below = belowOne(sequence, owner);
  return owner.above === undefined ? below : belowItem(below, owner.above);
}

/** The sequence with its last step, a list, on a second parent that is created just before: the list must be empty. */
function besideItem(sequence: PlannedSequence, owner: Owner): PlannedSequence | undefined {
  const { steps, ...below } = belowOne(sequence, owner);
  const [first, list] = [steps[0], steps.at(-1)];
  if (first === undefined || list === undefined || owner.other === undefined) return undefined;
  const other = { ...first, case: { ...first.case, id: `${first.case.id}-other`, input: owner.other } };
  const moved = { ...list, case: { ...list.case, within: [{ ...owner.read.id, step: other.case.id }] } };
  const beside = { ...below, steps: [...steps.slice(0, -1), other, moved] };
  return owner.above === undefined ? beside : belowItem(beside, owner.above);
}

/** The sequence with all steps below the second of two parents. */
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
  const made: Case = {
    id: `${create.id}/sequence/${name}-${steps[0]?.operation.id ?? ''}`,
    operation: create.id,
    input,
    provenance: { kind: 'sequence', name },
    expect: { kind: 'accepted' },
    token: 'configured',
    gate: 'approved',
  };
  const placed = (planned: PlannedCase): PlannedCase => {
    if (!planned.operation.path.startsWith(`${read.operation.path}/`)) return planned;
    const { path, ...rest } = planned.case.input;
    const own = { ...rest, ...pathWithout(path, read.id.name) };
    const within = [...(planned.case.within ?? []), { ...read.id, step: made.id }];
    return { ...planned, case: { ...planned.case, input: own, within } };
  };
  return { ...sequence, steps: [{ operation: create, case: made }, ...steps.map(placed)] };
}

function pathNames({ parameters }: Operation): readonly string[] {
  return parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
}
