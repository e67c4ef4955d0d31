import type { Case, CaseInput } from '../../../contract/case.js';
import type { Collection, ItemRead } from '../../../contract/collections/collection.js';
import type { Operation } from '../../../contract/operation.js';
import type { CaseMaker } from '../../cases/make-cases.js';
import { acceptedBelow, acceptedCases, pathWithout } from './accepted-cases.js';
import type { PlannedCase } from './planned-case.js';
import type { PlannedSequence } from './planned-sequence.js';

/** An item that others are below: how it is created, and which argument of their paths names it. */
export interface Owner {
  readonly create: Operation;
  readonly input: CaseInput;
  readonly read: ItemRead;
  /** The item above it. */
  readonly above?: Owner;
}

/** Levels of items above each other. */
const MOST_LEVELS = 4;

/** The item below which a create adds others, if none of its cases is certain to name one. */
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
    // Each other name is that of an item further above.
    const others = names.filter((name) => name !== read.id.name);
    if (others.length !== pathNames(made).length || (others.length > 0 && above === undefined)) continue;
    const [first] = above === undefined ? acceptedCases(maker, made) : acceptedBelow(maker, made);
    if (first !== undefined) return { create: made, input: first.input, read, ...(above && { above }) };
  }
  return undefined;
}

/** The sequence after the creates of its owners, whose identifiers are in the paths of its steps. */
export function belowItem({ steps, ...sequence }: PlannedSequence, owner: Owner): PlannedSequence {
  const { create, input, read, above } = owner;
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
  const below = { ...sequence, steps: [{ operation: create, case: made }, ...steps.map(placed)] };
  return above === undefined ? below : belowItem(below, above);
}

function pathNames({ parameters }: Operation): readonly string[] {
  return parameters.flatMap(({ in: place, name }) => (place === 'path' ? name : []));
}
